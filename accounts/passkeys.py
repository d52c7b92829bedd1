"""What a browser sends of a passkey is JSON that allauth reads with Django's own reader, which a long number breaks."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from core.error_responses import error_response
from rules.common import strictjson
from rules.common.verdicts import Malformed

PAGES = "/accounts/2fa/"
FIELD = "credential"
MOST_BYTES = 64 * 1024  # an authenticator's answer has one or two
MOST_DEPTH = 16


class CredentialMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and request.path.startswith(PAGES) and not _is_readable(request):
            return error_response(request, 400, "bad-request")
        return self.get_response(request)


def _is_readable(request: HttpRequest) -> bool:
    """Nothing at all is for the form to refuse."""
    sent = request.POST.get(FIELD, "")
    try:
        return not sent or isinstance(strictjson.loads(sent.encode(), max_bytes=MOST_BYTES, max_depth=MOST_DEPTH), dict)
    except (Malformed, UnicodeEncodeError):
        return False
