"""What the recorder's page shows of a stored game."""

from typing import Any

from judging.board.table_state import table_state
from judging.models import Recording
from judging.services.logs.held_against import log_of_recording


def recorder_state(recording: Recording) -> dict[str, Any]:
    return table_state(
        log_of_recording(recording),
        version=recording.version,
        closed=recording.is_closed,
        undo=recording.last_tap,
    )
