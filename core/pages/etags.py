"""Whether a browser has the version of a page that it would get, and the answer that says so."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags


def same_version(request: HttpRequest, etag: str) -> bool:
    """Whether the browser has this version, by weak comparison: proxies that compress an answer weaken its ETag."""
    return etag.removeprefix("W/") in {
        known.removeprefix("W/") for known in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    }


def not_modified(etag: str) -> HttpResponse:
    response: HttpResponse = HttpResponseNotModified()
    response["ETag"] = etag
    return response
