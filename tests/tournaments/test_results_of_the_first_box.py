"""Results under the rule book of 2013: a refusal names its number of victory, not that of other rules."""

import pytest

from core.errors import Invalid
from rules.games import DEFAULT, FIRST_BOX
from tests.tournaments.worlds import a_player, a_round, an_event, seat
from tournaments.results.services.scores import Score, checked_score

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("ruleset", "article"), [(DEFAULT.slug, "1.4.1"), (FIRST_BOX.slug, "p20.1")])
def test_a_winner_without_gg_is_refused_by_number(ruleset, article):
    event = an_event("running", ruleset=ruleset)
    match = seat(a_player(event), a_player(event), round=a_round(event), table=1, state="open")
    with pytest.raises(Invalid) as refused:
        checked_score(Score.duel("a", 0, 3, "glory"), match)
    assert f"({article})" in str(refused.value)
