"""An evening of Krosmaster Blast for twelve, from the box to the standings; everything through the pages."""

import json
import re
from typing import Any

import pytest

from judging.logs.services.worker import work_one
from judging.models import Case, Report, Submission
from rules.games import BLAST
from teams.models import FactRevision
from tests.blast.games import CARDS, END, cast, document, favor, move, pack, plays, turns
from tests.blast.random_games import random_game
from tests.judging.people import InProcess, ruling, url
from tests.judging.test_blast_recorder import Phone
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
        the_hall_shows_every_table(event)
        for place, match in enumerate(matches):
            if (number, place) != (4, 0):
                agree(match, EQUAL if (number, place) == (2, 0) else WON)
    is_recorded_at_the_table(matches[0])
    assert Result.objects.current().filter(ending="no-winner", tallies=[4, 4]).count() == 1
    a_bonus_that_counts_too_early_is_ruled_on(matches[1])
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


def the_hall_shows_every_table(event: Event) -> None:
    hall = Person("visitor").sees(f"/events/{event.slug}/hall/")
    assert all(name.capitalize() in hall for name in PLAYERS)


def is_recorded_at_the_table(match: Match) -> None:
    """On the phone of one of the two, to a log that is proved; the other confirms the result."""
    recorder, other = (Person(seat.user.username) for seat in match.players() if seat.user)
    drawn = recorder.sees(url("record_match", match.pk))
    board, side = re.search(r'name="board" value="([^"]*)"', drawn), re.search(r'value="(\w+)"[^>]*checked', drawn)
    assert board and side
    header: dict[str, Any] = {
        "board": board[1],
        "side_of_a": side[1],
        "first_player": "A",
        "challenges": challenges_on(drawn),
    }
    recorder.sends(url("record_match", match.pk), **header)
    phone = Phone(recorder.client, recorder.user.username)
    slugs = [slug for slug in ("brawl", "world") if slug.capitalize() in header["challenges"]]
    sides = {"A": side[1], "B": BLAST.boards.opposite[side[1]]}
    rows = {"south": ("D1", "E1"), "north": ("D10", "E10")}
    places = dict(zip(("a1", "a2", "b1", "b2"), rows[sides["A"]] + rows[sides["B"]], strict=True))
    for action in random_game(2, teams=TEAMS, challenges=slugs, sides=sides, places=places)["actions"]:
        assert "version" in phone.sends(action)
    recorder.sends(phone.address("submit"), version=phone.recording.version)
    work_one(InProcess())
    report = Submission.objects.latest("pk").reports.get(current=True)
    assert (report.verdict, report.differences) == (Report.Verdict.VALID, [])
    here = f"/matches/{match.pk}/"
    other.sends(f"{here}confirm/", version=version_on(other.sees(here)))


def challenges_on(page: str) -> str:
    found = re.search(r'name="challenges" value="([^"]*)"', page)
    return found[1] if found else ""


def a_bonus_that_counts_too_early_is_ruled_on(match: Match) -> None:
    """Bea spends the AP of a bonus in the capture that reaches its number (B-9.2): the third shot has no AP."""
    way = (("a2", "E2 E3 E4"), ("b1", "D9"), ("a2", "E5"))
    turns_ = [
        each
        for number, (unit, cells) in enumerate(way)
        for each in (favor(f"plain-{number}"), plays(unit), *map(move, cells.split()), END)
    ]
    shots = [cast("hex", "F6")] * 3
    log = document(*turns_[:-1], *shots, END, *turns(7, 4), challenges=["brawl"], teams=TEAMS)
    faulty = handed_in(match, log)
    assert [error["article"] for error in faulty.errors] == ["B-6.1"]
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG)
    organiser = Person("olga")
    organiser.sends(url("claim", case.pk))
    organiser.sends(url("rule", case.pk), **ruling(reason="B-9.2", message="A bonus counts from the next capture."))
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
