"""What an event has for one user: their place, their match, their list, and what they can do now."""

from typing import Any

from tournaments.models import Event, EventState
from tournaments.services.events.ending import has_won
from tournaments.services.players.participation import list_in_force, match_being_played, own_registration
from tournaments.services.players.places import free_for_new, position_on_the_waiting_list
from tournaments.views.base.access import EventRequest
from tournaments.views.base.rounds_shown import latest_public_round


def part_of(request: EventRequest, event: Event) -> dict[str, Any]:
    me = own_registration(event, request.user)
    is_awaited = bool(me and me.can_play and not me.is_checked_in and event.state == EventState.CHECK_IN)
    can_check_in = is_awaited and event.is_self_check_in_open()
    return {
        "event": event,
        "me": me,
        "full": not me and event.accepts_registrations() and free_for_new(event) == 0,
        "won": bool(me and has_won(me)),
        "position": position_on_the_waiting_list(me) if me else None,
        "my_match": match_being_played(me) if me else None,
        "my_list": list_in_force(me) if me else None,
        "can_check_in": can_check_in,
        "check_in_opens_at": event.check_in_opens_at if is_awaited and not can_check_in else None,
        "may_leave": bool(me and me.can_leave),
        "latest": latest_public_round(event),
    }
