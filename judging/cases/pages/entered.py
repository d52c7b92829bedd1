"""Who entered an action of a log, on whose device, when, and whether another player's device showed it."""

import datetime as dt
from dataclasses import dataclass, field

from accounts.models import User
from judging.models import Case, Submission
from tournaments.models import Registration


@dataclass(frozen=True)
class EnteredRow:
    by: str
    at: dt.datetime | None  # None in a log without times
    minutes_late: int  # how long the entry waited for a connection
    # the other players who entered something later: an entry is refused from a page that does not show all before it
    seen_by: list[str] = field(default_factory=list)


def entered(case: Case, action: int | None) -> EnteredRow | None:
    """Return who entered an action of the log of the case; None if it was not recorded here, or before this was
    stored."""
    log = case.submission
    if log is None or log.source != Submission.Source.RECORDER or action is None:
        return None
    recording = log.recordings.first()
    if recording is None or not 0 <= action < len(recording.entered_by):
        return None
    author = recording.entered_by[action]
    if author is None:
        return None
    entry = recording.actions[action]
    at, arrived = entry.get("at"), entry.get("arrived")
    players = {person.user_id: person for person in case.people() if person.user_id}
    later = {number for number in recording.entered_by[action + 1 :] if number != author}
    return EnteredRow(
        by=_name(author, players),
        at=recording.started_at + dt.timedelta(seconds=at) if at is not None else None,
        minutes_late=(arrived - at) // 60 if at is not None and arrived is not None else 0,
        seen_by=[person.full_name for number, person in players.items() if number in later],
    )


def _name(number: int, players: dict[int, Registration]) -> str:
    if number in players:
        return players[number].full_name
    return str(User.objects.filter(pk=number).first() or "-")
