"""Practice tables. They need no account, so their number and lifetime are limited."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from core.pages.throttle import seconds_to_wait
from judging.models import Recording
from judging.recorder.services.recording import start_recording

A_DAY = 24 * 3600
TABLES_A_DAY = {"person": 50, "address": 200}  # a whole hall may share one address
EMPTY_TABLE_LASTS = dt.timedelta(days=1)
ANONYMOUS_TABLE_LASTS = dt.timedelta(days=30)
MOST_ANONYMOUS_TABLES = 5_000


class TooManyTables(Refused):
    status = 429


def set_up_table(
    *, header: dict[str, Any], dice: str, who: Any, address: str, actions: Sequence[dict[str, Any]] = ()
) -> Recording:
    kind, name = ("person", who.pk) if who else ("address", address)
    if seconds_to_wait(f"practice:{kind}:{name}", TABLES_A_DAY[kind], A_DAY):
        raise TooManyTables(
            "too-many-tables", _("You have reached today's limit of tables. Use one that you have already set up.")
        )
    return start_recording(header=header, dice=dice, who=who, actions=actions)


def delete_old_tables() -> int:
    """Delete unused tables, and tables without an account that have not been used for a while."""
    tables = Recording.objects.filter(match=None, submission=None)
    now = timezone.now()
    unused = Q(actions=[], changed_at__lt=now - EMPTY_TABLE_LASTS)
    anonymous = Q(started_by=None, changed_at__lt=now - ANONYMOUS_TABLE_LASTS)
    surplus = tables.filter(started_by=None).order_by("-changed_at", "-pk").values_list("pk", flat=True)
    too_many = Q(pk__in=list(surplus[MOST_ANONYMOUS_TABLES:]))
    deleted, _by_model = tables.filter(unused | anonymous | too_many).delete()
    return deleted
