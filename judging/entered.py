"""What a tap entered, and what Undo takes back: without the database, so that a phone without a line can do it too."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_noop

# What the recorder had refused stands in the log with this note, which its readers see in their language.
AS_PLAYED = gettext_noop("entered as played")


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
