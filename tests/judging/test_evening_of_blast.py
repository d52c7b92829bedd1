"""An evening of Krosmaster Blast for twelve, from the box to the standings; everything through the pages."""

import json
from typing import Any

import pytest

from judging.logs.services.worker import work_one
from judging.models import Case, Report, Submission
from rules.games import BLAST
from teams.models import FactRevision
from tests.blast.games import CARDS, END, document, favor, move, pack, plays, turns
from tests.blast.random_games import random_game
from tests.judging.people import InProcess, ruling, url
from tests.tournaments.people import Person, event_fields, version_on
from tests.tournaments.worlds import a_user
from tournaments.models import Event, Match, Registration, Result, SubmittedList
from tournaments.standings.services.ranking import standings

pytestmark = [pytest.mark.django_db, pytest.mark.ci]
PLAYERS = ("ana", "bo", "cid", "dan", "eve", "fay", "gus", "hal", "ida", "joe", "kim", "lea")
TEAMS = {"A": {"a1": "ada", "a2": "bea"}, "B": {"b1": "ada", "b2": "bea"}}  # as everybody has handed in
WON: dict[str, Any] = {"outcome": "a", "glory_a": 5, "glory_b": 2, "ending": "glyphs"}
EQUAL: dict[str, Any] = {"outcome": "draw", "glory_a": 4, "glory_b": 4, "ending": "no-winner"}


def test_an_evening_for_twelve_in_four_rounds():
    the_box_is_entered()
    organiser = Person("olga")
    event = an_event_of_duels(organiser)
    here = f"/events/{event.slug}/"
    for name in PLAYERS:
        comes_with_a_list(event, name, "ada\nbea")
    organiser.sends(f"{here}move/", to="check-in")
    Registration.objects.update(checked_in_at=event.created_at)
    organiser.sends(f"{here}start/")
    for number in range(1, 5):
        matches = published(event, organiser, number)
        slips_say_what_was_drawn(organiser, event, number)
        for place, match in enumerate(matches):
            agree(match, EQUAL if (number, place) == (2, 0) else WON)
    assert Result.objects.current().filter(ending="no-winner").count() == 1
    logs_are_checked(matches[0], matches[1])
    organiser.sends(f"{here}move/", to="finished")
    assert next(row.points for row in standings(event)) in (10, 12)
    reads_french(event)


def the_box_is_entered() -> None:
    """One person brings the board and the cards as a file, a second one confirms it."""
    chosen = [f"{fact['kind']}:{fact['slug']}" for fact in CARDS]
    writer, reviewer = Person("writer"), a_user("reviewer", is_superuser=True)
    writer.sends(f"/facts/import/?game={BLAST.game}", pack=pack().decode(), take="1", facts=chosen)
    digests = {row.pack for row in FactRevision.objects.waiting()}
    assert len(digests) == 1
    writer.client.force_login(reviewer)
    assert writer.client.post(f"/facts/pack/{digests.pop()}/confirm/").status_code == 302
    assert not FactRevision.objects.waiting().exists()


def an_event_of_duels(organiser: Person) -> Event:
    fields = {"ruleset": BLAST.slug, "swiss_rounds": 4, "capacity": 12, "round_minutes": 40, "lists_required": "on"}
    settings = {"arenas": ["made-up-1"], "challenges": ["brawl", "world"], "board_seats": "south"}
    organiser.sends("/events/new/?from=blast-swiss", **event_fields(**fields, **settings))
    event = Event.objects.get()
    for state in ("announced", "registration"):
        organiser.sends(f"/events/{event.slug}/move/", to=state)
    return event


def comes_with_a_list(event: Event, name: str, figures: str) -> None:
    player = Person(name)
    player.sends(f"/events/{event.slug}/register/")
    player.sends(f"/events/{event.slug}/my-list/", text=figures)
    assert SubmittedList.objects.get(registration__user=player.user).legal


def published(event: Event, organiser: Person, number: int) -> list[Match]:
    here = f"/events/{event.slug}/"
    if not event.rounds.filter(number=number).exists():
        organiser.sends(f"{here}rounds/pair/")
    there = f"{here}rounds/{number}/"
    organiser.sends(f"{there}publish/", version=version_on(organiser.sees(there)))
    matches = list(event.rounds.get(number=number).matches.at_tables().by_table())
    assert len(matches) == 6
    return matches


def slips_say_what_was_drawn(organiser: Person, event: Event, number: int) -> None:
    slips = organiser.sees(f"/events/{event.slug}/print/slips/{number}/")
    assert slips.count("Made up") == 6
    assert ("Brawl" in slips) != ("World" in slips)


def agree(match: Match, score: dict[str, Any]) -> None:
    """One reports on the phone, the other confirms."""
    here = f"/matches/{match.pk}/"
    one, other = (Person(seat.user.username) for seat in match.players() if seat.user)
    one.sends(f"{here}report/", **score)
    other.sends(f"{here}confirm/", version=version_on(other.sees(here)))


def logs_are_checked(match: Match, other: Match) -> None:
    """A whole game is proved; one in which a bonus is used too early is ruled on (B-9.1)."""
    valid = handed_in(match, random_game(2, teams=TEAMS))
    assert valid.verdict == Report.Verdict.VALID
    early = document(
        favor(), plays("a1"), move("D2"), {"do": "bonus", "challenge": "brawl", "threshold": 5}, END, *turns(9, 2),
        challenges=["brawl"], teams=TEAMS,
    )  # fmt: skip
    faulty = handed_in(other, early)
    assert [error["article"] for error in faulty.errors] == ["B-9.1"]
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG)
    organiser = Person("olga")
    organiser.sends(url("claim", case.pk))
    organiser.sends(url("rule", case.pk), **ruling(reason="B-9.1", message="Five glyphs first."))
    case.refresh_from_db()
    assert case.status == Case.Status.RULED


def handed_in(match: Match, log: Any) -> Report:
    player = match.players()[0].user
    assert player is not None
    for side, seat in zip("AB", match.players(), strict=True):
        log["players"][side]["name"] = seat.full_name
    Person(player.username).sends(url("submit_log", match.pk), text=json.dumps(log))
    work_one(InProcess())
    return Submission.objects.latest("pk").reports.get(current=True)


def reads_french(event: Event) -> None:
    reader = Person("visitor")
    reader.client.cookies["django_language"] = "fr"
    assert "glyphes" in reader.sees(f"/events/{event.slug}/standings/").lower()
    assert "Défis divins" in reader.sees(f"/events/{event.slug}/")
