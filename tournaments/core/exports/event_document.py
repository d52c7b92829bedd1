"""Conversion between stored events and `krosmaster-event/1`, the format for duels.

There a match has `a` and `b`, and a score has a winner and two Gallons of Glory. Events are stored with seats, places
and tallies instead.
"""

from itertools import chain
from typing import Any

from tournaments.core.scores import checked, outcome_of_duel, places_of_duel, tallies_of_duel

SCORED = ("reports", "results")
# an event of this format is of the first game, and has what its first rules have
UNNAMED = (
    *("game", "ruleset", "scenery", "hero_level", "team_size", "simple_game", "superior_favors", "board_seats"),
    *("challenges", "open_challenges"),
)


def as_tables(document: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of the document with seats, places and tallies. Raise KeyError for a missing field."""
    seated = {match["id"]: _seats(match) for match in document.get("matches", [])}
    scores = {
        part: [_score_with_places(row, len(seated[row["match"]])) for row in document.get(part, [])] for part in SCORED
    }
    matches = [_drop_fields(match, "a", "b") | {"bye": match.get("b") is None} for match in document.get("matches", [])]
    seats = [{"id": number, **seat} for number, seat in enumerate(chain.from_iterable(seated.values()), start=1)]
    return document | {"matches": matches, "seats": seats} | scores


def _seats(match: dict[str, Any]) -> list[dict[str, Any]]:
    at = {"match": match["id"], "round": match["round"], "role": "player"}
    players = [player for player in (match["a"], match.get("b")) if player is not None]  # a bye may omit `b`
    return [at | {"registration": player, "number": n, "side": n} for n, player in enumerate(players, start=1)]


def _score_with_places(row: dict[str, Any], seats: int) -> dict[str, Any]:
    """Convert a score of a duel; every value in it exists twice. A bye has no score."""
    glory = [row.get("glory_a", 0), row.get("glory_b", 0)]
    places, tallies = checked(places_of_duel(row["outcome"]), glory, seats=seats)
    return _drop_fields(row, "outcome", "glory_a", "glory_b") | {"places": places, "tallies": tallies}


def as_duels(document: dict[str, Any]) -> dict[str, Any]:
    """Return a stored event as a `krosmaster-event/1` document. Tables with more than two seats need
    tables_document.py."""
    players: dict[Any, list[Any]] = {match["id"]: [] for match in document["matches"]}
    for seat in sorted(document["seats"], key=lambda seat: int(seat["number"])):
        players[seat["match"]].append(seat["registration"])
    matches = [_duel_of_match(match, players[match["id"]]) for match in document["matches"]]
    scores = {part: [_duel_of_score(row) for row in document[part]] for part in SCORED}
    registrations = [_drop_fields(row, "crew", "crew_seat") for row in document["registrations"]]
    rows = {"registrations": registrations, "matches": matches}
    event = _drop_fields(document["event"], *UNNAMED)
    return _drop_fields(document, "seats", "crews") | {"event": event} | rows | scores


def _duel_of_match(match: dict[str, Any], players: list[Any]) -> dict[str, Any]:
    a, b = players if not match["bye"] else (*players, None)
    return _drop_fields(match, "bye", "demon", "demon_called") | {"a": a, "b": b}


def _duel_of_score(row: dict[str, Any]) -> dict[str, Any]:
    a, b = tallies_of_duel(row["tallies"])
    result = {"outcome": outcome_of_duel(row["places"]), "glory_a": a, "glory_b": b}
    return _drop_fields(row, "places", "tallies", "absent", "heat") | result


def _drop_fields(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}
