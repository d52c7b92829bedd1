"""What a page may load, and where its forms may lead: nothing but the site itself, and the services to sign in with."""

from collections.abc import Iterable
from typing import Any

from csp.constants import NONE, SELF


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
