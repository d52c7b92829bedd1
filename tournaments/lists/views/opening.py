"""Opening closed lists: staff say once that they do not play, then open lists by a button; each time is an entry."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.base.views.access import EventRequest, back_to, event_page
from tournaments.base.views.form_fields import form_text
from tournaments.events.models.staff import has_lists, place_of
from tournaments.lists.models import OPEN_FOR
from tournaments.lists.services.reading import MAY_DECLARE, declare_not_playing, let_play, open_lists
from tournaments.models import Event, Registration, Right


def opening_context(request: EventRequest, player: Registration | None = None) -> dict[str, object]:
    """Return what the button needs that opens the list of this player, or all of them."""
    return {
        "to_open": player,
        "may_declare": Right.OPEN_LISTS in request.rights and Right.SEE_LISTS not in request.rights,
        "may_open": Right.SEE_LISTS in request.rights and Right.READ_LISTS not in request.rights,
        "open_minutes": OPEN_FOR.seconds // 60,
        "then": request.get_full_path(),
    }


def closed_page(request: EventRequest, event: Event, player: Registration | None = None) -> HttpResponse:
    """Answer in place of a page with lists that its reader has not opened, with the button that opens them."""
    context = {"event": event, "player": player, **opening_context(request, player)}
    status = 200 if Right.OPEN_LISTS in request.rights else 403
    return render(request, "tournaments/lists/closed.html", context, status=status)


def links_context(request: EventRequest, event: Event) -> dict[str, object]:
    """Return whether this person may have the personal links of players without an account, which open their lists,
    and what the button needs with which they say that they do not play."""
    place = place_of(event, request.user)
    may_have = (place.does_not_play and not place.has_place) or not has_lists(event)
    may_declare = not may_have and not place.has_place and not request.rights.isdisjoint(MAY_DECLARE)
    return {"may_have_links": may_have, "may_declare": may_declare, "of_links": True, "then": request.get_full_path()}


@require_POST
@event_page(*MAY_DECLARE)
def declare(request: EventRequest, event: Event) -> HttpResponse:
    declare_not_playing(event_id=event.pk, who=request.user)
    return back_to(request, reverse("tournaments:lists", args=[event.slug]))


@require_POST
@event_page(Right.SEE_LISTS)
def open_all(request: EventRequest, event: Event) -> HttpResponse:
    open_lists(event_id=event.pk, who=request.user)
    return back_to(request, reverse("tournaments:lists", args=[event.slug]))


@require_POST
@event_page(Right.SEE_LISTS)
def open_one(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    player = get_object_or_404(event.registrations, pk=registration_id)
    open_lists(event_id=event.pk, who=request.user, player=player)
    return back_to(request, reverse("tournaments:list", args=[event.slug, player.pk]))


@require_POST
@event_page(Right.MANAGE_STAFF)
def may_play(request: EventRequest, event: Event, reader_id: int) -> HttpResponse:
    reader = get_object_or_404(event.list_readers.select_related("event"), pk=reader_id)
    let_play(reader=reader, who=request.user, why=form_text(request, "why"))
    return redirect("tournaments:staff", event.slug)
