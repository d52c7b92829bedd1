"""Finding, saving and discarding rounds: shared by the other modules about rounds."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import require
from tournaments.models import Event, Right, Round

MOST_NAMED = 100  # tables without a result


def event_of(round_id: int) -> int:
    return get_round(round_id).event_id


def get_round(round_id: int) -> Round:
    """Return the round; refuse if it has been discarded in the meantime."""
    row = Round.objects.filter(pk=round_id).first()
    if row is None:
        raise round_gone()
    return row


def round_gone() -> Refused:
    return Refused("round-gone", _("These pairings have been discarded: pair the round again."))


def round_to_change(round_id: int, event: Event, who: User) -> Round:
    require(event, who, Right.RUN_ROUNDS)
    changing = get_round(round_id)
    changing.event = event
    return changing


def unpublished_round_to_change(round_id: int, event: Event, who: User) -> Round:
    unpublished = round_to_change(round_id, event, who)
    refuse_published(unpublished)
    return unpublished


def refuse_published(unpublished: Round) -> None:
    if not unpublished.is_unpublished:
        raise Refused("not-a-draft", _("This round is already published."))


def delete_pairings(unpublished: Round) -> None:
    unpublished.seats.all().delete()
    unpublished.matches.all().delete()


def discard_round(event: Event, unpublished: Round, who: User, *, why: str = "") -> None:
    """Discard the pairings. Without a reason they follow from what was corrected or undone."""
    record("draft-discarded", who=who, subject=unpublished, scope=event, before={"number": unpublished.number}, why=why)
    last = event.draws.filter(number=unpublished.number).last()
    if last is not None:
        last.discarded_because = why
        last.save(update_fields=["discarded_because"])
    delete_pairings(unpublished)
    unpublished.delete()
    live.notify(*event.topics("rounds"))


def changed_round(event: Event, changed: Round, action: str, who: User, **entry: Any) -> Round:
    changed.version += 1
    changed.save()
    record(action, who=who, subject=changed, scope=event, **entry)
    live.notify(*event.topics("rounds", "pairings", "standings"))
    return changed


def refuse_unless_decided(played: Round) -> None:
    missing = list(played.matches.undecided().by_table().values_list("table", flat=True)[:MOST_NAMED])
    if missing:
        raise Refused("results-missing", _("Results are still missing."), tables=missing)
