"""Check-in: the staff's list, the QR code that a player shows, and the player's own button."""

import dataclasses
import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import Refused
from core.pages.live import render_part
from core.pages.requests import asks_for_part
from core.text.names import is_found
from tournaments.base.views.access import EventRequest, back_to, cached_event_page, deny_access, event_page
from tournaments.base.views.form_fields import form_text
from tournaments.models import Event, EventState, Right
from tournaments.players.services import check_in as services
from tournaments.players.services.check_in import CheckInDesk, CheckInRow, check_in_desk, list_problem_of
from tournaments.players.services.dropping import who_can_be_sent_away
from tournaments.players.views.own_part import part_of

SHOWS: dict[str, Callable[[CheckInRow], bool]] = {
    "all": lambda _row: True,
    "away": lambda row: not row.here,
    "unpaid": lambda row: not row.paid,
    "lists": lambda row: bool(row.list_problem),
}


@require_GET
@event_page(Right.CHECK_IN)
@cached_event_page()
def check_in_list(request: EventRequest, event: Event) -> HttpResponse:
    return render(request, "tournaments/players/check_in.html", check_in_context(request, event))


@require_GET
@event_page(Right.CHECK_IN)
def check_in_now(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment, so that count and rows are the same on every desk."""
    return render_part(request, "tournaments/players/check_in.html", check_in_context(request, event))


def check_in_context(request: EventRequest, event: Event) -> dict[str, Any]:
    """Return the context of the desk. The filter is in the URL of the page, also for requests of its fragments."""
    shown = request.headers.get("HX-Current-URL", "").partition("?")[2].partition("#")[0]
    asked = QueryDict(shown) if is_htmx_post(request) else request.GET
    desk = check_in_desk(event, request.rights)
    show = asked.get("show", "all") if asked.get("show") in SHOWS else "all"
    q = asked.get("q", "").strip()[:80]
    return {
        **{field.name: getattr(desk, field.name) for field in dataclasses.fields(desk)},
        "event": event,
        "any": bool(desk.rows),
        "rows": [row for row in desk.rows if SHOWS[show](row) and (not q or is_found(f"{row.name} {row.club}", q))],
        "show": show,
        "q": q,
        "query": urlencode({"show": show, "q": q}),
        "shows": list(_shows(desk)),
    }


def is_htmx_post(request: EventRequest) -> bool:
    return request.method == "POST" and asks_for_part(request)


def _shows(desk: CheckInDesk) -> Iterator[tuple[str, str]]:
    yield "all", _("everyone")
    yield "away", _("not here yet")
    if desk.has_fee:
        yield "unpaid", _("not paid")
    if any(row.list_problem for row in desk.rows):
        yield "lists", _("list missing or not legal")


@require_POST
@event_page(Right.CHECK_IN)
def tick(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    player = get_object_or_404(event.registrations.named(), pk=registration_id)
    do = services.undo_check_in if request.POST.get("undo") else services.check_in
    return _answer(request, event, lambda: do(registration=player, who=request.user))


@require_POST
@event_page(Right.CHECK_IN, Right.MANAGE_PLAYERS)
def fee(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    player = get_object_or_404(event.registrations.named(), pk=registration_id)
    paid = request.POST.get("paid") != "no"
    return _answer(request, event, lambda: services.mark_paid(registration=player, who=request.user, paid=paid))


@require_POST
@event_page(Right.CHECK_IN)
def everyone(request: EventRequest, event: Event) -> HttpResponse:
    """Check in everyone who is away, or undo that by its time."""
    undo = form_text(request, "undo")
    if undo:
        at = _moment(undo) or dt.datetime.now(dt.UTC)  # if invalid, a time at which nobody was checked in
        return _answer(request, event, lambda: services.undo_check_in_all(event_id=event.pk, who=request.user, at=at))
    return _answer(request, event, lambda: services.check_in_all(event_id=event.pk, who=request.user))


def _moment(text: str) -> dt.datetime | None:
    """Parse a time as the desk formats it; None for anything else."""
    try:
        moment = dt.datetime.fromisoformat(text)
        return moment.astimezone(dt.UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None


def _answer(request: EventRequest, event: Event, act: Callable[[], object]) -> HttpResponse:
    """Take the step and show the desk, with the refusal if there was one."""
    if not is_htmx_post(request):
        act()
        return back_to(request, reverse("tournaments:check_in", args=[event.slug]))
    fault, status = None, 200
    try:
        act()
    except Refused as refusal:
        fault, status = refusal.message, refusal.status
    context = check_in_context(request, event) | {"fault": fault}
    return render_part(request, "tournaments/players/check_in.html", context, status=status)


@require_http_methods(["GET", "POST"])
@event_page(Right.CHECK_IN)
def by_code(request: EventRequest, event: Event, token: str) -> HttpResponse:
    """Check in a player whose code was scanned by staff: the page submits its form by itself, and shows who is here."""
    player = get_object_or_404(event.registrations.named().select_related("event"), link_token=token)
    if request.method == "POST":
        services.check_in(registration=player, who=request.user)
        return redirect("tournaments:check_in_code", event.slug, token)
    can_undo = event.state == EventState.CHECK_IN or player.pk in who_can_be_sent_away(event)
    context = {"event": event, "player": player, "list_problem": list_problem_of(player), "can_undo": can_undo}
    return render(request, "tournaments/players/check_in_code.html", context)


@require_GET
@event_page()
def door(request: EventRequest, event: Event) -> HttpResponse:
    """Show visitors who scanned the check-in code what to do, signed in or not."""
    return render(request, "tournaments/players/door.html", part_of(request, event))


@require_GET
@event_page()
def door_now(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment."""
    return render_part(request, "tournaments/players/door.html", part_of(request, event))


@require_POST
@event_page()
def myself(request: EventRequest, event: Event) -> HttpResponse:
    if not request.user.is_authenticated:
        return deny_access(request)
    me = get_object_or_404(event.registrations, user=request.user)
    services.check_in(registration=me, who=request.user)
    return redirect(event)
