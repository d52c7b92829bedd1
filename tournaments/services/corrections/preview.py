"""What an act would move: it is carried out, looked at and rolled back, so that it never says else than happens."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from tournaments.models import Event, Match
from tournaments.services.base.locking import event_lock
from tournaments.services.corrections.correction import correct_result
from tournaments.services.corrections.snapshot import Moved, moved, seen
from tournaments.services.results.scores import Score


def foresee(event_id: int, act: Callable[[], Any]) -> Moved:
    """Refused for the same reasons as the act itself. No hint, mail or bell leaves what is rolled back."""
    with event_lock(event_id) as event:
        before = seen(event)
        act()
        after = seen(Event.objects.get(pk=event_id))
        transaction.set_rollback(True)
    return moved(event, before, after)


def foresee_correction(*, match: Match, who: User, score: Score) -> Moved:
    """The reason is asked for when it is made."""
    act = partial(correct_result, match_id=match.pk, who=who, score=score, why="?")
    return foresee(match.round.event_id, act)
