"""What a tap entered, and what Undo takes back: without the database, so that a phone without a line can do it too."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_noop

# What the recorder had refused stands in the log with this note, which its readers see in their language.
AS_PLAYED = gettext_noop("entered as played")
LATE = 10  # seconds: an entry that waited longer says when it arrived, too


def timed(action: dict[str, Any], before: Sequence[Any], *, now: int, waited: int) -> dict[str, Any]:
    """`at` is when it was made: never in the future, and not before the game or the entry before it began."""
    timed_before = (each["at"] for each in reversed(before) if isinstance(each.get("at"), int))
    made = max(min(now, now - waited), next(timed_before, 0))
    late = {"arrived": now} if now - made > LATE else {}
    return {name: value for name, value in action.items() if name != "arrived"} | {"at": made} | late


def taps_after(taps: Sequence[int], before: Sequence[Any], entered: int) -> list[int]:
    """Of what was entered before there were taps, each action is one."""
    known = taps if sum(taps) == len(before) else [1] * len(before)
    return [*known, entered]


def last_tap(taps: Sequence[int], actions: Sequence[Any]) -> int:
    """How many actions Undo takes back."""
    return taps[-1] if taps and sum(taps) == len(actions) else min(1, len(actions))


def without_last_tap(taps: Sequence[int], actions: Sequence[Any]) -> tuple[list[int], list[Any]]:
    left = len(actions) - last_tap(taps, actions)
    earlier = list(taps[:-1])
    return (earlier if sum(earlier) == left else [1] * left), list(actions[:left])
