"""Two logs of one match are aligned as `diff` does."""

import pytest

from judging.cases.comparison.log_alignment import LONGEST_ALIGNED, Stretch, align


@pytest.mark.parametrize(
    ("left", "right", "first", "after"),
    [
        ("abcde", "abcde", None, (0, 0)),
        ("abcde", "abXcde", (range(2, 2), range(2, 3)), (3, 3)),  # one more
        ("abXYcde", "abcde", (range(2, 4), range(2, 2)), (3, 3)),  # two more on the other side
        ("abcde", "abXde", (range(2, 3), range(2, 3)), (2, 2)),  # another one
        ("abcdef", "aXbcdYf", (range(1, 1), range(1, 2)), (4, 5)),  # and again further on
        ("abc", "ab", (range(2, 3), range(2, 2)), (0, 0)),  # stops early
        ("", "ab", (range(0), range(2)), (0, 0)),
        ("aaa", "aa", (range(2, 3), range(2, 2)), (0, 0)),  # no action counts for both ends
    ],
)
def test_an_action_more_does_not_make_the_rest_differ(left, right, first, after):
    alignment = align(left, right)
    assert (alignment.first and (alignment.first.left, alignment.first.right), alignment.after) == (first, after)


def test_a_long_difference_is_not_searched_for_likenesses():
    left, right = "a" + "bc" * LONGEST_ALIGNED + "z", "a" + "cb" * LONGEST_ALIGNED + "bz"
    alignment = align(left, right)
    assert alignment.stretches[1] == Stretch(False, range(1, len(left) - 1), range(1, len(right) - 1))
    assert (alignment.differences, alignment.after) == (1, (1, 1))
