"""What an open token, one that lies face up and that nobody has entered, may give, and what it leaves in doubt."""

from dataclasses import replace

import pytest

from rules.arena import bounds
from rules.arena.engine.rewards.unknown_tokens import (
    doubt_the_damage,
    draw,
    hear,
    note_turned_up,
    renew_tokens,
    tokens_may_give,
    tokens_pay,
    tokens_take,
)
from rules.arena.engine.units import Reward
from tests.known_texts import reward_of
from tests.rules.table import Table, believed_cards


def open_token(slug: str = "granite-1") -> Reward:
    return Reward(slug, None, face_up=True)


@pytest.fixture
def table() -> Table:
    return Table("q K x X", q="oscar-kass", K="bill-tell", x="anna-tommy", X="lil-healey").activate("q")


@pytest.mark.article("4.7.10")
def test_every_token_that_is_turned_up_leaves_more_in_doubt(table: Table) -> None:
    oscar, game = table["q"], table.game
    for times in (1, 2):
        note_turned_up(game, oscar, token := open_token())
        assert token.fresh
        assert oscar.unsure == times * bounds.most("once", "injuries")
        assert game.claims.owed["A"] == times * bounds.most("once", "kamas")


@pytest.mark.article("4.7.10")
def test_known_tokens_leave_nothing_in_doubt_and_reported_ones_act(table: Table) -> None:
    hammer = reward_of("hammer")
    assert hammer is not None
    known, reported = (
        Reward("hammer", text, face_up=True) for text in (hammer, replace(hammer, claimed=True, explained=True))
    )
    for token in (known, reported):
        note_turned_up(table.game, table["q"], token)
    assert (known.fresh, reported.fresh, table["q"].unsure) == (False, True, 0)


@pytest.mark.article("7.2.7.c")
def test_open_tokens_injuries_are_doubtful_only_on_those_in_play(table: Table) -> None:
    oscar, bill, anna = table["q"], table["K"], table["x"]
    doubt_the_damage(oscar, [bill])
    assert bill.unsure == 0
    oscar.rewards += (open_token(),)
    table.game.lift(anna)
    most = bounds.most("lasting", "damage")
    for times in (1, 2):
        doubt_the_damage(oscar, [bill, anna])
        assert (bill.unsure, anna.unsure) == (times * most, 0)


@pytest.mark.article("4.7.5")
def test_what_was_drawn_counts_per_turn_but_hp_stay_drawn(table: Table) -> None:
    oscar = table["q"]
    fresh, drawn = open_token(), open_token()
    fresh.fresh, drawn.drawn = True, {"hp": 2, "ap": 1}
    oscar.rewards += (fresh, drawn)
    renew_tokens(oscar)
    assert (fresh.fresh, fresh.drawn, drawn.fresh, drawn.drawn) == (False, {}, False, {"hp": 2})


@pytest.mark.article("4.7.5")
def test_two_open_tokens_give_doubly_and_only_givers_are_believed(table: Table) -> None:
    """A token that lasts gives 3 AP at most."""
    oscar, game = table["q"], table.game
    one, other = open_token("granite-1"), open_token("granite-2")
    oscar.rewards += (one, other)
    assert draw(game, oscar, "ap", 0)
    assert believed_cards(game) == []
    assert draw(game, oscar, "ap", 3)
    assert ((one.drawn, other.drawn), believed_cards(game)) == (({"ap": 3}, {}), ["granite-1"])
    assert draw(game, oscar, "ap", 1)
    assert ((one.drawn, other.drawn), believed_cards(game)) == (({"ap": 3}, {"ap": 1}), ["granite-1", "granite-2"])
    assert not draw(game, oscar, "ap", 3)
    assert tokens_may_give(oscar, "ap")
    assert draw(game, oscar, "ap", 2)
    assert not tokens_may_give(oscar, "ap")
    one.drawn, other.drawn = {}, {}
    assert draw(game, oscar, "ap", 4)
    assert (one.drawn, other.drawn) == ({"ap": 3}, {"ap": 1})


@pytest.mark.article("6.3.2")
def test_what_open_tokens_pay_is_in_the_gauge_by_belief(table: Table) -> None:
    oscar = table["q"]
    oscar.ap = 1
    assert not tokens_pay(table.game, oscar, "ap", 2)
    oscar.rewards += (open_token(),)
    for cost, believed in ((3, 2), (3, 2), (4, 3)):
        assert tokens_pay(table.game, oscar, "ap", cost)
        assert (oscar.ap, oscar.believed.ap) == (cost, believed)


@pytest.mark.article("4.7.5.b")
def test_what_an_open_token_takes_was_never_in_the_gauge(table: Table) -> None:
    oscar = table["q"]
    oscar.rewards += (open_token(),)
    oscar.ap = 3
    tokens_take(table.game, oscar, "ap")
    assert (oscar.ap, believed_cards(table.game)) == (0, ["granite-1"])


@pytest.mark.article("4.7.5.b")
def test_a_token_giving_a_cards_power_is_not_believed(table: Table) -> None:
    hear(table.game, {"do": "reveal", "reward": "granite-1", "gives": {"powers": ["profanation"]}})
    assert [finding.code for finding in table.game.findings] == ["power-of-another-card"]
    assert table.game.claims.tokens == {}
