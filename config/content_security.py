"""The Content Security Policy: pages load from and submit to the site itself, and to the configured sign-in
services.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from csp.constants import HEADER, NONE, SELF
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponseBase

OF_A_RESPONSE = {"_csp_config", "_csp_update", "_csp_replace", "_csp_exempt"}  # set by django-csp's decorators


def policy(form_targets: Iterable[str]) -> dict[str, Any]:
    return {
        "DIRECTIVES": {
            "default-src": [NONE],
            "script-src": [SELF],
            "style-src": [SELF],
            "img-src": [SELF, "data:"],
            "font-src": [SELF],
            "connect-src": [SELF],
            "manifest-src": [SELF],
            "base-uri": [NONE],
            "form-action": [SELF, *form_targets],
            "frame-ancestors": [NONE],
        }
    }


@cache
def policy_of_the_site() -> str:
    return build_policy()


class PolicyMiddleware(CSPMiddleware):
    """Builds the policy of the site once: django-csp builds it for each response, and few have one of their own."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not OF_A_RESPONSE.isdisjoint(vars(response)) or hasattr(request, "_csp_nonce"):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, policy_of_the_site())
        return response
