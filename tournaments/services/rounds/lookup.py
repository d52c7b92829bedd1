"""What every service about a round begins and ends with."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import live
from core.audit import record
from core.errors import Refused
from tournaments.models import Event, Registration, Right, Round
from tournaments.services.base.locking import require


def event_of(round_id: int) -> int:
    return found(round_id).event_id


def found(round_id: int) -> Round:
    """A draft may have been thrown away while somebody looked at it."""
    row = Round.objects.filter(pk=round_id).first()
    if row is None:
        raise Refused("round-gone", _("These pairings have been discarded: pair the round again."))
    return row


def round_to_change(round_id: int, event: Event, who: User) -> Round:
    require(event, who, Right.RUN_ROUNDS)
    changing = found(round_id)
    changing.event = event
    return changing


def draft_to_change(round_id: int, event: Event, who: User) -> Round:
    drafted = round_to_change(round_id, event, who)
    refuse_published(drafted)
    return drafted


def refuse_published(drafted: Round) -> None:
    if not drafted.is_draft:
        raise Refused("not-a-draft", _("This round is already published."))


def clear(drafted: Round) -> None:
    drafted.seats.all().delete()
    drafted.matches.all().delete()


def throw_away(event: Event, drafted: Round, who: User) -> None:
    record("draft-discarded", who=who, subject=drafted, scope=event, before={"number": drafted.number})
    clear(drafted)
    drafted.delete()
    live.notify(*event.topics("rounds"))


def changed_round(event: Event, changed: Round, action: str, who: User, **entry: Any) -> Round:
    changed.version += 1
    changed.save()
    record(action, who=who, subject=changed, scope=event, **entry)
    live.notify(*event.topics("rounds", "pairings", "standings"))
    return changed


def who_sits(drafted: Round) -> list[Registration]:
    return list(Registration.objects.filter(seats__round=drafted).named())
