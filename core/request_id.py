"""Each HTTP request has an id: in the log, in the audit log and in the response."""

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}")

_request_id: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Empty outside of a request."""
    return _request_id.get()


class RequestIdMiddleware:
    """A proxy's X-Request-ID is kept where it is well formed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        token = _request_id.set(given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8))
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = current_request_id()
            return response
        finally:
            _request_id.reset(token)
