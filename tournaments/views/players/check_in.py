"""Check-in: the staff's list, the QR code that a player shows, and the player's own button."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.models import Event, Right, Status
from tournaments.services.players import check_in as services
from tournaments.views.base.access import EventRequest, deny_access, event_page
from tournaments.views.events.event import part_of


@require_GET
@event_page(Right.CHECK_IN)
def check_in_list(request: EventRequest, event: Event) -> HttpResponse:
    rows = event.registrations.filter(status__in=[Status.REGISTERED, Status.ABSENT]).named()
    players = sorted(rows, key=lambda row: (row.is_checked_in, row.full_name.casefold()))
    context = {"event": event, "players": players, "here": sum(row.is_checked_in for row in players)}
    return render(request, "tournaments/players/check_in.html", context)


@require_POST
@event_page(Right.CHECK_IN)
def tick(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    player = get_object_or_404(event.registrations.named(), pk=registration_id)
    do = services.undo_check_in if request.POST.get("undo") else services.check_in
    player = do(registration=player, who=request.user)
    if request.headers.get("HX-Request"):
        return render(request, "tournaments/players/parts/check_in_row.html", {"event": event, "player": player})
    return redirect("tournaments:check_in", event.slug)


@require_http_methods(["GET", "POST"])
@event_page(Right.CHECK_IN)
def by_code(request: EventRequest, event: Event, token: str) -> HttpResponse:
    """Staff scan the code on the player's phone; one press checks in."""
    player = get_object_or_404(event.registrations.named(), link_token=token)
    if request.method == "POST":
        services.check_in(registration=player, who=request.user)
        return redirect("tournaments:check_in", event.slug)
    return render(request, "tournaments/players/check_in_code.html", {"event": event, "player": player})


@require_GET
@event_page()
def door(request: EventRequest, event: Event) -> HttpResponse:
    """The target of the check-in code: shows each visitor what to do, signed in or not."""
    return render(request, "tournaments/players/door.html", part_of(request, event))


@require_GET
@event_page()
def door_now(request: EventRequest, event: Event) -> HttpResponse:
    """The live fragment."""
    return render(request, "tournaments/players/parts/door.html", part_of(request, event))


@require_POST
@event_page()
def myself(request: EventRequest, event: Event) -> HttpResponse:
    if not request.user.is_authenticated:
        return deny_access(request)
    me = get_object_or_404(event.registrations, user=request.user)
    services.check_in(registration=me, who=request.user)
    return redirect(event)
