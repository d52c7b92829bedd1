"""What Demonic Rewards that nobody has entered leave in doubt: who stands, who won, how much they may give."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rules.arena.engine.damage import heal, knock_outs, place_injuries
from rules.arena.engine.kamas import pay_kamas
from rules.arena.engine.rewards.open_tokens import unseen_in
from rules.arena.engine.rewards.unknown_tokens import hear, most_of, token_of
from rules.arena.engine.units import Reward
from rules.arena.recovery.policy import Recovery
from rules.arena.recovery.result import by_tokens
from rules.arena.recovery.survival import is_shown_later, may_have_fallen, the_log_goes_on
from rules.arena.recovery.tokens import let_fall_after_all
from tests.known_texts import reward_of
from tests.rules.duels import duel, spell, strike
from tests.rules.table import Table, believed_cards

Doubt = tuple[str, int, str]


def doubted(a: int, b: int, wild: int, *doubts: Doubt) -> Table:
    """A game in which these GG may have been won, or may not have been where the amount is negative."""
    table = Table("q K x X", q="oscar-kass", K="bill-tell", x="anna-tommy", X="lil-healey").activate("q")
    table.game.glory, table.game.wild = {"A": a, "B": b}, wild
    table.game.claims.perhaps.extend(doubts)
    return table


def end_of(table: Table) -> tuple[Mapping[str, int], int, str | None, str | None, bool, bool]:
    game = table.game
    return game.glory, game.wild, game.winner, game.won_by, game.over, game.basis.decisive


@pytest.mark.article("4.6.2")
@pytest.mark.parametrize(
    ("before", "doubt", "after", "wild"),
    [
        ((6, 5, 1), ("A", 2, "granite-1"), (8, 4), 0),
        ((5, 6, 1), ("B", 2, "granite-1"), (4, 8), 0),
        ((9, 3, 0), ("A", -3, "granite-1"), (6, 6), 0),
        ((9, 3, 0), ("A", -3, "granite-1"), (6, 5), 1),
        ((3, 9, 0), ("B", -3, "granite-1"), (6, 6), 0),
        ((3, 9, 0), ("B", -3, "granite-1"), (5, 6), 1),
    ],
)
def test_a_result_may_rest_on_what_a_token_did(
    before: tuple[int, int, int], doubt: Doubt, after: tuple[int, int], wild: int
) -> None:
    table = doubted(*before, doubt)
    assert by_tokens(table.game, None, dict(zip("AB", after, strict=True)))
    assert end_of(table) == (dict(zip("AB", after, strict=True)), wild, None, None, False, False)
    assert believed_cards(table.game) == ["granite-1"]


@pytest.mark.article("1.4.1", "1.4.2")
def test_a_winner_may_rest_decisively_on_what_a_token_did() -> None:
    table = doubted(6, 1, 0, ("A", 1, "granite-1"))
    assert by_tokens(table.game, "A", {"A": 7, "B": 0})
    assert end_of(table) == ({"A": 7, "B": 0}, 0, "A", "glory", True, True)
    assert not by_tokens(doubted(6, 1, 0, ("A", 1, "granite-1")).game, None, {"A": 7, "B": 0})
    assert not by_tokens(doubted(13, 0, 0, ("A", -1, "granite-1")).game, "A", {"A": 12, "B": 0})
    assert by_tokens(doubted(13, 0, 0, ("A", -1, "granite-1")).game, None, {"A": 12, "B": 0})
    assert not by_tokens(doubted(6, 5, 0, ("A", 0, "granite-1")).game, None, {"A": 6, "B": 4})
    assert not by_tokens(doubted(6, 5, 0).game, None, {"A": 6, "B": 5})


@pytest.mark.article("4.10.2")
def test_a_game_ending_fall_is_doubted_while_the_log_continues() -> None:
    table = doubted(6, 6, 1)
    game, bill = table.game, table["K"]
    assert not the_log_goes_on(game, bill)  # no log is being read
    game.index, game.lookahead.last = 1, 1
    game.glory["B"] = 2
    assert not the_log_goes_on(game, bill)  # nothing follows
    game.lookahead.last = 2
    assert the_log_goes_on(game, bill)  # of level 3: two from the opponent, one lies in the middle
    for glory in (3, 4):
        game.glory["B"] = glory
        assert not the_log_goes_on(game, bill)
    game.lift(table["X"])
    assert the_log_goes_on(game, bill)
    game.glory["B"] = 2
    assert the_log_goes_on(game, bill)


def test_a_unit_is_shown_later_only_by_a_later_action() -> None:
    table = doubted(6, 6, 1)
    table.game.lookahead.shown = {"K": 1}
    for index, later in ((None, False), (0, True), (1, False)):
        table.game.index = index
        assert is_shown_later(table.game, table["K"]) is later
    table.game.index = 0
    assert not is_shown_later(table.game, table["X"])


@pytest.mark.article("4.10.2", "4.7.5")
@pytest.mark.parametrize(
    ("face_up", "drawn", "stands"), [(True, 0, True), (False, 0, False), (True, 9, True), (True, 10, False)]
)
def test_only_an_open_tokens_remaining_gifts_keep_a_figure_standing(face_up: bool, drawn: int, stands: bool) -> None:
    table = doubted(6, 6, 1)
    table.game.index, table.game.lookahead.shown = 0, {"K": 1}
    table["K"].rewards += (Reward("granite-1", None, face_up, drawn={"hp": drawn}),)
    table["K"].injuries = table["K"].hp or 0
    knock_outs(table.game)
    assert table["K"].in_play is stands


@pytest.mark.article("4.5.3", "4.7.5.a")
def test_kamas_that_a_token_may_have_brought_are_spent_once() -> None:
    table = doubted(6, 6, 1)
    game = table.game
    game.claims.owed["A"], game.claims.open_tokens = 4, [("B", "granite-2"), ("A", "granite-1")]
    pay_kamas(game, "A", 3, "a test")
    assert (game.claims.owed["A"], believed_cards(game), game.findings) == (1, ["granite-1"], [])
    pay_kamas(game, "A", 2, "a test")
    assert [finding.article for finding in game.findings] == ["4.5.3"]


@pytest.mark.article("4.7.5")
def test_an_open_token_gives_more_the_turn_it_turns_up() -> None:
    """Of AP a token that lasts gives at most 3 and one that acts at once 5; of HP it is 10 and 9."""
    open_one = Reward("granite-1", None, face_up=True)
    hammer = reward_of("hammer")
    assert hammer is not None
    boost = Reward("granite-1", replace(hammer, kind="boost"), face_up=True)
    buff = Reward("granite-1", replace(hammer, kind="buff"), face_up=True)
    tokens = (open_one, boost, buff)
    assert [(most_of(each, "ap"), most_of(each, "hp")) for each in tokens] == [(3, 10), (5, 9), (3, 10)]
    assert most_of(boost, "glory") == 1
    for each in (open_one, buff):
        each.fresh = True
        assert (most_of(each, "ap"), most_of(each, "hp")) == (5, 10)


def test_only_face_up_tokens_nobody_has_entered_leave_something_unseen() -> None:
    table = doubted(6, 6, 1)
    hammer = reward_of("hammer")
    assert hammer is not None
    reported = replace(hammer, claimed=True, explained=True)
    for reward in (
        Reward("hammer", hammer, True),
        Reward("granite-1", reported, False),
        Reward("granite-2", None, False),
    ):
        table["q"].rewards += (reward,)
    assert unseen_in(table["q"], "powers") == []
    table["q"].rewards += (Reward("granite-3", reported, True), Reward("granite-4", None, True))
    assert unseen_in(table["q"], "powers") == ["granite-3", "granite-4"]


def heard(table: Table, **stated: object) -> list[str]:
    before = len(table.game.findings)
    hear(table.game, {"do": "reveal", "reward": "granite-1", **stated})
    return [finding.code for finding in table.game.findings[before:]]


@pytest.mark.article("4.7.11")
def test_a_type_makes_a_token_equipment_and_silence_decides_nothing() -> None:
    table = doubted(6, 6, 1)
    table["q"].rewards += (Reward("granite-1", None, True), Reward("granite-2", None, True))
    assert heard(table, equipment="set") == []
    text = token_of(table.game, "granite-1")
    assert text is not None
    assert (text.kind, text.equipment) == ("equipment", "set")
    assert [reward.text for reward in table["q"].rewards] == [text, None]
    table = doubted(6, 6, 1)
    assert heard(table, gives={"next": {"damage": 1}}) == []
    text = token_of(table.game, "granite-1")
    assert text is not None
    assert text.following is not None
    assert (text.kind, text.following.wait) == ("unknown", False)


@pytest.mark.article("4.7.5", breaks=True)
def test_boosts_give_nothing_that_lasts_and_no_token_too_much() -> None:
    table = doubted(6, 6, 1)
    assert heard(table, kind="boost", gives={"ap": 4}) == []
    text = token_of(table.game, "granite-1")
    assert text is not None
    assert text.bonus.ap == 0
    table = doubted(6, 6, 1)
    assert heard(table, kind="buff", gives={"ap": 4}) == ["beyond-any-token"]
    assert token_of(table.game, "granite-1") is None


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize(("unsure", "injuries", "fell"), [(0, 6, False), (1, 5, True), (1, 4, False), (2, 4, True)])
def test_who_may_have_fallen_has_room_for_what_is_unsure(unsure: int, injuries: int, fell: bool) -> None:
    table = doubted(6, 6, 1)
    table.game.policy = Recovery()
    table["K"].unsure, table["K"].injuries = unsure, injuries
    assert may_have_fallen(table.game, table["K"]) is fell


@pytest.mark.article("4.6.2", "1.4.3")
def test_a_result_rests_on_some_doubt_and_never_on_none() -> None:
    table = doubted(6, 6, 0, ("A", 1, "granite-1"))
    assert not by_tokens(table.game, None, {"A": 6, "B": 6})
    assert believed_cards(table.game) == []


@pytest.mark.article("4.6.2")
def test_of_many_doubts_the_first_eight_are_weighed() -> None:
    doubts = [("A", 1, f"granite-{number}") for number in range(9)]
    assert by_tokens(doubted(3, 9, 0, *doubts).game, None, {"A": 11, "B": 1})
    assert not by_tokens(doubted(3, 10, 0, *doubts).game, None, {"A": 12, "B": 1})


@pytest.mark.article("4.10.2")
def test_a_fall_by_tokens_rests_on_the_opponents_tokens_alone() -> None:
    table = doubted(6, 6, 1)
    table.game.claims.open_tokens = [("A", "granite-1"), ("B", "granite-2")]
    table["K"].unsure, table["K"].injuries = 1, 5
    assert let_fall_after_all(table.game, table["K"])
    assert (table["K"].fallen, believed_cards(table.game)) == (True, ["granite-1"])


@pytest.mark.article("4.14.2.f", "6.3.2")
@pytest.mark.parametrize(
    ("again", "drawn", "moved"), [(True, 0, True), (True, 2, True), (True, 3, False), (False, 0, False)]
)
def test_tokens_free_blocked_units_only_where_the_log_goes_on(again: bool, drawn: int, moved: bool) -> None:
    """A token that lasts gives at most 3 MP."""
    table = doubted(6, 6, 1)
    table["q"].rewards += (Reward("granite-1", None, face_up=True, drawn={"mp": drawn}),)
    table.game.index, table.game.lookahead.moves_on = 4, {4} if again else {5}
    table["q"].mp = 1
    block = {"by": "K", "lock": ["lock"], "dodge": ["critical"]}
    assert table.does("move", to="A2", blocks=[block]) == []
    assert (table.at("q"), table["q"].mp) == ("A2" if moved else "A1", 0)


@pytest.mark.article("4.14.2.f", breaks=True)
def test_a_blocked_unit_without_a_token_stays_despite_the_log() -> None:
    table = doubted(6, 6, 1)
    table.game.index, table.game.lookahead.moves_on = 4, {4}
    table["q"].mp = 1
    assert table.does("move", to="A2", blocks=[{"by": "K", "lock": ["lock"], "dodge": ["critical"]}]) == []
    assert table.at("q") == "A1"
    assert table.does("move", to="A3")[0] == "4.14.2.f"


@pytest.mark.article("4.5.3", "7.1.4")
@pytest.mark.parametrize(("have", "owed", "left"), [(1, 2, (0, 0)), (1, 4, (0, 2)), (5, 4, (2, 4))])
def test_kamas_a_token_may_have_brought_can_pay_a_spell(have: int, owed: int, left: tuple[int, int]) -> None:
    table = duel()
    spell(table, kamas=3, effects=())
    table.game.kamas["A"], table.game.claims.owed["A"] = have, owed
    assert strike(table) == []
    assert (table.game.kamas["A"], table.game.claims.owed["A"]) == left


@pytest.mark.article("4.10.5", "4.10.8")
def test_healing_takes_back_what_found_no_room() -> None:
    """A token that lasts gives at most 10 HP: of 9 that were given, one is left."""
    for healed, stands in ((0, False), (1, True)):
        table = doubted(6, 6, 1)
        table.game.index, table.game.lookahead.shown = 0, {"K": 1}
        table["K"].rewards += (Reward("granite-1", None, True, drawn={"hp": 9}),)
        table["K"].injuries, table["K"].beyond = table["K"].hp or 0, 1
        heal(table.game, table["K"], healed)
        table["K"].injuries = table["K"].hp or 0
        knock_outs(table.game)
        assert table["K"].in_play is stands


@pytest.mark.article("4.10.2", "4.10.8")
def test_injuries_that_find_no_room_add_up() -> None:
    for times, stands in ((1, True), (2, False)):
        table = doubted(6, 6, 1)
        table.game.index, table.game.lookahead.shown = 0, {"K": 1}
        table["K"].rewards += (Reward("granite-1", None, True, drawn={"hp": 8}),)
        table["K"].injuries = table["K"].hp or 0
        for _blow in range(times):
            place_injuries(table.game, table["K"], 1, None)
        knock_outs(table.game)
        assert table["K"].in_play is stands
