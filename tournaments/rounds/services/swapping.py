"""Swapping two players of an unpublished round, with a reason."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from tournaments.base.services.locking import claim_form_key, event_lock, require_version
from tournaments.models import Match, Registration, Round, Seat, Stage
from tournaments.rounds.services.lookup import changed_round, event_of, unpublished_round_to_change


def swap(
    *, round_id: int, who: User, first: int, second: int, why: str, seen_version: int | None = None, key: str = ""
) -> Round:
    """Swap two players; the reason stays visible to the staff."""
    with event_lock(event_of(round_id)) as event:
        unpublished = unpublished_round_to_change(round_id, event, who)
        if not claim_form_key(event, key, "swap"):
            return unpublished
        require_version(unpublished, seen_version)
        if unpublished.stage == Stage.CUT:
            raise Refused("bracket-decides", _("In the top cut the bracket decides who meets: nobody can be swapped."))
        if not why.strip():
            raise Invalid("reason-missing", _("Give a reason for the swap."))
        one, other = _side_of(unpublished, first), _side_of(unpublished, second)
        if not one or not other or first == second:
            raise Invalid("not-in-the-round", _("Both players must be paired in this round."))
        _refuse_own_table(who, [one[0].match_id, other[0].match_id])
        _change_places(one, other, why)
        return changed_round(event, unpublished, "round-swapped", who, after={"players": [first, second]}, why=why)


def _refuse_own_table(who: User, matches: list[int]) -> None:
    """Nobody chooses their own opponent."""
    if Registration.objects.of_person(who.pk).filter(seats__match__in=matches).exists():
        raise NotAllowed("own-table", _("You play at one of these tables: somebody else on the staff swaps players."))


def _side_of(unpublished: Round, player: int) -> list[Seat]:
    """Return the seat of this player and that of their partner."""
    own = unpublished.seats.filter(registration_id=player).first()
    return list(unpublished.seats.filter(match=own.match_id, side=own.side)) if own else []


def _change_places(one: list[Seat], other: list[Seat], why: str) -> None:
    matches = {one[0].match_id, other[0].match_id}
    if len(matches) == 1:
        raise Invalid("same-table", _("These two are already paired with each other."))
    Match.objects.filter(pk__in=matches).update(manual_why=why[:300])
    seats = [*one, *other]
    # first, because a player must not have two seats even temporarily
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    for mine, theirs in zip(one, other, strict=True):
        mine.registration_id, theirs.registration_id = theirs.registration_id, mine.registration_id
    Seat.objects.bulk_create(seats)
