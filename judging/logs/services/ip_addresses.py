"""IP addresses of submissions, which are kept for disputes, but not forever."""

import datetime as dt

from django.utils import timezone

from judging.models import Submission

ADDRESS_RETENTION = dt.timedelta(days=90)


def delete_old_addresses() -> int:
    before = timezone.now() - ADDRESS_RETENTION
    return Submission.objects.filter(received_at__lt=before, address__isnull=False).update(address=None)
