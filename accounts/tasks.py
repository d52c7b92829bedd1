"""What accounts do by the clock. Each may run twice without harm."""

import datetime as dt

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from celery import shared_task
from django.utils import timezone

from accounts import devices
from accounts.models import ApiToken
from accounts.notices import tell_later

SIGN_INS_KEPT = dt.timedelta(days=30)


@shared_task(name="accounts.chores", ignore_result=True)
def chores() -> None:
    tell_of_tokens_that_end()
    forget_old_records()


def tell_of_tokens_that_end() -> int:
    """Each owner once, a week before. The row is claimed first, so two workers do not write twice; an e-mail that
    could not be sent is tried again the next time."""
    told = 0
    ApiToken.objects.give_an_end()
    for token in ApiToken.objects.ending_soon().select_related("owner"):
        row = ApiToken.objects.filter(pk=token.pk, told_at=None)
        if not row.update(told_at=timezone.now()):
            continue
        try:
            tell_later(token.owner, "token_ends", token=token)
        except OSError:
            ApiToken.objects.filter(pk=token.pk).update(told_at=None)
        else:
            told += 1
    return told


def forget_old_records() -> None:
    before = timezone.now() - SIGN_INS_KEPT
    for attempts in (AccessAttempt, AccessFailureLog, AccessLog):
        attempts.objects.filter(attempt_time__lt=before).delete()
    devices.forget_old()
    ApiToken.objects.filter(expires_at__lt=before).delete()
