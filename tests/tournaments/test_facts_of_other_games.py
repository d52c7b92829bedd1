"""An event of Blast or Quest is pinned to the facts of its game, and its staff may take corrected ones."""

import json

import pytest
from django.urls import reverse

from core.errors import Invalid
from rules.games import BLAST, DEFAULT, QUEST
from teams.cards.services.facts import confirm, propose
from tests.teams.facts_people import reviewer
from tests.tournaments.worlds import a_user, an_event, staff
from tournaments.lists.services.facts import change_facts, earlier_choices, newer_choices, pin_facts, snapshot_for
from tournaments.models import EventState, FactsPin

pytestmark = pytest.mark.django_db

BODIES = {
    BLAST.game: ("minion", {"name": "Imp", "mp": 2, "hp": 1, "ap": 1}, {"hp": 2}),
    QUEST.game: ("mob", {"name": "Imp", "family": "tofu", "type": "normal", "hp": 1, "loot": {}}, {"hp": 2}),
}


@pytest.fixture
def rae(db):
    return reviewer()


def known(game, who, rae, **changes):
    kind, body, _change = BODIES[game]
    row = propose(who=who, game=game, entry={"kind": kind, "slug": "imp", "body": body | changes})
    confirm(revision=row, who=rae)
    return row


def a_started(game, rae):
    """An event that started with one fact, which was corrected since."""
    ruleset = {each.game: each for each in (BLAST, QUEST)}[game]
    event = an_event("check-in", game=game, ruleset=ruleset.slug)
    who = a_user()
    known(game, who, rae)
    pin_facts(event, who=None)
    event.state = EventState.RUNNING
    event.save()
    known(game, who, rae, **BODIES[game][2])
    return event


@pytest.mark.parametrize("game", BODIES)
def test_a_started_event_stays_with_the_facts_of_its_game(game, rae):
    event = a_started(game, rae)
    snapshot = snapshot_for(event)
    document = json.loads(bytes(snapshot.content))
    assert (snapshot.game, document["game"], document["facts"][0]["body"]["hp"]) == (game, game, 1)


@pytest.mark.parametrize("game", BODIES)
def test_staff_takes_a_corrected_fact_over_the_page(game, rae, signed_in):
    event = a_started(game, rae)
    owner = staff(event, "owner")
    (choice,) = newer_choices(event)
    page = reverse("tournaments:card_texts", args=[event.slug])
    shown = signed_in(owner).get(page).content.decode()
    assert choice.value in shown
    preview = signed_in(owner).get(
        reverse("judging:facts_preview", args=[event.slug]), {"revisions": choice.value, "why": "misread"}
    )
    assert preview.status_code == 200
    signed_in(owner).post(page, {"revisions": choice.value, "why": "misread"})
    document = json.loads(bytes(snapshot_for(event).content))
    assert document["facts"][0]["body"]["hp"] == 2
    assert FactsPin.objects.filter(event=event).last().snapshot.game == game
    assert [each.title for each in earlier_choices(event)] == ["Imp", "Imp"]


def test_a_fact_of_another_game_is_not_taken(rae):
    event = a_started(BLAST.game, rae)
    other = propose(who=a_user(), game=QUEST.game, entry={"kind": "mob", "slug": "imp", "body": BODIES[QUEST.game][1]})
    with pytest.raises(Invalid) as refused:
        change_facts(event_id=event.pk, who=staff(event, "owner"), chosen=[str(other.pk)], why="tried")
    assert refused.value.code == "nothing-chosen"
    assert DEFAULT.game not in {pin.snapshot.game for pin in FactsPin.objects.filter(event=event)}
