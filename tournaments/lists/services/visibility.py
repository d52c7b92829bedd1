"""Who sees which list and when, and who enters and sees a pool."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch

from accounts.models import User
from tournaments.events.models.settings import ListsDuring
from tournaments.events.models.staff import PLAYER_STATUSES
from tournaments.models import (
    Event,
    ListReading,
    Match,
    Registration,
    Right,
    RoundState,
    SubmittedList,
    rights_of,
)


def current_lists() -> Prefetch:
    return Prefetch("lists", queryset=SubmittedList.objects.current())


def visible_list(registration: Registration, viewer: Any) -> SubmittedList | None:
    """Return the current list if the viewer may see it now."""
    return _if_visible(registration, registration.lists.current().first(), viewer)


def lists_at(match: Match) -> list[SubmittedList]:
    """Return the current lists of the players of the match."""
    lists = SubmittedList.objects.filter(registration__seats__match=match).current()
    return list(lists.select_related("registration__user").defer("verdict"))


def visible_lists(
    match: Match, lists: Iterable[SubmittedList], viewer: Any
) -> list[tuple[Registration, SubmittedList | None]]:
    """Return the players of the match, each with their current list if the viewer may see it now."""
    submitted = {one.registration_id: one for one in lists}
    for player in match.players():
        player.event = match.round.event
    return [(player, _if_visible(player, submitted.get(player.pk), viewer)) for player in match.players()]


def replaced_lists(match: Match, lists: Iterable[SubmittedList]) -> list[SubmittedList]:
    """Return the current lists at this table that took the place of a locked one; none of a hidden event."""
    if match.round.event.has_forgotten_texts:
        return []
    return [submitted for submitted in lists if submitted.replaced_a_locked_list]


def _if_visible(player: Registration, submitted: SubmittedList | None, viewer: Any) -> SubmittedList | None:
    return submitted if submitted and may_see_list(player, submitted, viewer) else None


def may_see_list(registration: Registration, submitted: SubmittedList, viewer: Any) -> bool:
    event = registration.event
    if registration.belongs_to(viewer):
        return True
    if submitted.revealed_at is not None or reads_list(registration, viewer, rights_of(event, viewer)):
        return True
    if submitted.locked_at is None or event.lists_during == ListsDuring.PRIVATE or not event.is_playing:
        return False
    return event.lists_during == ListsDuring.PUBLIC or _is_current_opponent(registration, viewer)


def reads_list(registration: Registration, viewer: Any, rights: frozenset[Right]) -> bool:
    """Whether a person of the staff has opened the list and pool of this player, alone or with all others."""
    return Right.READ_LISTS in rights or (Right.SEE_LISTS in rights and _has_opened(registration, viewer))


def _has_opened(registration: Registration, viewer: Any) -> bool:
    return ListReading.objects.still_open().filter(reader__user=viewer, player=registration).exists()


def _is_current_opponent(registration: Registration, viewer: Any) -> bool:
    if not viewer.is_authenticated:
        return False
    in_play = Match.objects.of(registration).filter(round__state=RoundState.PUBLISHED)
    return in_play.played_by(viewer).exists()


def may_enter(event: Event, registration: Registration, who: User) -> bool:
    """Whether this is another player of the event or its staff."""
    if registration.belongs_to(who):
        return False
    return bool(rights_of(event, who)) or event.registrations.of(who).filter(status__in=PLAYER_STATUSES).exists()


def may_see_pool(registration: Registration, who: User, rights: frozenset[Right]) -> bool:
    """Whether to show the pool: while there is nothing in it also to staff who let somebody enter it."""
    if registration.belongs_to(who):
        return True
    pool = registration.pool
    if (pool is None or not pool.figures) and Right.OPEN_LISTS in rights:
        return True
    entered_it = pool is not None and who.is_authenticated and pool.registered_by_id == who.pk
    return entered_it or reads_list(registration, who, rights)


def may_see_level(event: Event, rights: frozenset[Right]) -> bool:
    """Whether to show the level that a pool allows: to judges who do not play here, and to everyone if the event says
    so."""
    return event.tells_level or {Right.RULE, Right.SEE_LISTS} <= rights
