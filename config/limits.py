"""What is refused by its size before a byte of it is read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.refusals import refused

LONGEST_NUMBER = 18  # a length of more digits than any machine has bytes


class BodyLimitMiddleware:
    """A body must say its length (411) and keep within the largest that is taken in there (413)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "chunked" in request.headers.get("Transfer-Encoding", "").lower():
            return refused(request, 411, "length-required", page="400.html")
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > LONGEST_NUMBER:
            return refused(request, 400, "bad-length")
        most = settings.LARGER_BODIES.get(request.path, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if int(length) > most:
            return refused(request, 413, "too-large", most=most)
        return self.get_response(request)
