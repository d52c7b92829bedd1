"""What an act would move: it is carried out, looked at and rolled back, so that it never says else than happens."""

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
    """Refused for the same reasons as the act itself. No hint, mail or bell leaves what is rolled back."""
    with event_lock(event_id) as event:
        before = take_snapshot(event)
        change()
        after = take_snapshot(Event.objects.get(pk=event_id))
        transaction.set_rollback(True)
    return diff_events(event, before, after)


def preview_correction(*, match: Match, who: User, score: Score) -> EventDiff:
    """The reason is asked for when it is made."""
    change = partial(correct_result, match_id=match.pk, who=who, score=score, why="?")
    return preview_changes(match.round.event_id, change)
