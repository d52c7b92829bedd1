"""Two logs of one match, aligned as `diff` does: an action that only one of them has does not make the rest differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import takewhile

# actions between the first and the last difference; what is longer counts as one difference, because the time that
# aligning takes grows with the square of it, and players hand in what they like
LONGEST_ALIGNED = 500


@dataclass(frozen=True)
class Stretch:
    """Actions that follow one another, by their indexes in each log."""

    is_same: bool
    left: range
    right: range


@dataclass(frozen=True)
class Alignment:
    stretches: list[Stretch]

    @cached_property
    def first(self) -> Stretch | None:
        """The first difference, or None if both logs tell the same game."""
        return next((each for each in self.stretches if not each.is_same), None)

    @property
    def differences(self) -> int:
        return sum(not each.is_same for each in self.stretches)

    @property
    def after(self) -> tuple[int, int]:
        """Of the actions after the first difference, how many are the same, and how many there are."""
        if self.first is None:
            return 0, 0
        later = self.stretches[self.stretches.index(self.first) + 1 :]
        same = sum(len(each.left) for each in later if each.is_same)
        return same, max(sum(len(each.left) for each in later), sum(len(each.right) for each in later))


def align(left: Sequence[str], right: Sequence[str]) -> Alignment:
    """Align the digests of the actions of two logs."""
    head = _length_in_common(left, right)
    tail = _length_in_common(left[head:][::-1], right[head:][::-1])
    ends = len(left) - tail, len(right) - tail
    between = _aligned(left[head : ends[0]], right[head : ends[1]], head)
    stretches = [
        Stretch(True, range(head), range(head)),
        *between,
        Stretch(True, range(ends[0], len(left)), range(ends[1], len(right))),
    ]
    return Alignment([each for each in stretches if each.left or each.right])


def _length_in_common(left: Sequence[str], right: Sequence[str]) -> int:
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def _aligned(left: Sequence[str], right: Sequence[str], at: int) -> list[Stretch]:
    if max(len(left), len(right)) > LONGEST_ALIGNED:
        return [Stretch(False, range(at, at + len(left)), range(at, at + len(right)))]
    return [
        Stretch(tag == "equal", range(at + one, at + one_end), range(at + two, at + two_end))
        for tag, one, one_end, two, two_end in SequenceMatcher(None, left, right).get_opcodes()
    ]
