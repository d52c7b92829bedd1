"""Matching the players of a log to the seats of its match."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from tournaments.models import Match, Registration, SubmittedList

Seats = dict[str, Registration]

PLACES = "abcd"


@dataclass(frozen=True)
class Seated:
    """A player of the log with the matched seat ("a" to "d"), registration and submitted list."""

    name: str
    team: Counter[str]
    place: str
    registration: Registration
    submitted: SubmittedList | None


def seated_players(header: dict[str, Any], match: Match) -> list[Seated]:
    lists = _locked_lists(match)
    return [
        Seated(_name(header, side), _team(header, side), place_of(match, seat), seat, lists.get(seat.pk))
        for side, seat in _seating(header, match, lists).items()
    ]


def seating(header: dict[str, Any], match: Match) -> Seats:
    return _seating(header, match, _locked_lists(match))


def _locked_lists(match: Match) -> dict[int, SubmittedList]:
    """Return the lists submitted for the event, by registration; what a player saves later is irrelevant."""
    lists = SubmittedList.objects.current().filter(registration__in=match.players())
    return {submitted.registration_id: submitted for submitted in lists}


def _seating(header: dict[str, Any], match: Match, lists: dict[int, SubmittedList]) -> Seats:
    """Return the seat of each player of the log: the assignment that fits names and lists best."""
    sides, seats = sorted(header["players"]), match.players()
    scores = {(side, seat.pk): _match_score(header, side, seat, lists) for side in sides for seat in seats}

    crews, side_of = header.get("crews") or (), {seat.registration_id: seat.side for seat in match.seated()}

    def fits(seated: Iterable[Registration]) -> tuple[bool, int]:
        """Rate an assignment: partners in the log must be partners at the table."""
        taken = dict(zip(sides, seated, strict=True))
        together = all(len({side_of[taken[side].pk] for side in crew}) == 1 for crew in crews)
        return together, sum(scores[side, seat.pk] for side, seat in taken.items())

    best = max(permutations(seats, len(sides)), key=fits)  # the actual order if all are equal
    return dict(zip(sides, best, strict=True))


def _match_score(header: dict[str, Any], side: str, seat: Registration, lists: dict[int, SubmittedList]) -> int:
    submitted = lists.get(seat.pk)
    same_team = submitted is not None and Counter(submitted.figures) == _team(header, side)
    return 2 * is_called(seat, _name(header, side)) + same_team


def place_of(match: Match, registration: Registration) -> str:
    """Return the letter of a seat; in a duel "a" or "b"."""
    return PLACES[[seat.pk for seat in match.players()].index(registration.pk)]


def is_called(seat: Registration, name: str) -> bool:
    names = {seat.full_name, seat.plain_name, seat.shown_name, seat.user.username if seat.user else ""}
    return name.strip().casefold() in {known.casefold() for known in names if known}


def _name(header: dict[str, Any], side: str) -> str:
    return str(header["players"][side].get("name", ""))


def _team(header: dict[str, Any], side: str) -> Counter[str]:
    return Counter(header["players"][side].get("team", {}).values())
