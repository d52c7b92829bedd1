"""Figures that the catalogue does not hold are for commands: a site says so wherever a file brings one."""

import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from core.errors import Invalid
from rules.common.verdicts import Malformed
from teams.cards.services import facts as services
from teams.cards.services.packs import content_of_file
from teams.models import FactRevision
from tests.rules.test_brought_figures import CARD, TEXT, pack_of
from tests.teams.facts_people import entry
from tournaments.lists.services.facts import import_facts
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_a_file_with_outside_figures_says_which_facts_are_dropped(as_ana):
    whole = pack_of(CARD, TEXT, entry("nox"))
    answer = as_ana.post(
        reverse("teams:import-facts"), {"file": SimpleUploadedFile("pack.json", json.dumps(whole).encode())}
    )
    pack = answer.context["pack"]
    assert [row.fact.slug for row in pack.rows] == ["nox"]
    assert [(each.pointer, each.code) for each in pack.problems] == [
        ("/facts/0/kind", "kind-not-kept"),
        ("/facts/1/slug", "unknown-card"),
    ]
    assert "a site does not keep them" in answer.content.decode()


def test_nobody_proposes_such_a_figure(as_ana, ana):
    with pytest.raises(Invalid) as refused:
        services.propose(who=ana, entry=CARD)
    assert refused.value.code == "kind-not-kept"
    assert as_ana.get("/facts/edit/card/ana-harbour/").status_code == 404
    assert not FactRevision.objects.exists()


def test_an_event_with_such_a_figure_is_not_imported(ana):
    with pytest.raises(Invalid) as refused:
        import_facts(Event(), {"document": pack_of(CARD)}, who=ana)
    assert refused.value.code == "kind-not-kept"


def test_the_example_of_the_documents_is_such_a_file():
    (example,) = re.findall(r"```toml\n(.*?)```", Path("docs/facts.md").read_text(), re.DOTALL)
    assert b"Ana Harbour" in content_of_file(example.encode())[1]


def test_a_file_that_begins_with_a_table_is_toml():
    with pytest.raises(Malformed) as refused:
        content_of_file(b'[[facts]]\nkind = "card"\n')
    assert (refused.value.pointer, refused.value.code) != ("", "not-json")
