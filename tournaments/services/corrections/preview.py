"""Preview of a change: it is made, compared and rolled back, so that the preview always equals the real change."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Stale
from tournaments.models import Event, Match, OnceKey, Round
from tournaments.services.base.locking import event_lock
from tournaments.services.corrections.correction import correct_result
from tournaments.services.corrections.snapshot import EventDiff, diff_events, take_snapshot
from tournaments.services.results.scores import AnyScore

OUTDATED = "preview-outdated"


def preview_changes(event_id: int, change: Callable[[], Any]) -> EventDiff:
    """Return what a change would alter. It is refused for the same reasons as the change itself, and nothing is
    sent."""
    with event_lock(event_id) as event:
        before = take_snapshot(event)
        change()
        after = take_snapshot(Event.objects.get(pk=event_id))
        transaction.set_rollback(True)
    return diff_events(event, before, after)


def preview_correction(*, match: Match, who: User, score: AnyScore) -> EventDiff:
    """Preview a correction; its reason is only required when it is made."""
    change = partial(correct_result, match_id=match.pk, who=who, score=score, why="?")
    return preview_changes(match.round.event_id, change)


def rounds_as_shown(event: Event) -> str:
    """Return a text that identifies the rounds a preview depends on. New results do not outdate a preview, other rounds
    do."""
    rounds = Round.objects.filter(event=event).order_by("number").values_list("number", "state")
    return ",".join(f"{number}-{state}" for number, state in rounds)


def correct_as_previewed(*, match: Match, seen_rounds: str, key: str, **how: Any) -> Match:
    """Make a previewed correction; refuse if the rounds have changed since the preview.

    The same form sent twice is not refused, because its own correction may have discarded pairings.
    """
    with event_lock(match.round.event_id) as event:
        is_repeated = bool(key) and OnceKey.objects.filter(event=event, key=key[:64]).exists()
        if not is_repeated and seen_rounds != rounds_as_shown(event):
            raise Stale(OUTDATED, _("A round was paired, published or closed after this preview."))
        return correct_result(match_id=match.pk, key=key, **how)
