"""Whether a user has a second factor."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.db.models import Exists


def has_second_factor(user: Any) -> bool:
    return bool(user and user.is_authenticated and get_adapter().is_mfa_enabled(user))


def second_factor_of(user: Any) -> Exists:
    """The same check as a condition for queries."""
    return Exists(Authenticator.objects.filter(user=user))
