"""Swapping two players of an unpublished round, with a reason."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid
from tournaments.models import Match, Round, Seat
from tournaments.services.base.locking import claim_form_key, event_lock, require_version
from tournaments.services.rounds.lookup import changed_round, event_of, unpublished_round_to_change


def swap(
    *, round_id: int, who: User, first: int, second: int, why: str, seen_version: int | None = None, key: str = ""
) -> Round:
    """Swap two players; the reason stays visible to the staff."""
    with event_lock(event_of(round_id)) as event:
        unpublished = unpublished_round_to_change(round_id, event, who)
        if not claim_form_key(event, key, "swap"):
            return unpublished
        require_version(unpublished, seen_version)
        if not why.strip():
            raise Invalid("reason-missing", _("Give a reason for the swap."))
        seats = {s.registration_id: s for s in unpublished.seats.filter(registration_id__in=[first, second])}
        if len(seats) != 2:
            raise Invalid("not-in-the-round", _("Both players must be paired in this round."))
        _change_places(seats[first], seats[second], why)
        return changed_round(event, unpublished, "round-swapped", who, after={"players": [first, second]}, why=why)


def _change_places(one: Seat, other: Seat, why: str) -> None:
    if one.match_id == other.match_id:
        raise Invalid("same-table", _("These two are already paired with each other."))
    Match.objects.filter(pk__in=[one.match_id, other.match_id]).update(manual_why=why[:300])
    Seat.objects.filter(pk__in=[one.pk, other.pk]).delete()  # nobody sits twice in a round, not even for a moment
    one.registration_id, other.registration_id = other.registration_id, one.registration_id
    Seat.objects.bulk_create([one, other])
