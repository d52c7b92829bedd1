"""The numbers of live topics and the time, for pages that ask instead of listening (docs/live.md)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from core.pages import live

MOST_TOPICS = 50


@require_GET
@never_cache
def no_stream(_request: HttpRequest) -> HttpResponse:
    """The response to /live on servers without streams (config/asgi.py has them): pages poll the versions instead."""
    return HttpResponse(status=204)


@require_GET
@never_cache
def live_versions(request: HttpRequest) -> HttpResponse:
    """For pages that poll: /live/versions?topic=a returns {"versions": {"a": 3}, "now": 1772884800000}."""
    topics = request.GET.getlist("topic")[:MOST_TOPICS]
    numbers = live.versions(topic for topic in topics if "\0" not in topic)
    return JsonResponse({"versions": numbers, "now": live.server_time()})
