"""Confirmation of a new event that starts in the past, which is usually a typing error."""

import datetime as dt

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.limits import possible_date

JUST_NOW = dt.timedelta(hours=1)  # for an event that is created while its players arrive
CONFIRMED = "past_start"  # the checkbox below the start


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
        """Whether to show the checkbox. Once it is ticked it stays visible, even if there are other errors."""
        return self.has_error("starts_at", "past-start") or self.start_is_confirmed

    @property
    def start_is_confirmed(self) -> bool:
        return CONFIRMED in self.data
