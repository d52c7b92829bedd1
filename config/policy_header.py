"""Puts the content security policy of the site on each response."""

from functools import cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponseBase

OF_A_RESPONSE = {"_csp_config", "_csp_update", "_csp_replace", "_csp_exempt"}  # set by django-csp's decorators


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
