"""Requests of which it is known who asks."""

from rest_framework.request import Request

from accounts.models import User


class AuthenticatedRequest(Request):
    """What is posted to the API comes from somebody who is signed in (DEFAULT_PERMISSION_CLASSES)."""

    user: User
