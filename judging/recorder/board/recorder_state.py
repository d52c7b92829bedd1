"""The state of a stored game for the recorder's page."""

import json
from hashlib import sha256
from typing import Any

from django.conf import settings

from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording
from judging.recorder.board.table_state import table_state
from judging.recorder.services.playing import copied_spells


def recorder_state(recording: Recording) -> dict[str, Any]:
    """Return the state with the log, from which a phone can continue without a connection."""
    state = {"tag": state_tag(recording)} | table_state(
        log_of_recording(recording),
        version=recording.version,
        closed=recording.is_closed,
        undo=recording.last_tap,
        copied=copied_spells(recording.copied),
    )
    if not settings.OFFLINE_PLAY:
        return state
    copied = [{name: row[name] for name in ("card", "slug", "body")} for row in recording.copied]
    return state | {"log": {"actions": recording.actions, "taps": recording.taps, "copied": copied}}


def state_tag(recording: Recording) -> str:
    """Return the ETag of the state: a page asks for it again and again, and the game is only replayed if it changed."""
    rows = json.dumps(recording.copied, sort_keys=True)  # PostgreSQL has an order of its own for the names in JSON
    copied = sha256(rows.encode()).hexdigest()[:16]  # a copied spell is no action: the version stays
    return f'"{recording.version}-{recording.is_closed:d}-{copied}"'
