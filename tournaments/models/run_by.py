"""The condition for events that a user runs."""

from typing import Any

from django.conf import settings
from django.db.models import Q

from accounts.second_factor import second_factor_of


def run_by(user: Any) -> Q:
    """Return a condition for events on whose staff the user is, with a second factor if required: without it they have
    no rights."""
    factor = Q(second_factor_of(user))
    return Q(staff__user=user) & (factor if settings.STAFF_SECOND_FACTOR else factor | Q(staff_second_factor=False))
