"""Names the style sheets and the first scripts of a page in its header, so that browsers ask for them before the page
itself is there.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PAGE = b"<!doctype html>"
NEEDED = re.compile(
    rb'<(?P<kind>link rel="stylesheet" href|script async src|script type="module" src)="(?P<address>/[^"]+)"'
    rb"|<noscript>.*?</noscript>",
    re.DOTALL,
)
PRELOAD = {
    b'link rel="stylesheet" href': "preload; as=style",
    b"script async src": "preload; as=script",
    b'script type="module" src': "modulepreload",
}


class PreloadMiddleware:
    """On a slow line the request goes out while the page still arrives."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.streaming and response.content.startswith(PAGE):
            needed = NEEDED.finditer(response.content, 0, response.content.find(b"</head>"))
            links = [_link(found) for found in needed if found["address"]]
            if links:
                response["Link"] = ", ".join(links)
        return response


def _link(found: re.Match[bytes]) -> str:
    return f"<{found['address'].decode()}>; rel={PRELOAD[found['kind']]}"
