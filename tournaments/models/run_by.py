"""Which events somebody runs, as a condition of a query about events."""

from typing import Any

from django.conf import settings
from django.db.models import Q

from accounts.second_factor import second_factor_of


def run_by(user: Any) -> Q:
    """On their staff, and with the second factor where one is asked for: without it they have no rights."""
    factor = Q(second_factor_of(user))
    return Q(staff__user=user) & (factor if settings.STAFF_SECOND_FACTOR else factor | Q(staff_second_factor=False))
