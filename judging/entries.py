"""Taps and Undo, without a database, so that a phone without a connection can use them."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_noop

# the note of entries against the rules in the log, which readers see in their language
AS_PLAYED = gettext_noop("entered as played")
LATE = 10  # seconds; an entry that waited longer also says when it arrived


def timed(action: dict[str, Any], before: Sequence[Any], *, now: int, waited: int) -> dict[str, Any]:
    """Add the time `at` of the action: not in the future, and not before the game or the previous entry began."""
    timed_before = (each["at"] for each in reversed(before) if isinstance(each.get("at"), int))
    made = max(min(now, now - waited), next(timed_before, 0))
    late = {"arrived": now} if now - made > LATE else {}
    return {name: value for name, value in action.items() if name != "arrived"} | {"at": made} | late


def taps_after(taps: Sequence[int], before: Sequence[Any], entered: int) -> list[int]:
    """Return the taps with a new one. Actions from before taps were stored count as one tap each."""
    known = taps if sum(taps) == len(before) else [1] * len(before)
    return [*known, entered]


def last_tap(taps: Sequence[int], actions: Sequence[Any]) -> int:
    """Return how many actions Undo removes."""
    return taps[-1] if taps and sum(taps) == len(actions) else min(1, len(actions))


def without_last_tap(taps: Sequence[int], actions: Sequence[Any]) -> tuple[list[int], list[Any]]:
    left = len(actions) - last_tap(taps, actions)
    earlier = list(taps[:-1])
    return (earlier if sum(earlier) == left else [1] * left), list(actions[:left])
