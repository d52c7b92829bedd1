"""Staff who have said that they do not play in an event, and each time they opened closed lists there."""

import datetime as dt

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

OPEN_FOR = dt.timedelta(minutes=30)  # so long lists stay open to somebody who has opened them
LONGEST_REASON = 500


class ListReaderQuerySet(models.QuerySet["ListReader"]):
    def not_playing(self) -> "ListReaderQuerySet":
        """Filter those who do not play, because no owner has let them play since they said so."""
        return self.filter(may_play_since__isnull=True)


class ListReader(models.Model):
    """A person of the staff who has said that they do not play in the event."""

    times: list[dt.datetime]  # when they opened lists; set by `readers_of_lists`

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="list_readers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    declared_at = models.DateTimeField(default=timezone.now)
    may_play_since = models.DateTimeField(null=True)
    may_play_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    may_play_why = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)

    objects = ListReaderQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="list_reader_once_an_event"),
            models.CheckConstraint(
                condition=Q(may_play_since__isnull=True) | ~Q(may_play_why=""), name="list_reader_plays_for_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}"


class ListReadingQuerySet(models.QuerySet["ListReading"]):
    def still_open(self) -> "ListReadingQuerySet":
        return self.filter(reader__may_play_since__isnull=True, at__gt=timezone.now() - OPEN_FOR)


class ListReading(models.Model):
    """Somebody opened the list of a player, or without a player every list of the event."""

    reader = models.ForeignKey(ListReader, on_delete=models.CASCADE, related_name="readings")
    player = models.ForeignKey("tournaments.Registration", null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = ListReadingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.reader}, {self.at:%Y-%m-%d %H:%M}"


def is_still_open(opened_at: dt.datetime | None) -> bool:
    return opened_at is not None and timezone.now() < opened_at + OPEN_FOR
