"""Types of requests with a known user."""

from rest_framework.request import Request

from accounts.models import User


class AuthenticatedRequest(Request):
    """An API request of a signed-in user (DEFAULT_PERMISSION_CLASSES)."""

    user: User
