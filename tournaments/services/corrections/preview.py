"""Preview of a change: it is made, compared and rolled back, so that the preview always equals the real change."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from tournaments.models import Event, Match
from tournaments.services.base.locking import event_lock
from tournaments.services.corrections.correction import correct_result
from tournaments.services.corrections.snapshot import EventDiff, diff_events, take_snapshot
from tournaments.services.results.scores import Score


def preview_changes(event_id: int, change: Callable[[], Any]) -> EventDiff:
    """Refused for the same reasons as the change itself. Nothing is sent, because everything is rolled back."""
    with event_lock(event_id) as event:
        before = take_snapshot(event)
        change()
        after = take_snapshot(Event.objects.get(pk=event_id))
        transaction.set_rollback(True)
    return diff_events(event, before, after)


def preview_correction(*, match: Match, who: User, score: Score) -> EventDiff:
    """The reason of the correction is only needed when it is made."""
    change = partial(correct_result, match_id=match.pk, who=who, score=score, why="?")
    return preview_changes(match.round.event_id, change)
