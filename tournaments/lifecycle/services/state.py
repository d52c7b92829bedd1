"""Changes of an event's state."""

from accounts.models import User
from core.pages import live
from core.records.audit import record
from tournaments.cut.services.bracket import bracket_of, is_unfinished
from tournaments.events.services.imported import hide_names_while_unconfirmed
from tournaments.models import Event, EventState


def reopen_cut(event: Event, *, who: User, why: str) -> None:
    """Return to the cut if a correction after the end requires another match (a second final). Call under the event's
    lock."""
    if event.state == EventState.FINISHED and is_unfinished(bracket_of(event)):
        set_state(event, EventState.CUT, who, why)


def set_state(event: Event, to: str, who: User, why: str) -> None:
    was, event.state = event.state, to
    event.save()
    hide_names_while_unconfirmed(event)
    record("event-moved", who=who, subject=event, scope=event, before=was, after=to, why=why)
    live.notify(*event.topics("state"))
