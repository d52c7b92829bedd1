"""A new event that starts in the past is a slip of the pen more often than not: its organiser is asked."""

import datetime as dt

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.limits import possible_date

JUST_NOW = dt.timedelta(hours=1)  # an event that is made while its players stand at the door
CONFIRMED = "past_start"  # the box that the page shows below the start


class AsksAboutPastStart(forms.BaseForm):
    def clean_starts_at(self) -> dt.datetime:
        starts_at: dt.datetime = self.cleaned_data["starts_at"]
        possible_date(starts_at)
        if self.is_new and starts_at < timezone.now() - JUST_NOW and CONFIRMED not in self.data:
            message = _("This start is in the past: correct it, or confirm it below.")
            raise forms.ValidationError(message, code="past-start")
        return starts_at

    @property
    def is_new(self) -> bool:
        return True

    @property
    def asks_about_start(self) -> bool:
        """Once it is ticked it stays, whatever else is wrong."""
        return self.has_error("starts_at", "past-start") or self.start_is_confirmed

    @property
    def start_is_confirmed(self) -> bool:
        return CONFIRMED in self.data
