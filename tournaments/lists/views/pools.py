"""Pools of a limited event: the owner's page, the page to enter one, and the staff's table."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from core.errors import NotAllowed
from core.pages.asking import asks_first
from core.pages.links import absolute
from core.pages.live import render_part
from core.pages.qr import qr
from core.pages.requests import asks_for_part
from teams.models import Pool
from teams.pools.entry import apply_entry, offers
from teams.wording import counted, names_of
from tournaments.base.views.access import EventRequest, deny_access, event_page, page_of_people
from tournaments.base.views.form_fields import form_text
from tournaments.lists.services import pods as pod_services
from tournaments.lists.services import pools as services
from tournaments.lists.services.event_facts import cards_for
from tournaments.lists.services.pools import pool_rows
from tournaments.lists.services.visibility import may_enter, may_see_level, may_see_pool
from tournaments.lists.views.opening import closed_page, opening_context
from tournaments.models import Event, Registration, Right
from tournaments.printing.views import names_on_the_wall

LONGEST_REASON = 500


@require_GET
@event_page(Right.OPEN_LISTS, Right.MANAGE_PLAYERS)
def pools(request: EventRequest, event: Event) -> HttpResponse:
    """List players and their pools, which only staff who do not play here may open; their levels once all are open."""
    sees_level = may_see_level(event, request.rights) and Right.READ_LISTS in request.rights
    rows = pool_rows(event, sees_level=sees_level)
    context = {
        "event": event,
        "rows": rows,
        "is_open": Right.OPEN_LISTS in request.rights,
        "sees_level": sees_level,
        **opening_context(request),
        "missing": sum(not (row.pool and row.pool.is_locked) for row in rows),
        "without": sum(row.pool is None for row in rows),
        "to_print": sum(row.pool is not None and row.pool.is_open for row in rows),
        "empty": services.empty_pools(event).count(),
    }
    return render(request, "tournaments/lists/pools.html", context)


@require_POST
@event_page(Right.OPEN_LISTS)
def create_all(request: EventRequest, event: Event) -> HttpResponse:
    services.open_all_pools(event_id=event.pk, who=request.user)
    return redirect("tournaments:pools", event.slug)


@require_POST
@event_page(Right.OPEN_LISTS)
@asks_first
def remove_empty(request: EventRequest, event: Event) -> HttpResponse:
    services.remove_empty_pools(event_id=event.pk, who=request.user)
    return redirect("tournaments:pools", event.slug)


def _player(event: Event, registration_id: int) -> Registration:
    found = event.registrations.named().select_related("event", "pool__registered_by")
    return get_object_or_404(found, pk=registration_id)


@page_of_people
@require_GET
@event_page()
def pool(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    return _shown(request, event, registration_id, render)


@page_of_people
@require_GET
@event_page()
def pool_now(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    """Render the fragment that is reloaded when somebody has taken a step."""
    return _shown(request, event, registration_id, render_part)


def _shown(
    request: EventRequest, event: Event, registration_id: int, render: Callable[..., HttpResponse]
) -> HttpResponse:
    player = _player(event, registration_id)
    if not may_see_pool(player, request.user, request.rights):
        return closed_page(request, event, player) if Right.OPEN_LISTS in request.rights else deny_access(request)
    text = player.pool is not None and may_see_level(event, request.rights)
    known = cards_for(event)
    reachable = player.pool.reachable(known) if text and player.pool else None
    context: dict[str, Any] = {
        "event": event,
        "player": player,
        "pool": player.pool,
        "cards": counted(player.pool.figures, known) if player.pool else [],
        "is_owner": player.belongs_to(request.user),
        "is_staff": Right.OPEN_LISTS in request.rights,
        "sees_level": text,
        "reachable": reachable,
        "best": names_of(reachable.figures) if reachable else [],
    }
    if player.pool and player.pool.is_open:
        context["enter_here"] = services.entry_page(event, player, player.pool)
        context["enter_url"] = absolute(context["enter_here"], request)
        context["enter_code"] = qr(context["enter_url"], title=_("Link for the other player"))
    return render(request, "tournaments/lists/pool.html", context)


@require_POST
@event_page()
def change(request: EventRequest, event: Event, registration_id: int, step: str) -> HttpResponse:
    """Open, lock, send back or unlock a pool, by the button that was pressed."""
    if not request.user.is_authenticated:
        return deny_access(request)
    player = _player(event, registration_id)
    why = form_text(request, "why")[:LONGEST_REASON]
    steps: dict[str, Callable[..., Pool]] = {
        "open": services.open_pool,
        "lock": services.lock_pool,
        "return": services.return_pool,
        "unlock": services.unlock_pool,
    }
    reason = {"why": why} if step in {"return", "unlock"} else {}
    steps[step](registration=player, who=request.user, **reason)
    return redirect("tournaments:pool", event.slug, player.pk)


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "POST"])
@event_page()
def enter(request: EventRequest, event: Event, registration_id: int, code: str) -> HttpResponse:
    """Enter a pool, as another player or staff with the code. Each change is saved at once."""
    if not request.user.is_authenticated:
        return deny_access(request)
    player = _player(event, registration_id)
    found = player.pool
    if found is None or not found.opens_with(code):
        raise Http404
    if not may_enter(event, player, request.user):
        raise NotAllowed("not-in-this-event", _("Another player of this event or the staff has to register the pool."))
    if not found.is_open:
        return _entered_page(request, player)
    if request.method == "POST":
        return _apply_button(request, player, found)
    context: dict[str, Any] = {
        "event": event,
        "player": player,
        "pool": found,
        "cards": counted(found.figures, cards_for(event)),
    }
    context |= offers(request.GET.get("q", ""))
    if asks_for_part(request):
        return render_part(request, "teams/pool_enter.html", context, part="offers")
    return render(request, "tournaments/lists/pool_enter.html", context)


def _apply_button(request: EventRequest, player: Registration, found: Pool) -> HttpResponse:
    register = partial(services.register_pool, registration=player, who=request.user)
    refusal = apply_entry(request.POST, found, register)
    if not found.is_open:
        return _entered_page(request, player)
    if asks_for_part(request):
        context = {"cards": counted(found.figures, cards_for(player.event)), "pool": found, "refusal": refusal}
        return render_part(request, "teams/pool_enter.html", context, part="figures")
    if refusal:
        messages.error(request, refusal)
    return redirect(request.get_full_path())


def _entered_page(request: EventRequest, player: Registration) -> HttpResponse:
    """Redirect to the pool for those who may see it, and to the event for others who had the code."""
    player.refresh_from_db(fields=["pool"])
    seen = may_see_pool(player, request.user, request.rights)
    return redirect("tournaments:pool", player.event.slug, player.pk) if seen else redirect(player.event)


@page_of_people
@require_GET
@event_page()
def pods(request: EventRequest, event: Event) -> HttpResponse:
    runs = Right.RUN_ROUNDS in request.rights
    unseated = pod_services.unseated(event)
    me = event.registrations.of(request.user).first()
    may_draw = runs and event.is_limited and not event.is_over and not pod_services.drafting_has_begun(event)
    context = {
        "event": event,
        "pods": pod_services.pods_of(event),
        "me": me,
        "i_stand": me in unseated,
        "runs": runs,
        "may_draw": may_draw,
        "sizes": ", ".join(map(str, pod_services.sizes_if_drawn(event))) if may_draw else "",
        "unseated": unseated if runs else [],
    }
    return render(request, "tournaments/lists/pods.html", context)


@require_POST
@event_page(Right.RUN_ROUNDS)
@asks_first
def draw(request: EventRequest, event: Event) -> HttpResponse:
    pod_services.draw_pods(event_id=event.pk, who=request.user, key=form_text(request, "once"))
    return redirect("tournaments:pods", event.slug)


@require_POST
@event_page(Right.RUN_ROUNDS)
def seat(request: EventRequest, event: Event) -> HttpResponse:
    pod_services.seat_the_rest(event_id=event.pk, who=request.user)
    return redirect("tournaments:pods", event.slug)


@require_GET
@event_page()
def print_pods(request: EventRequest, event: Event) -> HttpResponse:
    context = {"event": event, "pods": pod_services.pods_of(event), "sheet": "tournaments/printing/base.html"}
    return render(request, "tournaments/lists/pods.html", context | names_on_the_wall(request, event))
