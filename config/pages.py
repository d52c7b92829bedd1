"""Pages that belong to no app: the colour theme, the style guide, and error pages, and addresses that programs look
for on every site."""

import datetime as dt
import logging
import sys
from operator import attrgetter
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST, require_safe
from django.views.i18n import set_language

from core.database.errors import database_is_unavailable
from core.pages.error_responses import error_response, wants_json
from core.pages.links import absolute
from core.pages.login_redirect import current_page, safe_next
from core.pages.page_cache import cached_page
from core.pages.requests import SiteRequest
from judging.board.board_state import board_data, coins
from judging.board.script_texts import BOARD_TEXTS
from judging.cases.views.fragments import now_context
from judging.replay.services.live_games import live_recordings
from judging.replay.services.public_games import DEMONSTRATION
from rules.arena.public import board
from rules.games import DEFAULT
from tournaments.events.services.lists import next_events

logger = logging.getLogger(__name__)

THEMES = ("auto", "light", "dark")
A_YEAR = 365 * 24 * 3600
SAFE_METHODS = {"GET", "HEAD"}
SECONDS_TO_RETRY = 10
DIE_FACES = ("critical", "armour", "lock", "dodge", "critical-dodge", "dofus")
STATES = ("good", "warn", "bad", "info", "live", "trust", "unchecked", "side-a", "side-b", "side-c", "side-d")
LEVELS = ("info", "success", "warning", "error")
SWATCHES = (
    *("paper", "surface", "surface-2", "box", "primary", "kama", "good", "warn", "bad", "info"),
    *("side-a", "side-b", "cell", "tree", "bush", "crate", "demon"),
)


def events_shown(request: HttpRequest) -> list[Any] | None:
    """Return what visitors see of the next events (`tournaments/events/parts/event_cards.html`). Whoever has signed in
    gets a page of their own."""
    if request.user.is_authenticated:
        return None
    shown = attrgetter(
        *(
            "slug",
            "name",
            "state",
            "starts_at",
            "time_zone",
            "city",
            "place",
            "team_format",
            "capacity",
            "taken",
            "held",
            "played",
        )
    )
    live = live_recordings().first()
    return [*(shown(event) for event in next_events()), live and live.pk]


@require_safe
@csp_replace({"frame-src": [SELF]})  # the board of a live game
@cached_page(events_shown)
def start(request: SiteRequest) -> HttpResponse:
    """Render the start page with all that it says now: nothing that comes later moves what somebody is about to tap."""
    if request.user.is_authenticated:
        context, coming = now_context(request), list(next_events())
        rows = [event for event in coming if event.pk not in context["listed"]]
        return render(request, "start.html", context | {"rows": rows, "all_listed": bool(coming) and not rows})
    shown = {"rows": next_events(), "live": live_recordings().first(), "demonstration": DEMONSTRATION}
    return render(request, "start.html", shown)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Store the viewer's colour theme in a cookie and go back to their page."""
    response = HttpResponseRedirect(safe_next(request, request.POST.get("next", "")))
    choice = request.POST.get("theme")
    if choice in THEMES:
        response.set_cookie("theme", choice, max_age=A_YEAR, samesite="Lax", secure=request.is_secure())
    return response


def language(request: HttpRequest) -> HttpResponse:
    """Set the language and go back to a page of the site; Django's view would also follow a value such as "-1"."""
    response: HttpResponse = set_language(request)
    if "Location" in response:
        response["Location"] = safe_next(request, response["Location"])
    return response


@require_GET
def style(request: HttpRequest) -> HttpResponse:
    samples = {
        "die_faces": DIE_FACES,
        "states": STATES,
        "levels": LEVELS,
        "swatches": SWATCHES,
        "board_example": board_example(),
    }
    return render(request, "style.html", samples)


def board_example() -> dict[str, Any]:
    arena = board(DEFAULT.boards.slugs[-1])
    assert arena
    figure = {"hp": 9, "injuries": 0, "mp": 3, "ap": 4, "markers": [], "summon": False}
    units = {
        "a1": figure
        | {"name": "Queen of the Tofus", "initial": "Q", "level": 4, "side": "A", "cell": "E5", "injuries": 2},
        "a2": figure | {"name": "Bill Tell", "initial": "B", "level": 3, "side": "A", "cell": "C4"},
        "a1/tofu-1": figure | {"name": "Tofu", "initial": "T", "level": 0, "side": "A", "cell": "D6", "summon": True},
        "b1": figure
        | {"name": "Kassius Kaos", "initial": "K", "level": 4, "side": "B", "cell": "H8", "markers": ["-1 MP"]},
        "b2": figure | {"name": "Lil' Healey", "initial": "L", "level": 2, "side": "B", "cell": "I10"},
    }
    return {
        "board": board_data(arena),
        "words": BOARD_TEXTS,
        "position": {"units": units, "coins": coins(arena.kamas), "active": "a1"},
        "lights": {"choice": ["E6", "F5", "D5"], "target": ["H8"], "range": ["G8"], "unseen": ["J8"], "barred": ["H9"]},
        "sight": [["E5", "H8", True]],
    }


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  Django passes it by name
    return error_response(request, 400, "bad-request")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the message of PermissionDenied("...") to the reader."""
    return error_response(request, 403, "permission-denied", reason=str(exception))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  Django passes it by name
    return error_response(request, 404, "not-found")


def form_refused(request: HttpRequest, **_reason: str) -> HttpResponse:
    """The CSRF check failed, usually because the person signed in or out in another tab."""
    return error_response(request, 403, "csrf", back=current_page(request))


def server_error(request: HttpRequest) -> HttpResponse:
    if database_is_unavailable(sys.exception()):
        return unavailable(request)
    return HttpResponse(_without_context(500, "server-error"), status=500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The database does not answer. A page that was only read reloads by itself; a form has to be sent again."""
    if wants_json(request):
        detail = "The database does not answer at the moment. Nothing was changed."
        response: HttpResponse = JsonResponse({"code": "unavailable", "detail": detail}, status=503)
    else:
        page = _without_context(503, "unavailable", reading=request.method in SAFE_METHODS)
        response = HttpResponse(page, status=503)
        if request.method in SAFE_METHODS:
            response["Refresh"] = str(SECONDS_TO_RETRY)
    response["Retry-After"] = str(SECONDS_TO_RETRY)
    response["Cache-Control"] = "no-store"
    return response


def _without_context(status: int, code: str, **more: Any) -> str:
    """Render without the request's context, because whatever failed may fail again there."""
    try:
        return render_to_string("error.html", {**more, "status": status, "code": code})
    except Exception:
        logger.exception("the page for our own faults could not be rendered")
        return render_to_string("500_bare.html")


NOT_FOR_SEARCH = (
    *("/accounts/", "/admin/", "/api/", "/me/", "/live"),
    *("/events/claim/", "/events/join/", "/events/mail/", "/events/me/"),  # personal links
)
SECURITY_TEXT_LASTS = dt.timedelta(days=180)


@require_GET
def robots(_request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_SEARCH)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_GET
def security_text(request: HttpRequest) -> HttpResponse:
    """RFC 9116: where to report a vulnerability of this site."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + SECURITY_TEXT_LASTS).replace(microsecond=0)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {until.isoformat()}",
        "Preferred-Languages: en, fr",
        f"Canonical: {absolute(request.path, request)}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
