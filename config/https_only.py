"""Separate from config.api, which Django REST framework imports later than middleware is loaded."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from core.pages.error_responses import error_response


class HttpsOnlyMiddleware:
    """Refuse API calls over HTTP instead of redirecting them: the program would keep sending its token unencrypted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith("/api/") and not request.is_secure():
            return error_response(
                request, 403, "https-only", reason=_("Use https:// and replace the token if you have sent one.")
            )
        return self.get_response(request)
