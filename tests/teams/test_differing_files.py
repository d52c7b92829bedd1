"""A file of card texts beside what this site says: what differs is shown before it is taken in."""

import json

import pytest
from django.urls import reverse

from teams.cards.services import facts as services
from teams.models import FactRevision
from tests.teams.facts_people import entry, known, reviewer, upload
from tests.teams.test_facts import take

pytestmark = pytest.mark.django_db

FROG = {"kind": "summon", "slug": "frog", "body": {"name": "Frog", "kind": "mob", "families": ["Frog"]}}


def document(*facts: dict) -> bytes:
    return json.dumps({"format": "krosmaster-facts/1", "game": "arena", "facts": facts}).encode()


@pytest.fixture
def rae(db):
    return reviewer()


def test_a_file_may_name_a_summon_that_is_confirmed_here(as_ana, bo, rae):
    known(bo, rae, FROG)
    assert take(as_ana, document(entry(effects=[{"do": "summon", "summon": "frog"}]))).status_code == 302
    assert [row.slug for row in FactRevision.objects.waiting()] == ["goultard"]


def test_the_preview_shows_how_a_file_differs_from_the_site(as_ana, bo, rae):
    known(bo, rae, entry())
    whole = document(entry(cost={"ap": 4}), entry("bill-tell"))
    answer = as_ana.post(reverse("teams:import-facts"), {"file": upload(whole)})
    page = answer.content.decode()
    assert "Differs in: Kick (Cost)" in page
    assert "Plaguing Arrow" in page
    assert [len(each.get("columns", ())) for each in answer.context["words"]] == [2, 2]


def test_the_same_text_in_other_words_is_no_conflict(as_ana, bo, rae):
    known(bo, rae, entry())
    answer = as_ana.post(reverse("teams:import-facts"), {"file": upload(document(entry(track=False)))})
    assert [row.state for row in answer.context["pack"].rows] == ["same"]


def test_a_token_can_be_corrected_in_its_free_words_alone(ana, bo, rae):
    cape = {"kind": "reward", "slug": "cape", "body": {"name": "Cape", "kind": "buff", "words": "It sings."}}
    known(ana, rae, cape)
    row = services.propose(who=bo, entry={**cape, "body": {**cape["body"], "words": "It dances."}})
    assert row.outcome == ""
