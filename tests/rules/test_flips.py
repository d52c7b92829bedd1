"""The piles of Demonic Rewards and the tokens that they show (1.3.7, 4.7.4, 4.7.7, 8.1.2)."""

import pytest

from rules.arena.engine.placing import begin_fight
from rules.common.verdicts import DISPUTED
from tests.rules.logs import CLOSING, END, OPENING, PLACED, TENSION, do, errors, report
from tests.rules.shops import buy, shop


@pytest.mark.article("1.3.7", breaks=True)
@pytest.mark.article("1.3.7")
def test_a_pile_holds_ten() -> None:
    table = shop()
    table.game.piles["jade", 1].left = 0
    assert table.does("buy-reward", **buy()) == ["1.3.7"]
    assert shop().does("buy-reward", **buy("jade", reward="enutrof-style")) == []


def test_the_pile_says_the_rank_of_a_token() -> None:
    """Where the data has another, the data may be wrong: a warning, and no error of the players."""
    (warning,) = shop().says("buy-reward", **buy("silver", reward="enutrof-style"))
    assert (warning.severity, warning.code, warning.article) == ("warning", DISPUTED, "1.3.7")
    assert (warning.expected, warning.logged) == (
        {"fact": "reward:enutrof-style", "field": "rank", "value": "jade"},
        {"value": "silver"},
    )
    table = shop()
    assert table.says("buy-reward", **buy("jade", reward="enutrof-style")) == []
    assert table.says("buy-reward", **buy("silver", reward="glue")) == []
    assert [*table.game.basis.beliefs()] == []


@pytest.mark.article("4.7.7")
@pytest.mark.article("4.7.7", breaks=True)
def test_a_reward_bought_face_up_is_replaced_before_anything_else() -> None:
    for between in (True, False):
        table = shop()
        table.game.piles["jade", 1].face = "glue"
        assert table.does("buy-reward", **buy(face="up")) == []
        if between:
            assert table.does("flip", rank="jade", pile=1, reward="confuse") == []
            assert table.does("move", to="A2") == []
        else:
            assert table.does("move", to="A2") == ["4.7.7"]


@pytest.mark.article("4.7.7", breaks=True)
def test_another_pile_than_the_bought_rewards_is_reported_once() -> None:
    for rank, pile in (("jade", 2), ("granite", 1)):
        table = shop()
        table.game.piles["jade", 1].face = "glue"
        table.game.piles["jade", 2].face = "lightning"
        table.does("buy-reward", **buy(face="up"))
        assert table.does("flip", rank=rank, pile=pile, reward="confuse") == ["4.7.7"]
        assert table.does("move", to="A2") == []
        assert table.game.piles["jade", 1].face == "confuse"


@pytest.mark.article("4.7.4", breaks=True)
def test_a_replacement_turned_up_before_the_purchase_is_reported_once() -> None:
    for bought, left in (("glue", "confuse"), ("confuse", "glue")):
        table = shop()
        table.game.piles["jade", 1].face = "glue"
        table.game.piles["jade", 2].face = "lightning"
        assert table.does("flip", rank="jade", pile=1, reward="confuse") == ["4.7.4"]
        assert table.does("buy-reward", **buy(face="up", reward=bought)) == []
        assert table.game.piles["jade", 1].face == left
        assert table.does("move", to="A2") == []


@pytest.mark.article("4.7.4", breaks=True)
def test_the_second_tokens_are_turned_up_too_early() -> None:
    early = [do("flip", rank="granite", pile=2, reward="glue")]
    start = [*PLACED, END, *OPENING]
    assert errors(*start, *early, TENSION, *CLOSING[1:], END) == [(len(start), "4.7.4")]
    acting = [*start, TENSION, do("activate", unit="b1")]
    assert errors(*acting, *CLOSING, do("move", to="B11"), END) == [(len(acting), "4.7.4")]
    assert errors(*acting, do("move", to="B11"), *CLOSING, END) == []


@pytest.mark.article("8.1.2", "8.1.3")
@pytest.mark.article("8.1.2", breaks=True)
def test_the_original_box_shows_all_six_piles_from_the_start() -> None:
    flips = [
        do("flip", rank=rank, pile=pile, reward=f"{rank}-{pile}")
        for rank in ("granite", "jade", "gold")
        for pile in (1, 2)
    ]
    assert errors(*PLACED, *flips, END, TENSION, END, TENSION, rewards="original") == []
    assert errors(*PLACED, *flips[1:], END, rewards="original") == [(13, "8.1.2")]
    assert errors(*PLACED, *flips, do("flip", rank="silver", pile=1, reward="x"), END, rewards="original") == [
        (14, "8.1.2")
    ]


@pytest.mark.article("4.7.6", "4.7.4", breaks=True)
def test_what_lies_open_in_the_original_box_must_be_logged() -> None:
    """A face-up token that nobody turned up was bought unseen."""
    assert errors(*PLACED, END, TENSION, END, TENSION, rewards="original") == [(9, "4.7.4"), (10, "4.7.4")]
    table = shop()
    table.game.original_box = True
    assert table.does("buy-reward", **buy(face="up")) == ["4.7.6"]


@pytest.mark.article("4.7.4", breaks=True)
def test_the_original_box_opens_no_token_in_the_first_turn() -> None:
    early = do("flip", rank="gold", pile=1, reward="gold-1")
    assert errors(*PLACED, do("activate", unit="a1"), early, rewards="original") == [(len(PLACED) + 1, "4.7.4")]
    assert errors(*PLACED, do("activate", unit="a1"), early) == [(len(PLACED) + 1, "1.3.7")]


@pytest.mark.article("4.7.4", "8.1.2")
def test_the_original_box_may_also_open_in_the_second_turn() -> None:
    gold = [{**flip, "rank": flip["rank"].replace("silver", "gold")} for flip in (*OPENING, *CLOSING)]
    opened = [*PLACED, END, *gold[:3], TENSION, *gold[3:], END]
    assert errors(*opened, TENSION, END, rewards="original") == []
    assert errors(*PLACED, *gold, *opened[len(PLACED) :], rewards="original") == [
        *((place, "4.7.4") for place in (15, 16, 17, 19, 20, 21))
    ]


@pytest.mark.article("4.7.4", breaks=True)
def test_late_second_tokens_are_missed_where_the_last_is_due() -> None:
    acting = [*PLACED, END, *OPENING, TENSION, do("activate", unit="b1")]
    at = len(acting)
    assert errors(*acting, END, TENSION) == [(at, "4.7.4")]
    assert errors(*acting, END, CLOSING[0], TENSION) == [(at + 2, "4.7.4")]
    assert errors(*acting, CLOSING[1], END, CLOSING[0], TENSION) == [(at + 1, "4.7.4")]


@pytest.mark.article("4.7.4", breaks=True)
def test_a_pile_named_again_means_the_other_of_its_rank() -> None:
    table = shop()
    game = table.game
    game.turn, game.tension, game.begun = 2, None, False
    game.flips.opening, game.flips.closing = {"jade"}, {"jade"}
    game.piles["jade", 1].face = "glue"
    assert table.does("flip", rank="jade", pile=1, reward="confuse") == ["4.7.4"]
    assert (game.flips.opening, game.flips.closing) == (set(), {"jade"})
    assert (game.piles["jade", 1].face, game.piles["jade", 2].face) == ("glue", "confuse")


INSPIRED = do("inspire", die=0, unit="b1")


@pytest.mark.article("4.7.4", "5.3.1")
def test_first_tokens_may_follow_the_roll_before_dice_are_placed() -> None:
    rest = [INSPIRED, do("activate", unit="b1"), *CLOSING, END]
    assert errors(*PLACED, END, TENSION, *OPENING, *rest) == []
    assert errors(*PLACED, END, *OPENING, TENSION, *rest) == []


@pytest.mark.article("4.7.4", breaks=True)
@pytest.mark.parametrize("late", [1, 2, 3])
def test_first_tokens_are_too_late_after_a_die_is_placed(late: int) -> None:
    start = [*PLACED, END, *OPENING[late:], TENSION]
    rest = [INSPIRED, *OPENING[:late], do("activate", unit="b1"), *CLOSING, END]
    assert errors(*start, *rest) == [(len(start) - 1, "4.7.4")]


@pytest.mark.article("1.3.7", breaks=True)
def test_the_last_token_of_a_pile_is_drawn_once() -> None:
    table = shop()
    table.game.piles["jade", 1].left = 1
    assert table.does("buy-reward", **buy()) == []
    assert table.does("buy-reward", **buy(reward="confuse")) == ["1.3.7"]


@pytest.mark.article("4.7.6", breaks=True)
def test_a_token_that_lies_face_up_is_not_drawn_elsewhere() -> None:
    table = shop()
    table.game.piles["jade", 2].face = "glue"
    table.game.tokens["glue"] = "jade"
    found = table.says("buy-reward", **buy())
    assert [(each.article, str(each.message)) for each in found] == [("4.7.6", "glue lies face up at the jade pile 2.")]


@pytest.mark.article("4.7.12", breaks=True)
def test_equipment_that_was_thrown_away_has_left_the_game() -> None:
    table = shop()
    table.game.tokens["hammer"], table.game.bearers["hammer"] = "silver", "q"
    found = table.says("buy-reward", **buy("silver", reward="hammer"))
    assert [(each.article, each.code) for each in found] == [("4.7.12", "reward-has-left-the-game")]


@pytest.mark.article("4.7.4", breaks=True)
def test_first_tokens_are_turned_up_before_a_die_is_placed() -> None:
    early = report(*PLACED, END, TENSION, INSPIRED, *OPENING)
    assert str(early.errors[0].message) == "First flip one token of each rank: granite, jade, silver."
    assert early.errors[0].article == "4.7.4"


@pytest.mark.article("8.1.2", breaks=True)
def test_a_pile_left_unopened_may_have_been_bought_from() -> None:
    table = shop()
    game = table.game
    game.original_box, game.flips.from_the_start, game.turn = True, True, 0
    for place in (("jade", 2), ("granite", 1), ("granite", 2), ("silver", 1), ("silver", 2)):
        game.piles[place].face = f"{place[0]}-{place[1]}"
    begin_fight(game)
    assert [each.article for each in game.findings] == ["8.1.2"]
    table.activate("q")
    assert table.does("buy-reward", **buy(face="up")) == []
