"""Time-dependent permissions of an event, in its time zone."""

import datetime as dt
import zoneinfo
from typing import Any

from django.db import models
from django.utils import timezone

from core.locale import zone_names, zone_or_none
from tournaments.events.models.states import BEFORE_CHECK_IN, OVER, EventState


def check_time_zone(name: str) -> str:
    return name if name in zone_names() else "UTC"


class Timed(models.Model):
    """The part of `Event` about times."""

    state: str
    hidden_by_moderators: bool
    time_zone: str
    starts_at: dt.datetime
    registration_opens_at: dt.datetime | None
    registration_closes_at: dt.datetime | None
    check_in_minutes: int
    list_deadline: dt.datetime | None
    lists_required: bool
    lists_locked_at: dt.datetime | None
    round_minutes: int
    break_minutes: int

    class Meta:
        abstract = True

    def zone_for(self, viewer: Any) -> zoneinfo.ZoneInfo:
        """Return the time zone that the viewer has chosen, otherwise that of the event."""
        return zone_or_none(getattr(viewer, "time_zone", "")) or self.zone

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(check_time_zone(self.time_zone))

    def accepts_registrations(self) -> bool:
        now = timezone.now()
        opened = self.registration_opens_at is None or self.registration_opens_at <= now
        closed = self.registration_closes_at is not None and self.registration_closes_at <= now
        return self.state == EventState.REGISTRATION and opened and not closed and not self.hidden_by_moderators

    @property
    def check_in_opens_at(self) -> dt.datetime:
        """When players are told that it opens; it does when the staff start it, earlier or later."""
        return self.starts_at - dt.timedelta(minutes=self.check_in_minutes)

    @property
    def is_check_in_open(self) -> bool:
        return self.state == EventState.CHECK_IN

    @property
    def is_check_in_late(self) -> bool:
        """Whether the time that players were told is over and the staff have not started the check-in."""
        return self.state in BEFORE_CHECK_IN and timezone.now() >= self.check_in_opens_at

    def accepts_lists(self) -> bool:
        now = timezone.now()
        in_time = self.list_deadline is None or now < self.list_deadline
        return self.lists_required and self.lists_locked_at is None and in_time and self.state not in OVER

    def time_for(self, rounds: int) -> dt.timedelta:
        """Return how long this many rounds take, with the breaks between them."""
        return dt.timedelta(minutes=rounds * self.round_minutes + max(rounds - 1, 0) * self.break_minutes)

    @property
    def time_for_next_round(self) -> dt.timedelta:
        """How long a break and a round after it take."""
        return dt.timedelta(minutes=self.break_minutes + self.round_minutes)
