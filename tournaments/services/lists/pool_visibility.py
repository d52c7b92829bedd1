"""Who may enter a pool and who may see it."""

from accounts.models import User
from tournaments.models import Event, Registration, Right, rights_of
from tournaments.models.staff import PLAYER_STATUSES


def may_enter(event: Event, registration: Registration, who: User) -> bool:
    """Whether this is another player of the event or its staff."""
    if registration.belongs_to(who):
        return False
    return bool(rights_of(event, who)) or event.registrations.of(who).filter(status__in=PLAYER_STATUSES).exists()


def may_see_pool(registration: Registration, who: User, rights: frozenset[Right]) -> bool:
    entered_it = registration.pool is not None and who.is_authenticated and registration.pool.registered_by_id == who.pk
    return registration.belongs_to(who) or entered_it or Right.SEE_LISTS in rights


def may_see_level(event: Event, rights: frozenset[Right]) -> bool:
    """Whether to show the level that a pool allows: to judges who do not play here, and to everyone if the event says
    so."""
    return event.tells_level or {Right.RULE, Right.SEE_LISTS} <= rights
