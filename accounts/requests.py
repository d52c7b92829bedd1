"""Requests of which it is known who asks."""

from rest_framework.request import Request

from accounts.models import User


class AuthenticatedRequest(Request):
    """A request of the API whose user is signed in (DEFAULT_PERMISSION_CLASSES)."""

    user: User
