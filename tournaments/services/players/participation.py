"""Data of one player that every event page needs: their place, their match, their list."""

from typing import Any

from core.compiled import NUMBER, Compiled
from tournaments.models import Event, Guest, Match, Registration, RoundState, SubmittedList

_place = Compiled(
    lambda event, user: Registration.objects.filter(event=event, user=user).select_related("user", "pool"),
    NUMBER,
    NUMBER,
)
_match = Compiled(
    lambda me: (
        Match.objects.of(me)
        .filter(round__state=RoundState.PUBLISHED)
        .select_related("round")
        .defer("round__reasons", "round__frozen_standings", "round__clinch")[:1]
    ),
    NUMBER,
)
_list = Compiled(lambda me: SubmittedList.objects.filter(registration=me).current()[:1], NUMBER)


def own_registration(event: Event, user: Any) -> Registration | None:
    """Return the registration of a user; guests are identified by their personal link."""
    if isinstance(user, Guest):
        return event.registrations.of(user).select_related("user", "event", "pool").first()
    mine: Registration | None = _place.first(event.pk, user.pk) if user.is_authenticated else None
    if mine is not None:
        mine.event = event
    return mine


def match_being_played(me: Registration) -> Match | None:
    match: Match | None = _match.first(me.pk)
    if match is not None:
        match.round.event = me.event
    return match


def list_in_force(me: Registration) -> SubmittedList | None:
    handed_in: SubmittedList | None = _list.first(me.pk)
    return handed_in
