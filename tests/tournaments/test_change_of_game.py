"""The game of an event is changed by the form that its page shows: before round 1, and not after it."""

from itertools import permutations
from typing import Any

import pytest
from django.urls import reverse

from rules.games import BLAST, DEFAULT, FIRST_BOX, QUEST, RULESETS
from tests.teams.sent_forms import fields_sent
from tests.tournaments.people import Person, event_fields
from tournaments.events.models.formats import GAMES
from tournaments.models import Event

pytestmark = pytest.mark.django_db
PAIRS = list(permutations(RULESETS, 2))


def a_draft(ruleset: str, preset: int = 0, **changed: Any) -> tuple[Person, Event]:
    """An event of these rules, made from a preset by what its page shows."""
    of_rules = [each for each in GAMES[RULESETS[ruleset].game].presets if each.ruleset in ("", ruleset)]
    address, owner = f"/events/new/?from={of_rules[preset].name}", Person("owner")
    shown = fields_sent(owner.sees(address), "event-form")
    asked = event_fields()
    named = {name: asked[name] for name in ("name", "starts_at", "place")}
    answer = owner.client.post(address, {**shown, **named, "ruleset": ruleset, **changed})
    assert answer.status_code == 302, answer.context["form"].errors
    return owner, Event.objects.get()


def settings_of(event: Event) -> str:
    return reverse("tournaments:edit", args=[event.slug])


def sent_again(owner: Person, event: Event, **changed: Any) -> Any:
    """The settings as their page shows them, with these changes."""
    shown = fields_sent(owner.sees(settings_of(event)), "event-form")
    return owner.client.post(settings_of(event), {**shown, **changed})


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_a_draft_gets_another_game_by_what_its_form_shows(before, after):
    owner, event = a_draft(before)
    assert event.ruleset == before
    answer = sent_again(owner, event, ruleset=after)
    assert answer.status_code == 302, answer.context["form"].errors
    is_of_the_same_game = RULESETS[after].game == RULESETS[before].game
    assert answer.url == reverse(f"tournaments:{'run' if is_of_the_same_game else 'edit'}", args=[event.slug])
    assert ("begin as its usual ones" in owner.sees(answer.url)) != is_of_the_same_game
    event.refresh_from_db()
    assert (event.ruleset, event.game) == (after, RULESETS[after].game)
    assert {name: getattr(event, name) for name in event.lacks} == event.lacks
    assert sent_again(owner, event).status_code == 302  # what it has now can be saved


def test_a_fault_keeps_the_former_game_and_what_was_typed():
    owner, event = a_draft(BLAST.slug)
    typed = {"round_minutes": ["55"], "team_size": ["3"], "points_win": ["4"], "cut_size": ["8"]}
    answer = sent_again(owner, event, ruleset=QUEST.slug, **{name: value[0] for name, value in typed.items()})
    assert (answer.status_code, set(answer.context["form"].errors)) == (400, {"cut_size", "ruleset"})
    shown = fields_sent(answer.content.decode(), "event-form")
    assert {name: shown[name] for name in typed} == typed
    assert owner.client.post(settings_of(event), {**shown, "ruleset": BLAST.slug}).status_code == 302


def test_a_new_event_without_a_name_keeps_its_template():
    owner = Person("owner")
    shown = fields_sent(owner.sees("/events/new/?from=constructed-cut"), "event-form")
    answer = owner.client.post("/events/new/?from=constructed-cut", {**shown, "name": "", "ruleset": QUEST.slug})
    assert (answer.status_code, {"name", "ruleset"} <= set(answer.context["form"].errors)) == (400, True)
    assert fields_sent(answer.content.decode(), "event-form").keys() == shown.keys()


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_a_started_event_says_why_its_game_stays(before, after):
    owner, event = a_draft(before)
    Event.objects.update(state="running")
    answer = sent_again(owner, event, ruleset=after, place="Gym")
    faults = answer.context["form"].errors.as_data()
    assert (answer.status_code, set(faults)) == (400, {"ruleset"})
    assert [fault.code for fault in faults["ruleset"]] == ["fixed-at-the-start"]
    assert "round 1 has started" in answer.content.decode()
    assert fields_sent(answer.content.decode(), "event-form")["place"] == ["Gym"]


def test_limited_events_are_none_of_the_book_of_2013():
    owner, event = a_draft(DEFAULT.slug, preset=4)
    assert event.is_limited
    answer = sent_again(owner, event, ruleset=FIRST_BOX.slug)
    [fault] = answer.context["form"].errors.as_data()["team_format"]
    assert "constructed, four figures of the first box" in fault.messages[0]
    shown = fields_sent(answer.content.decode(), "event-form")
    assert owner.client.post(settings_of(event), {**shown, "team_format": "box"}).status_code == 302
    event.refresh_from_db()
    assert (event.ruleset, event.team_format, event.limited_kind) == (FIRST_BOX.slug, "box", "")


@pytest.mark.parametrize(("field", "typed"), [("cut_size", 8), ("first_round", "rating")])
def test_tables_of_quest_are_held_to_their_format(field, typed):
    owner, event = a_draft(QUEST.slug)
    answer = sent_again(owner, event, **{field: typed})
    assert (answer.status_code, set(answer.context["form"].errors)) == (400, {field})


def test_what_two_tabs_have_of_different_games_is_stale():
    owner, event = a_draft(DEFAULT.slug)
    first_tab = fields_sent(owner.sees(settings_of(event)), "event-form")
    assert sent_again(owner, event, ruleset=QUEST.slug).status_code == 302
    for ruleset in RULESETS:
        answer = owner.client.post(settings_of(event), {**first_tab, "ruleset": ruleset, "place": "Gym"})
        assert answer.status_code == 409, ruleset
        assert fields_sent(answer.content.decode(), "event-form")["place"] == ["Gym"]
    event.refresh_from_db()
    assert event.ruleset == QUEST.slug
