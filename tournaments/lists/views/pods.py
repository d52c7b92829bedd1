"""Pods: players find their seat, staff draw."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from tournaments.base.views.access import EventRequest, event_page, page_of_people
from tournaments.base.views.form_fields import form_text
from tournaments.base.views.wall_names import names_on_the_wall
from tournaments.lists.services import pods as services
from tournaments.models import Event, Right


@page_of_people
@require_GET
@event_page()
def pods(request: EventRequest, event: Event) -> HttpResponse:
    runs = Right.RUN_ROUNDS in request.rights
    unseated = services.unseated(event)
    me = event.registrations.of(request.user).first()
    may_draw = runs and event.is_limited and not event.is_over and not services.drafting_has_begun(event)
    context = {
        "event": event,
        "pods": services.pods_of(event),
        "me": me,
        "i_stand": me in unseated,
        "runs": runs,
        "may_draw": may_draw,
        "sizes": ", ".join(map(str, services.sizes_if_drawn(event))) if may_draw else "",
        "unseated": unseated if runs else [],
    }
    return render(request, "tournaments/lists/pods.html", context)


@require_POST
@event_page(Right.RUN_ROUNDS)
def draw(request: EventRequest, event: Event) -> HttpResponse:
    services.draw_pods(event_id=event.pk, who=request.user, key=form_text(request, "once"))
    return redirect("tournaments:pods", event.slug)


@require_POST
@event_page(Right.RUN_ROUNDS)
def seat(request: EventRequest, event: Event) -> HttpResponse:
    services.seat_the_rest(event_id=event.pk, who=request.user)
    return redirect("tournaments:pods", event.slug)


@require_GET
@event_page()
def print_pods(request: EventRequest, event: Event) -> HttpResponse:
    return render(
        request,
        "tournaments/printing/pods.html",
        {"event": event, "pods": services.pods_of(event), **names_on_the_wall(request, event)},
    )
