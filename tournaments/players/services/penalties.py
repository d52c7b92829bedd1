"""Penalties: they add up along the event's ladder, which proposes the next one; a judge decides."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.models import Event, Match, Penalty, PenaltyKind, Registration, Right


def apply_penalty(
    *,
    registration: Registration,
    who: User,
    kind: str,
    why: str,
    article: str = "",
    match: Match | None = None,
    by_ruling: bool = False,
) -> Penalty:
    """Record a penalty. Its effect on a result or on the player is a separate call."""
    with event_lock(registration.event_id) as event:
        require(event, who, Right.RULE)
        if registration.belongs_to(who):
            raise NotAllowed("own-penalty", _("You cannot decide about yourself."))
        if kind not in PenaltyKind.values or not why.strip():
            raise Invalid("penalty-incomplete", _("A penalty needs a kind and a reason."))
        if match and match.round.is_unpublished:
            raise Refused("round-not-published", _("This match has not been published yet."))
        penalty = Penalty.objects.create(
            registration=registration, match=match, kind=kind, article=article, why=why, by=who, by_ruling=by_ruling
        )
        record("penalty", who=who, subject=registration, scope=event, after={"kind": kind, "article": article}, why=why)
        live.notify(registration.topic, *event.topics("penalties"))
        return penalty


def revoke_penalty(*, penalty: Penalty, who: User, why: str) -> Penalty:
    with event_lock(penalty.registration.event_id) as event:
        require(event, who, Right.RULE)
        if penalty.revokes_id or Penalty.objects.filter(revokes=penalty).exists():
            raise Refused("penalty-not-standing", _("This penalty has already been revoked."))
        revocation = Penalty.objects.create(
            registration=penalty.registration, match=penalty.match, kind=penalty.kind, why=why, by=who, revokes=penalty
        )
        record("penalty-revoked", who=who, subject=penalty.registration, scope=event, why=why)
        live.notify(penalty.registration.topic, *event.topics("penalties"))
        return revocation


NEXT_STEP = "next"  # chosen in a form: the next step of the ladder of whoever gets the penalty
SEVERITY = {kind.value: place for place, kind in enumerate(PenaltyKind)}


def proposed_penalty(registration: Registration, *, without: Penalty | None = None) -> str:
    """Propose the next penalty. `without` excludes a penalty that is about to be replaced."""
    return next_penalty(registration.event, [each for each in registration.penalties.current() if each != without])


def next_penalty(event: Event, earlier: Sequence[Penalty]) -> str:
    """Return the kind of the next penalty after the current ones of a player.

    Each of them is one step up the ladder, and a severe one leads at least to its own step; the last step repeats. The
    next penalty is never lighter than an earlier one.
    """
    ladder = event.penalty_ladder or list(PenaltyKind.values)
    kinds = [penalty.kind for penalty in earlier]
    heaviest = max(kinds, key=SEVERITY.__getitem__, default=ladder[0])
    lighter = sum(SEVERITY[step] < SEVERITY[heaviest] for step in ladder)
    reached = max(len(kinds), lighter + 1) if kinds else 0
    return max(str(ladder[min(reached, len(ladder) - 1)]), heaviest, key=SEVERITY.__getitem__)
