"""Recording only the score: turns, KOs, GG and what brings them, each checked against the rules at once."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from judging.board.unit_names import titles_of_teams
from judging.entries import timed
from judging.errors import IllegalEntry
from judging.models import Recording
from judging.recorder.services.playing import MOST_ACTIONS, check_shape, require_room
from judging.recorder.services.recording import account_of, locked, require_version, write
from judging.recorder.services.word import require_own_concession
from rules.common.verdicts import Illegal
from rules.games import Account, of


@transaction.atomic
def enter_light(
    *, uuid: UUID, who: Any, version: int, action: Mapping[str, Any], entry_id: str = "", waited: int = 0
) -> Recording:
    """Enter an action. Raise IllegalEntry if the rules forbid it. Repeating an `entry_id` has no effect."""
    recording = locked(uuid, who)
    if entry_id and entry_id in recording.recent:
        return recording
    require_version(recording, version)
    require_own_concession(recording, who, [action])
    if len(recording.actions) >= MOST_ACTIONS:
        raise Refused("too-long", _("A log has at most 5,000 actions."))
    entries = _with_turn(recording, dict(action))
    check_shape(recording.document() | {"actions": [*recording.actions, *entries]})
    account = account_of(recording)
    try:
        for entry in entries:
            of(recording.header).light_logs.enter(account, entry)
    except Illegal as illegal:
        raise IllegalEntry(illegal, _names(recording)) from illegal
    before = recording.actions
    recording.note_tap(before, len(entries))
    now = recording.seconds()
    recording.actions = [*before, *(timed(entry, before, now=now, waited=waited) for entry in entries)]
    require_room(recording.document())
    return write(recording, recording.actions, entry_id, who=who)


def _with_turn(recording: Recording, action: dict[str, Any]) -> list[dict[str, Any]]:
    """Begin the first turn with the first entry, so that nobody has to tap for it."""
    if recording.actions or "first_player" not in recording.header or action.get("do") in ("turn", "concede", "time"):
        return [action]
    return [{"do": "turn", "player": recording.header["first_player"]}, action]


def _names(recording: Recording) -> dict[str, str]:
    return titles_of_teams(recording.header) | recording.names


def next_player(recording: Recording, account: Account) -> str:
    first = str(recording.header["first_player"])
    return {"A": "B", "B": "A"}[account.player] if account.turn else first
