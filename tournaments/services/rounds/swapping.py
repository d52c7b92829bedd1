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
        _change_places(seats[first].match, seats[second].match, first, second, why)
        return changed_round(event, unpublished, "round-swapped", who, after={"players": [first, second]}, why=why)


def _change_places(one: Match, other: Match, first: int, second: int, why: str) -> None:
    if one.pk == other.pk:
        raise Invalid("same-table", _("These two are already paired with each other."))
    side, other_side = ("a_id" if one.a_id == first else "b_id"), ("a_id" if other.a_id == second else "b_id")
    setattr(one, side, second)
    setattr(other, other_side, first)
    for match in (one, other):
        match.manual_why = why[:300]
        match.save(update_fields=["a", "b", "manual_why"])
    Seat.objects.filter(match=one, registration_id=first).delete()
    Seat.objects.filter(match=other, registration_id=second).update(registration_id=first)
    Seat.objects.create(round_id=one.round_id, registration_id=second, match=one)
