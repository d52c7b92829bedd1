"""The cases of one table are ruled together: a ruling on one closes the others that it answers."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from core.audit import record
from core.live import notify
from judging.models import Case, Ruling
from judging.services.rulings.decisions import DECIDES_THE_MATCH, Decision, Remedy
from judging.services.rulings.ruling import close_case, rule


def other_cases(case: Case, judge: User) -> list[Case]:
    """Open cases of the same table that no other judge has. An appeal and a team list are matters of their own."""
    if case.match_id is None:
        return []
    free = Q(claimed_by=None) | Q(claimed_by=judge)
    others = Case.objects.filter(free, match=case.match_id, status=Case.Status.OPEN).exclude(pk=case.pk)
    return list(others.with_people().order_by("pk"))


def shown_cases(case: Case, judge: User, together: Collection[int]) -> list[Case]:
    """Of those that the judge saw listed, the ones that can still be closed: nobody rules on what came later."""
    return [other for other in other_cases(case, judge) if other.pk in together] if together else []


def lock_cases(numbers: Iterable[int]) -> None:
    """In one order, so that two judges at one table never wait for each other: call before any other lock of a case."""
    list(Case.objects.select_for_update(no_key=True).filter(pk__in=sorted(numbers)).order_by("pk"))


@transaction.atomic
def rule_on_table(*, case_id: int, judge: User, decision: Decision, together: Collection[int]) -> Ruling:
    """The ruling of the case; those of the table's other cases that are named in `together` are closed with it."""
    case = Case.objects.with_people().get(pk=case_id)
    lock_cases([case.pk, *(other.pk for other in shown_cases(case, judge, together))])
    ruling = rule(case_id=case_id, judge=judge, decision=decision)
    for other in shown_cases(case, judge, together):
        if not other.needs_a_result or decision.remedy in DECIDES_THE_MATCH:
            _close_with(ruling, other)
    return ruling


def _close_with(lead: Ruling, case: Case) -> None:
    ruling = Ruling.objects.create(
        case=case,
        judge=lead.judge,
        remedy=Remedy.TOGETHER,
        details={"ruling": lead.pk},
        article=lead.article,
        reason=lead.reason,
        message=lead.message,
        supersedes=case.current_ruling,
    )
    close_case(case, ruling)


@transaction.atomic
def withdraw_closed_with(lead: Ruling, *, who: User, message: str) -> None:
    for closed in Ruling.objects.closed_with(lead).select_related("case__event").order_by("case_id"):
        reopen(closed, who=who, message=message)


def reopen(former: Ruling, *, who: User, message: str) -> Ruling:
    """A row that takes the place of the ruling; the case is open again and with the judge."""
    case = Case.objects.with_people().get(pk=former.case_id)
    withdrawn = Ruling.objects.create(
        case=case, judge=who, remedy=Remedy.WITHDRAWN, reason=message, message=message, supersedes=former
    )
    case.status = Case.Status.OPEN
    case.claimed_by, case.claimed_at = who, withdrawn.at
    case.save(update_fields=["status", "claimed_by", "claimed_at"])
    record("ruling-withdrawn", who=who, subject=case, scope=case.event, after={"ruling": former.pk})
    match = [case.match.topic] if case.match else []
    notify(case.topic, *match, *(person.topic for person in case.people()), *case.event.topics("cases"))
    return withdrawn
