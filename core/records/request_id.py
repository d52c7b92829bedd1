"""Give each HTTP request an id for the logs, the audit log and the response."""

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the logs of beat, which does without Django's database and pages, need the id's variable only
    from django.http import HttpRequest, HttpResponse

WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}")

_request_id: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """The id of the current request; empty outside of one."""
    return _request_id.get()


class RequestIdMiddleware:
    """Set the request's id. A well-formed X-Request-ID of a proxy is kept."""

    def __init__(self, get_response: "Callable[[HttpRequest], HttpResponse]") -> None:
        self.get_response = get_response

    def __call__(self, request: "HttpRequest") -> "HttpResponse":
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)
        request.request_id = request_id  # type: ignore[attr-defined]  # Django logs refusals after the end of this
        token = _request_id.set(request_id)
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = current_request_id()
            return response
        finally:
            _request_id.reset(token)
