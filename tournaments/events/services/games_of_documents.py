"""What the game of an imported event allows: its record decides, as it does for the form of the settings."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError

from rules.common.fields import InvalidValue, Shape, number_from, one_of
from rules.games import DEFAULT, RULESETS
from tournaments.events.models.formats import GAMES, Game
from tournaments.events.services.contradictions import contradictions_of_mode
from tournaments.models import Event


def _game_of(found: dict[str, Any]) -> str:
    """The game that is named, or whose rules are; without either the first."""
    of_rules = RULESETS[found["ruleset"]].game if found.get("ruleset") in RULESETS else DEFAULT.game
    return str(found.get("game", of_rules))


def with_game(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with what a new event of its game has, where it says nothing."""
    found = document["event"]
    game = _game_of(found)
    usual = GAMES[game].settings_of_new_event(found.get("ruleset", ""))
    return document | {"event": {**usual, "game": game, **found}}


def what_the_game_lacks(found: dict[str, Any]) -> list[str]:
    """Return the settings that the document has and its rules do not: they are left out, and it is said."""
    game = GAMES[_game_of(found)]
    lacks = game.lacks_by(found.get("ruleset") or next(iter(game.rulesets)))
    return [f"event/{name}" for name, value in lacks.items() if name in found and found[name] != value]


def refuse_what_the_game_lacks(event: Event, document: dict[str, Any]) -> None:
    """Refuse settings, endings and tallies that events of its rules and mode cannot have, and name those that they
    can."""
    game = event.game_record
    _refuse_unless(one_of(*game.rulesets), event.ruleset, "/event/ruleset")
    for value, choices, pointer in _chosen(event, game):
        _refuse_unless(one_of(*choices), value, pointer)
    settings = {name: value for name, value in vars(event).items() if name not in event.lacks}
    if faults := {f"/event/{name}": text for name, text, _code in contradictions_of_mode(settings)}:
        raise ValidationError(faults)
    _refuse_scores(event, document)


def _chosen(event: Event, game: Game) -> Iterator[tuple[Any, tuple[str, ...], str]]:
    """Yield each choice of settings for which not all rules have the same, with its place in the document."""
    for name, choices in game.choices(event.ruleset).items():
        value = getattr(event, name)
        if isinstance(value, list):
            yield from ((str(one), choices, f"/event/{name}/{place}") for place, one in enumerate(value))
        elif name not in event.lacks:
            yield str(value), choices, f"/event/{name}"


def _refuse_scores(event: Event, document: dict[str, Any]) -> None:
    endings, tally = one_of(*event.format.endings), number_from(0, event.game_record.tally.most)
    for part in ("reports", "results"):
        for place, row in enumerate(document.get(part, [])):
            if "ending" in row:
                _refuse_unless(endings, row["ending"], f"/{part}/{place}/ending")
            for seat, number in enumerate(row["tallies"]):
                _refuse_unless(tally, number, f"/{part}/{place}/tallies/{seat}")


def _refuse_unless(shape: Shape, value: Any, pointer: str) -> None:
    try:
        shape.check(value)
    except InvalidValue as wrong:
        wrong.pointer = pointer
        raise
