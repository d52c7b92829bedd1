"""One player's run through the event."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from accounts.errors import Invalid
from tournaments.models import Event, Registration, Right
from tournaments.qr import qr
from tournaments.services.leaving import BY_RULING, can_be_disqualified, disqualified_by_ruling
from tournaments.services.run_of_player import run_of
from tournaments.views.access import EventRequest, event_page


@require_GET
@event_page()
def player(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    found = event.registrations.named().select_related("event")
    return page_of(request, event, get_object_or_404(found, pk=registration_id))


def page_of(request: EventRequest, event: Event, shown: Registration, refusal: Invalid | None = None) -> HttpResponse:
    """`refusal`: what is wrong with the reason of a step that was not taken."""
    is_me = shown.belongs_to(request.user)
    manages = Right.MANAGE_PLAYERS in request.rights
    link = request.build_absolute_uri(f"/events/me/{shown.link_token}/")
    context = {
        "event": event,
        "player": shown,
        "is_me": is_me,
        "games": run_of(shown),
        "has_list": shown.lists.current().filter(locked_at__isnull=False).exists(),
        "penalties": shown.penalties.standing().select_related("match__round") if is_me or manages else [],
        "link": link if is_me or manages else "",
        "code": qr(link) if is_me or manages else "",
        "may_disqualify": Right.DISQUALIFY in request.rights and not is_me,
        "ruled_out": BY_RULING if disqualified_by_ruling(shown) else "",
        "can_be_disqualified": can_be_disqualified(event, shown),
        "refusal": refusal,
    }
    return render(request, "tournaments/player.html", context, status=refusal.status if refusal else 200)
