"""Data of cancelled events: when, why, and the state to which undoing returns."""

import datetime as dt

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.locale import zone_or_none
from tournaments.events.models.limits import MOST_OF_A_REASON
from tournaments.events.models.states import OVER, EventState


class Cancellable(models.Model):
    """The part of `Event` about cancelling."""

    state: str
    time_zone: str

    cancelled_at = models.DateTimeField(null=True, blank=True, editable=False)
    cancelled_from = models.CharField(
        max_length=12, choices=EventState, blank=True, default="", db_default="", editable=False
    )
    cancelled_because = models.CharField(
        _("reason of the cancellation"),
        max_length=MOST_OF_A_REASON,
        blank=True,
        default="",
        db_default="",
        editable=False,
    )

    class Meta:
        abstract = True

    @property
    def was_cancelled(self) -> bool:
        """Whether the event was cancelled, even if archived afterwards; it has no winner and no final ranking."""
        return self.state == EventState.CANCELLED or self.cancelled_at is not None

    @property
    def has_final_ranking(self) -> bool:
        return self.state in OVER and not self.was_cancelled

    @property
    def can_be_undone_until(self) -> dt.datetime | None:
        """Midnight after the cancelling in the event's time zone, until which it can be undone."""
        if self.state != EventState.CANCELLED or self.cancelled_at is None:
            return None
        zone = zone_or_none(self.time_zone) or dt.UTC
        next_day = self.cancelled_at.astimezone(zone).date() + dt.timedelta(days=1)
        return dt.datetime.combine(next_day, dt.time(), zone)

    @property
    def can_undo_cancelling(self) -> bool:
        until = self.can_be_undone_until
        return until is not None and timezone.now() < until
