"""Withdrawing a ruling: for a few minutes a judge can undo it with all its effects, which reopens the case."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import User
from core.audit import record
from core.errors import NotAllowed, Refused
from core.live import notify
from judging.models import Appeal, Case, Ruling
from judging.services.cases.desk import case_lock, lock_cases, require_judge
from judging.services.rulings.notifications import notify_of_ruling
from judging.services.rulings.ready_texts import in_both_languages
from judging.services.rulings.revocation import revoked
from tournaments.services.base.locking import event_lock

UNDO_FOR = timedelta(minutes=5)
WITHDRAWN = gettext_noop("The judge has withdrawn this ruling; the case is open again.")


def may_withdraw(ruling: Ruling, judge: User) -> bool:
    """Whether the judge can withdraw the ruling: their own, recent, current, not appealed. A ruling on an appeal is
    final."""
    fresh = timezone.now() - ruling.at < UNDO_FOR
    mine = ruling.judge_id == judge.pk and ruling.remedy not in (Ruling.Remedy.WITHDRAWN, Ruling.Remedy.TOGETHER)
    stands = Ruling.objects.standing().filter(pk=ruling.pk).exists()
    if not (fresh and mine and stands) or ruling.is_final or ruling.case.status != Case.Status.RULED:
        return False
    return not _is_appealed(ruling)


def _cases_of(ruling: Ruling) -> list[int]:
    """Return the case of the ruling and those closed with it: all are reopened."""
    return sorted({ruling.case_id, *Ruling.objects.closed_with(ruling).values_list("case", flat=True)})


def _is_appealed(ruling: Ruling) -> bool:
    """Whether a player has appealed in any of the ruling's cases, so that the head judge has to hear it."""
    return Appeal.objects.filter(case__in=_cases_of(ruling)).exists()


@transaction.atomic
def withdraw(*, ruling: Ruling, judge: User) -> Ruling:
    lock_cases(_cases_of(ruling))
    with case_lock(ruling.case_id) as case, event_lock(case.event_id):
        require_judge(case, judge)
        if ruling.judge_id != judge.pk:
            raise NotAllowed("not-your-ruling", _("Only the judge who made a ruling can undo it."))
        if _is_appealed(ruling):
            raise Refused("appealed-already", _("This ruling has already been appealed."))
        if case.current_ruling != ruling or not may_withdraw(Ruling.objects.get(pk=ruling.pk), judge):
            raise Refused("too-late-to-undo", _("This ruling can no longer be undone: replace it with another one."))
        message = in_both_languages(WITHDRAWN)
        with revoked(ruling, case, who=judge, why=message):
            for closed in Ruling.objects.closed_with(ruling).select_related("case__event").order_by("case_id"):
                _reopen(closed, who=judge, message=message)
            withdrawn = _reopen(ruling, who=judge, message=message)
        notify_of_ruling(withdrawn)
        return withdrawn


def _reopen(former: Ruling, *, who: User, message: str) -> Ruling:
    """Replace the ruling by a withdrawal; the case is open again and claimed by the judge."""
    case = Case.objects.with_people().get(pk=former.case_id)
    withdrawn = Ruling.objects.create(
        case=case, judge=who, remedy=Ruling.Remedy.WITHDRAWN, reason=message, message=message, supersedes=former
    )
    case.status = Case.Status.OPEN
    case.claimed_by, case.claimed_at = who, withdrawn.at
    case.save(update_fields=["status", "claimed_by", "claimed_at"])
    record("ruling-withdrawn", who=who, subject=case, scope=case.event, after={"ruling": former.pk})
    match = [case.match.topic] if case.match else []
    notify(case.topic, *match, *(person.topic for person in case.people()), *case.event.topics("cases"))
    return withdrawn
