"""Reports of content: anyone can report, a moderator decides, and another moderator decides a single appeal."""

import datetime as dt
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ModerationCase, User
from accounts.moderation import administration
from accounts.moderation.models import MODERATE, CaseOutcome, CaseState, ContentReport, kind_of
from accounts.profile.models import name_has_changed
from accounts.security.notices import send_notice_from_worker
from accounts.sign_in.second_factor import has_second_factor
from core.errors import NotAllowed, Refused
from core.pages.links import absolute
from core.pages.live import PEOPLE, notify
from core.pages.throttle import seconds_to_wait
from core.privacy.erasures import is_erased
from core.records import audit

REPORTS_A_DAY = {"person": 20, "address": 10}
SALT = "appeal of a decision of moderators"
TIME_TO_APPEAL = dt.timedelta(days=30)
DAY = 24 * 3600


def may_moderate(user: Any) -> bool:
    """Whether this person is a moderator and has the second factor that staff or administrators need."""
    if not user.is_authenticated or not user.has_perm(MODERATE):
        return False
    is_asked = settings.STAFF_SECOND_FACTOR or settings.ADMIN_SECOND_FACTOR
    return has_second_factor(user) or not is_asked


def refuse_many(user: Any, address: str) -> None:
    """Limit the reports per day of a person, or of a network address without an account."""
    who, most = (f"person:{user.pk}", "person") if user.is_authenticated else (f"address:{address}", "address")
    if seconds_to_wait(f"report:{who}", REPORTS_A_DAY[most], DAY):
        raise Refused("too-many-reports", _("You have sent many reports today. Please try again tomorrow."))


@transaction.atomic
def report(*, row: Any, who: Any, reason: str, text: str, email: str = "") -> ContentReport:
    """Report content, as part of the open case about it if there is one."""
    label = row._meta.label_lower
    facts = {"kind": label, "subject_id": row.pk, "state": CaseState.OPEN}
    case, is_new = ModerationCase.objects.get_or_create(**facts, defaults={"owner": kind_of(label).owner(row)})
    reporter = who if who.is_authenticated else None
    made = case.reports.filter(reporter=reporter).first() if reporter else None
    made = made or ContentReport(case=case, reporter=reporter)
    made.reason, made.text, made.email = reason, text, "" if reporter else email
    made.save()
    if is_new:
        audit.record("content-reported", who=reporter, subject=case, after={"reason": reason})
    return made


@transaction.atomic
def decide(*, case_id: int, who: User, outcome: str, why: str) -> ModerationCase:
    case = _locked(case_id, who)
    if case.state != CaseState.OPEN:
        raise Refused("already-decided", _("Another moderator has decided this already."))
    if case.owner_id == who.pk:
        raise NotAllowed("own-case", _("This is about you: another moderator decides it."))
    _carry_out(case, outcome, who, why)
    case.outcome, case.why, case.decided_by, case.decided_at = outcome, why, who, timezone.now()
    case.state = CaseState.CLOSED if outcome == CaseOutcome.KEPT else CaseState.DECIDED
    case.closed_at = case.decided_at if outcome == CaseOutcome.KEPT else None
    case.save()
    audit.record("moderation-decided", who=who, subject=case, after={"outcome": outcome}, why=why)
    if case.owner and outcome != CaseOutcome.KEPT:
        _notify_owner(case, appeal_url=absolute(appeal_path(case)))
    return case


def appeal_path(case: ModerationCase) -> str:
    """The link for an appeal, which works without signing in because a suspended person cannot."""
    return reverse("accounts:appeal", args=[signing.dumps(case.pk, salt=SALT)])


def case_of_link(token: str) -> ModerationCase | None:
    try:
        pk = signing.loads(token, salt=SALT, max_age=TIME_TO_APPEAL)
    except signing.BadSignature:
        return None
    case = ModerationCase.objects.select_related("owner").filter(pk=pk).first()
    return None if case is None or (case.owner and is_erased(case.owner)) else case


@transaction.atomic
def appeal(*, case_id: int, text: str) -> ModerationCase:
    case = ModerationCase.objects.select_for_update().get(pk=case_id)
    if not case.may_be_appealed:
        raise Refused("no-appeal", _("An appeal was made already, or there is nothing to appeal against."))
    case.state, case.appeal, case.appealed_at = CaseState.APPEALED, text, timezone.now()
    case.save()
    audit.record("moderation-appealed", who=case.owner, subject=case)
    return case


@transaction.atomic
def decide_appeal(*, case_id: int, who: User, granted: bool, why: str) -> ModerationCase:
    case = _locked(case_id, who)
    if case.state != CaseState.APPEALED:
        raise Refused("already-decided", _("Another moderator has decided this already."))
    if who.pk in (case.decided_by_id, case.owner_id):
        raise NotAllowed("another-moderator", _("Another moderator decides about the appeal."))
    if granted:
        _take_back(case, who, why)
    case.state, case.appeal_granted, case.appeal_why = CaseState.CLOSED, granted, why
    case.appeal_decided_by, case.closed_at = who, timezone.now()
    case.save()
    audit.record("moderation-appeal-decided", who=who, subject=case, after={"granted": granted}, why=why)
    if case.owner:
        _notify_owner(case)
    return case


def _locked(case_id: int, who: User) -> ModerationCase:
    if not may_moderate(who):
        raise NotAllowed("no-moderator", _("Only moderators may do this."))
    return ModerationCase.objects.select_for_update().get(pk=case_id)


def _carry_out(case: ModerationCase, outcome: str, who: User, why: str) -> None:
    if outcome == CaseOutcome.SUSPENDED:
        if case.owner is None:
            raise Refused("nobody-to-suspend", _("There is no account behind this. Hide it instead."))
        administration.suspend(user=case.owner, by=who, why=why, case=case)
    if outcome != CaseOutcome.KEPT:
        _set_hidden(case, hidden=True)


def _take_back(case: ModerationCase, who: User, why: str) -> None:
    """Undo the effects of a decision, except those that another moderator or an administrator decided too."""
    others = ModerationCase.objects.exclude(pk=case.pk).exclude(appeal_granted=True)
    hiding = others.filter(
        kind=case.kind, subject_id=case.subject_id, outcome__in=[CaseOutcome.HIDDEN, CaseOutcome.SUSPENDED]
    )
    if not hiding.exists():
        _set_hidden(case, hidden=False)
    administration.lift(case=case, by=who, why=why)


def _set_hidden(case: ModerationCase, *, hidden: bool) -> None:
    case.about.model._base_manager.filter(pk=case.subject_id).update(hidden_by_moderators=hidden)
    if case.subject:
        name_has_changed(case.subject)
    notify(PEOPLE)


def _notify_owner(case: ModerationCase, **facts: Any) -> None:
    """Store the notice with the decision, so that none is lost; it is sent after the commit."""
    assert case.owner
    send_notice_from_worker(case.owner, "decision_of_moderators", case=case, thing=case.about.label, **facts)
