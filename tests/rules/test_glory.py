"""With how much Glory each side starts (1.3.5)."""

import pytest

from rules.arena.team import starting_glory


@pytest.mark.article("1.3.5.a")
@pytest.mark.parametrize("levels", [(12, 12), (12, 11), (3, 12)])
def test_constructed_teams_start_with_six_each(levels):
    assert starting_glory(*levels) == (6, 6)


@pytest.mark.article("1.3.5.b")
@pytest.mark.parametrize(
    ("levels", "glory"),
    [
        ((5, 6), (3, 3)),
        ((6, 6), (4, 4)),
        ((7, 8), (4, 4)),
        ((8, 8), (5, 5)),
        ((9, 10), (5, 5)),
        ((10, 10), (6, 6)),
        ((12, 12), (6, 6)),
        ((12, 11), (6, 6)),
        ((12, 10), (5, 7)),
        ((9, 12), (7, 5)),
        ((12, 8), (4, 8)),
        ((3, 12), (6, 2)),
        ((3, 8), (5, 1)),
    ],
)
def test_limited_teams_start_by_table_and_the_lower_steals(levels, glory):
    assert starting_glory(*levels, "limited") == glory
    assert starting_glory(*reversed(levels), "limited") == tuple(reversed(glory))


@pytest.mark.parametrize("levels", [(0, 12), (13, 12), (12, -1)])
def test_a_level_that_no_team_has_is_refused(levels):
    with pytest.raises(ValueError, match="level"):
        starting_glory(*levels)
