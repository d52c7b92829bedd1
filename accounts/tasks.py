"""Scheduled tasks of accounts. All are idempotent."""

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from celery import shared_task
from django.db import transaction
from django.utils import timezone

from accounts.models import ApiToken, SecurityEvent, Suspension
from accounts.moderation.models import CaseState, ContentReport, ModerationCase
from accounts.moderation.services import TIME_TO_APPEAL
from accounts.profile.privacy import CASES_KEPT, SIGN_IN_RETENTION
from accounts.security import devices
from accounts.security.notices import send_notice_from_worker
from core.privacy.erasures import write_file


@shared_task(name="accounts.chores", ignore_result=True)
def chores() -> None:
    notify_of_expiring_tokens()
    delete_old_records()
    write_file()


def notify_of_expiring_tokens() -> int:
    """Notify each owner once, a week before expiry. Claiming the row and storing the e-mail is one step."""
    notified = 0
    ApiToken.objects.set_missing_expiry()
    for token in ApiToken.objects.expiring_soon().select_related("owner"):
        with transaction.atomic():
            if ApiToken.objects.filter(pk=token.pk, expiry_notified_at=None).update(expiry_notified_at=timezone.now()):
                send_notice_from_worker(token.owner, "token_ends", token=token)
                notified += 1
    return notified


def delete_old_cases() -> None:
    """Delete old cases. Those without an appeal age from their decision; addresses of reporters go when the time to
    appeal is over."""
    now = timezone.now()
    over = ModerationCase.objects.filter(decided_at__lt=now - CASES_KEPT).exclude(state=CaseState.APPEALED)
    over.exclude(closed_at__gte=now - CASES_KEPT).delete()
    ContentReport.objects.filter(case__decided_at__lt=now - TIME_TO_APPEAL).update(email="")


def delete_old_records() -> None:
    before = timezone.now() - SIGN_IN_RETENTION
    for attempts in (AccessAttempt, AccessFailureLog, AccessLog):
        attempts.objects.filter(attempt_time__lt=before).delete()
    SecurityEvent.objects.filter(at__lt=before).delete()
    delete_old_cases()
    Suspension.objects.filter(lifted_at__lt=timezone.now() - CASES_KEPT).delete()
    devices.delete_old_sessions()
    ApiToken.objects.filter(expires_at__lt=before).delete()
