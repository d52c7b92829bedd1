"""The condition for events that a user runs."""

from typing import Any

from django.conf import settings
from django.db.models import Q

from accounts.sign_in.second_factor import has_second_factor, second_factor_of


def may_run(user: Any, *, asks_factor: bool) -> bool:
    """Whether a user on the staff of an event has rights there: the same as a check, given what the event asks for."""
    return not (settings.STAFF_SECOND_FACTOR or asks_factor) or has_second_factor(user)


def staffed_by(user: Any) -> Q:
    """Return a condition for events on whose staff the user is, with a second factor if required: without it they have
    no rights."""
    factor = Q(second_factor_of(user))
    return Q(staff__user=user) & (factor if settings.STAFF_SECOND_FACTOR else factor | Q(staff_second_factor=False))
