"""What an event has for one user: their place, their match, their list, and what they can do now."""

from typing import Any

from core.database.compiled import NUMBER, Compiled
from tournaments.base.views.access import EventRequest
from tournaments.events.models.settings import BEFORE_CHECK_IN
from tournaments.events.services.ending import has_won
from tournaments.models import (
    Event,
    Guest,
    Match,
    Registration,
    RoundState,
    Status,
    SubmittedList,
)
from tournaments.players.services.places import (
    free_for_new,
    held_place,
    position_on_the_waiting_list,
    until_when,
)
from tournaments.results.services.own_games import score_to_confirm

_place = Compiled(
    lambda event, user: Registration.objects.filter(event=event, user=user).select_related("pool"),
    NUMBER,
    NUMBER,
)
_match = Compiled(
    lambda me: Match.objects.of(me).filter(round__state=RoundState.PUBLISHED).select_related("round")[:1],
    NUMBER,
)
_list = Compiled(lambda me: SubmittedList.objects.filter(registration=me).current()[:1], NUMBER)


def part_of(request: EventRequest, event: Event) -> dict[str, Any]:
    me = own_registration(event, request.user)
    is_awaited = bool(me and me.can_play and not me.is_checked_in)
    my_match = _match_being_played(me) if me else None
    held = held_place(event) if me and me.status == Status.WAITING else None
    return {
        "event": event,
        "me": me,
        "status": str(Status(me.status).label) if me else "",
        "full": not me and event.accepts_registrations() and free_for_new(event) == 0,
        "won": bool(me and has_won(me)),
        "position": position_on_the_waiting_list(me) if me else None,
        "held_until": until_when(held.held_until) if held else "",
        "my_match": my_match,
        "to_confirm": score_to_confirm(me, my_match) if me else "",
        "my_list": _list_in_force(me) if me and event.lists_required else None,
        "can_check_in": is_awaited and event.is_check_in_open,
        "awaits_check_in": is_awaited and event.state in BEFORE_CHECK_IN,
        "may_leave": bool(me and me.can_leave),
        "latest": event.rounds.public().in_order().last(),
    }


def own_registration(event: Event, user: Any) -> Registration | None:
    """Return the registration of a user; guests are identified by their personal link."""
    if isinstance(user, Guest):
        return event.registrations.of(user).select_related("user", "event", "pool").first()
    mine: Registration | None = _place.first(event.pk, user.pk) if user.is_authenticated else None
    if mine is not None:
        mine.event, mine.user = event, user
    return mine


def _match_being_played(me: Registration) -> Match | None:
    match: Match | None = _match.first(me.pk)
    if match is not None:
        match.round.event = me.event
    return match


def _list_in_force(me: Registration) -> SubmittedList | None:
    handed_in: SubmittedList | None = _list.first(me.pk)
    return handed_in
