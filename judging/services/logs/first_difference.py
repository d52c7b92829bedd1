"""The first difference between two logs of one game."""

from judging.models import Report
from judging.models.reports import DIGEST_LENGTH


def first_difference(one: Report, other: Report) -> int | None:
    """The first action that two logs of a game tell differently; None for the same game."""
    mine, theirs = _digests(one.steps), _digests(other.steps)
    for index, (left, right) in enumerate(zip(mine, theirs, strict=False)):
        if left != right:
            return index
    return None if len(mine) == len(theirs) else min(len(mine), len(theirs))


def _digests(steps: str) -> list[str]:
    return [steps[start : start + DIGEST_LENGTH] for start in range(0, len(steps), DIGEST_LENGTH)]
