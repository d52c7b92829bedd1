"""Who entered the actions of a log, on whose device, when, and whether another player's device showed them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from judging.board.unit_names import names_now, printed_title
from judging.logs.pages.ledger import entry_in_words
from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording, Submission, UndoneEntry
from judging.recorder.services import blast
from judging.recorder.services.rolls import faces_in
from judging.recorder.services.word import Word, may_seal, name_of, seat_of_author, word_of
from judging.replay.board.replay_data import caption
from rules.games import BLAST, ruleset_of
from teams.wording import named


@dataclass(frozen=True)
class EnteredRow:
    """Actions that one device sent one after the other."""

    first: int
    last: int
    by: str
    at: dt.datetime | None  # None in a log without times
    until: dt.datetime | None
    minutes_late: int  # how long an entry waited for a connection
    # the other players who entered something later: an entry is refused from a page that does not show all before it
    seen_by: list[str] = field(default_factory=list)

    @property
    def numbers(self) -> str:
        first, last = self.first + 1, self.last + 1
        return str(first) if first == last else f"{first}–{last}"


@dataclass(frozen=True)
class UndoneRow:
    number: int
    words: list[str]
    by: str
    undone_by: str
    at: dt.datetime


@dataclass(frozen=True)
class WhoseWord:
    """Whose word a recorded log is, for its report, its replay and the desk."""

    recording: Recording
    word: Word
    may_seal: bool
    rows: list[EnteredRow]
    undone: list[UndoneRow]


def recording_of(log: Submission | None) -> Recording | None:
    if log is None or log.source != Submission.Source.RECORDER or log.match_id is None:
        return None
    return log.recordings.select_related("match__round__event").first()


def entered(log: Submission | None, action: int | None) -> EnteredRow | None:
    """Return who entered an action of the log; None if it was not recorded here, or before this was stored."""
    recording = recording_of(log)
    if recording is None or action is None or not 0 <= action < len(recording.entered_by):
        return None
    return None if recording.entered_by[action] is None else _row(recording, action, action)


def whose_word(recording: Recording | None, viewer: Any) -> WhoseWord | None:
    """Return whose word a game is; None if it was not recorded here at the table of a match."""
    word = word_of(recording) if recording else None
    if recording is None or word is None:
        return None
    return WhoseWord(recording, word, may_seal(recording, viewer), _rows(recording), _undone(recording))


def _rows(recording: Recording) -> list[EnteredRow]:
    rows = []
    for author, run in groupby(range(len(recording.entered_by)), key=lambda index: recording.entered_by[index]):
        first, *rest = run
        if author is not None:
            rows.append(_row(recording, first, rest[-1] if rest else first))
    return rows


def _row(recording: Recording, first: int, last: int) -> EnteredRow:
    author = recording.entered_by[last]
    match = recording.match
    later = {number for number in recording.entered_by[last + 1 :] if number not in (None, author)}
    seats = [seat_of_author(match, number) for number in later] if match else []
    entries = recording.actions[first : last + 1]
    return EnteredRow(
        first,
        last,
        by=name_of(recording, author),
        at=_moment(recording, entries[0]),
        until=_moment(recording, entries[-1]),
        minutes_late=max(_minutes_late(entry) for entry in entries),
        seen_by=sorted(seat.registration.shown_name for seat in seats if seat),
    )


def _moment(recording: Recording, entry: dict[str, Any]) -> dt.datetime | None:
    at = entry.get("at")
    return recording.started_at + dt.timedelta(seconds=at) if at is not None else None


def _minutes_late(entry: dict[str, Any]) -> int:
    at, arrived = entry.get("at"), entry.get("arrived")
    return (arrived - at) // 60 if at is not None and arrived is not None else 0


def _undone(recording: Recording) -> list[UndoneRow]:
    undone = list(recording.undone.all())
    if not undone:
        return []
    log = log_of_recording(recording)
    if ruleset_of(log).game == BLAST.game:
        return [_undone_row(recording, each, blast.names_at(log, blast.position_of(log))) for each in undone]
    names = {} if recording.is_light else names_now(log, ruleset_of(log).positions.start(log))
    return [_undone_row(recording, each, names) for each in undone]


def _undone_row(recording: Recording, undone: UndoneEntry, names: Mapping[str, str]) -> UndoneRow:
    if recording.is_light:
        words = [entry_in_words(action, recording.header) for action in undone.actions]
    else:
        words = [_tried([*actions], names) for _walks, actions in groupby(undone.actions, key=_walk_or_own)]
    return UndoneRow(
        undone.number + 1,
        words,
        by=name_of(recording, undone.entered_by[0] if undone.entered_by else None),
        undone_by=name_of(recording, undone.undone_by),
        at=undone.at,
    )


def _walk_or_own(action: dict[str, Any]) -> Any:
    """Return the same for the steps of a walk, which are one line, and for any other action something of its own."""
    return "move" if action.get("do") == "move" else id(action)


def _tried(actions: list[dict[str, Any]], names: Mapping[str, str]) -> str:
    """Describe an action that was taken back, or a walk. No event of the game says what came of it, so its cells, faces
    and the token turned up are named."""
    *way, last = actions
    cells = [str(each["to"]) for each in way]
    cells += [str(last[key]) for key in ("cell", "to", "target") if key in last]
    token = printed_title(str(last["reward"])) if last["do"] == "flip" and "reward" in last else ""
    dice = ", ".join(str(named(face, names)) for action in actions for face in faces_in(action))
    return " · ".join(filter(None, [caption(last, [], names)["words"], ", ".join(cells), token, dice]))
