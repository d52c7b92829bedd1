"""The first difference between two logs of one game."""

from judging.models import Report
from judging.models.reports import DIGEST_LENGTH


def first_difference(one: Report, other: Report) -> int | None:
    """Return the index of the first action that differs, or None if both logs tell the same game."""
    mine, theirs = _digests(one.steps), _digests(other.steps)
    for index, (left, right) in enumerate(zip(mine, theirs, strict=False)):
        if left != right:
            return index
    return None if len(mine) == len(theirs) else min(len(mine), len(theirs))


def _digests(steps: str) -> list[str]:
    return [steps[start : start + DIGEST_LENGTH] for start in range(0, len(steps), DIGEST_LENGTH)]
