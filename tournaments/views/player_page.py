"""One player's run through the event."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from tournaments.models import Event, Right
from tournaments.qr import qr
from tournaments.services.leaving import can_be_disqualified
from tournaments.services.run_of_player import run_of
from tournaments.views.access import EventRequest, event_page


@require_GET
@event_page()
def player(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    shown = get_object_or_404(event.registrations.named().select_related("event"), pk=registration_id)
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
        "can_be_disqualified": can_be_disqualified(event, shown),
    }
    return render(request, "tournaments/player.html", context)
