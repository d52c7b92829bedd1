"""The Content Security Policy: pages load from and submit to the site itself, and to the configured sign-in
services.
"""

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
