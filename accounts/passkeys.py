"""Guard against passkey responses that break allauth: it reads their JSON with Django's reader, which fails on long
numbers, and leaves some errors of what the JSON holds, which is CBOR, to become faults of the site.
"""

import struct
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from core.pages.error_responses import error_response
from rules.common import strictjson
from rules.common.verdicts import Malformed

PAGES = "/accounts/2fa/"
FIELD = "credential"
MOST_BYTES = 64 * 1024  # authenticators nest one or two levels
MOST_DEPTH = 16


class CredentialMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and request.path.startswith(PAGES) and not _is_readable(request):
            return error_response(request, 400, "bad-request")
        return self.get_response(request)


def _is_readable(request: HttpRequest) -> bool:
    """Whether the response can be read. An empty value is left for the form to refuse."""
    sent = request.POST.get(FIELD, "")
    try:
        return not sent or bool(_response(sent))
    except (Malformed, LookupError, ValueError, TypeError, AttributeError, RecursionError, struct.error):
        return False


def _response(sent: str) -> AuthenticationResponse | RegistrationResponse:
    document: Any = strictjson.loads(sent.encode(), max_bytes=MOST_BYTES, max_depth=MOST_DEPTH)
    kind = RegistrationResponse if "attestationObject" in document["response"] else AuthenticationResponse
    return kind.from_dict(document)
