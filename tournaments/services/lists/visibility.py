"""Who sees which list, and when."""

from typing import Any

from django.db.models import Prefetch

from tournaments.models import Match, Registration, Right, RoundState, SubmittedList, rights_of
from tournaments.models.settings import ListsDuring


def current_lists() -> Prefetch:
    return Prefetch("lists", queryset=SubmittedList.objects.current())


def visible_list(registration: Registration, viewer: Any) -> SubmittedList | None:
    """Return the current list if the viewer may see it now."""
    submitted = registration.lists.current().first()
    return submitted if submitted and may_see_list(registration, submitted, viewer) else None


def may_see_list(registration: Registration, submitted: SubmittedList, viewer: Any) -> bool:
    event = registration.event
    if registration.belongs_to(viewer):
        return True
    if submitted.revealed_at is not None or Right.SEE_LISTS in rights_of(event, viewer):
        return True
    if submitted.locked_at is None or event.lists_during == ListsDuring.PRIVATE or not event.is_playing:
        return False
    return event.lists_during == ListsDuring.PUBLIC or _is_current_opponent(registration, viewer)


def _is_current_opponent(registration: Registration, viewer: Any) -> bool:
    if not viewer.is_authenticated:
        return False
    current = Match.objects.of(registration).filter(round__state=RoundState.PUBLISHED)
    return current.played_by(viewer).exists()
