"""A position of a replay as the beginning of a practice game."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.errors import Refused
from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording
from judging.recorder.services.playing import position_of
from judging.replay.services.public_games import without_typed_text
from rules.arena.public import Log, followed, frame, start, steps

TIMES = ("at", "arrived")
NOT_COMPARED = ("action", "events")


def played_on(
    content: bytes, log: Log, count: int, names: Mapping[str, str]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return header and actions that lead to the position which the replay shows after so many actions.

    Actions that the replay leaves undone are left out. Typed text is not copied, nor are times; `names` are those of
    the players, by default as in the log.
    """
    document = json.loads(content)
    names = names or {side: player.get("name") or side for side, player in document["players"].items()}
    document = without_typed_text(document | {"actions": document["actions"][:count]}, names)
    document.pop("result", None)
    there, undone = _shown(log, count)
    actions = [_without_times(each) for index, each in enumerate(document.pop("actions")) if index not in undone]
    practised = position_of(log_of_recording(Recording(header=document, actions=actions)))
    if _position(practised) != _position(there):
        raise Refused(
            "no-way-on",
            _("Nobody can play on from here: a judge's correction or a card text of the event has a part in it."),
        )
    return document, actions


def _shown(log: Log, count: int) -> tuple[Any, set[int]]:
    """Return the position that the replay shows, and the actions that it leaves undone."""
    log, reading = followed(log)
    game = start(log)
    if count:
        next((index for index in steps(log, game, reading.way) if index == count - 1), None)
    return game, {index for index, _issue in reading.way.undone}


def _position(game: Any) -> dict[str, Any]:
    return {name: value for name, value in frame(game, None).items() if name not in NOT_COMPARED}


def _without_times(action: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name not in TIMES}
