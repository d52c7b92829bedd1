"""Each Demonic Reward lies in one place only and has one rank (1.3.7, 4.7.6, 4.7.12), as whole logs tell it."""

from typing import Any

import pytest

from judging.recorder.services import playing
from rules.arena.printed import UNKNOWN_REWARD
from rules.common.verdicts import DISPUTED, Issue
from rules.games import replay
from tests.rules.logs import END, PLACED, TENSION, do, document, encoded, report
from tests.rules.shops import buy, shop
from tests.rules.table import Table, believed_cards

Log = list[dict[str, Any]]
OPEN = {"granite": "glue", "jade": "confuse", "silver": "lightning"}
LATER = {"granite": "hammer", "jade": "angel-bow", "silver": "dofus-mp"}


def flipped(pile: int, tokens: dict[str, str]) -> Log:
    return [do("flip", rank=rank, pile=pile, reward=reward) for rank, reward in tokens.items()]


def opened(first: dict[str, str] = OPEN, second: dict[str, str] = LATER) -> Log:
    return [*PLACED, END, *flipped(1, first), TENSION, *flipped(2, second), END]


def codes(actions: Log) -> list[tuple[int | None, str | None, str]]:
    return [(each.action, each.article, each.code) for each in replay(encoded(*actions)).errors]


def codes_of(found: list[Issue]) -> list[str]:
    return [each.code for each in found]


@pytest.mark.article("1.3.7", breaks=True)
def test_the_same_token_on_further_piles_is_always_a_fault() -> None:
    """Six times the same Boost was valid."""
    same = dict.fromkeys(OPEN, "demon-spirit")
    places = [10, 11, 13, 14, 15]
    assert codes(opened(same, same)) == [(place, "1.3.7", "reward-lies-face-up") for place in places]


@pytest.mark.article("1.3.7")
def test_six_tokens_on_six_piles_are_no_fault() -> None:
    assert codes(opened()) == []
    assert replay(encoded(*opened())).verdict == "valid"


@pytest.mark.article("1.3.7", breaks=True)
def test_a_token_is_known_by_each_of_its_names() -> None:
    assert codes(opened({**OPEN, "granite": "aero-boost"}, {**LATER, "granite": "air-boost"})) == [
        (13, "1.3.7", "reward-lies-face-up")
    ]


@pytest.mark.article("1.3.7", breaks=True)
def test_a_token_unknown_to_the_data_has_one_rank() -> None:
    """How many of it there are nobody knows: two of one rank are believed."""
    mine = {**OPEN, "granite": "my-token"}
    assert codes(opened(mine, {**LATER, "jade": "my-token"})) == [(14, "1.3.7", "wrong-rank")]
    found = replay(encoded(*opened(mine, {**LATER, "granite": "my-token"})))
    assert (found.errors, found.verdict, found.unverified_cards) == ((), "unverified", ("my-token",))


def test_secret_tokens_are_no_copies_of_one_another() -> None:
    table = shop()
    for rank in ("granite", "jade", "silver"):
        assert table.does("buy-reward", **buy(rank, reward=UNKNOWN_REWARD, to="q")) == []
    assert believed_cards(table.game) == []


@pytest.mark.article("4.7.6", breaks=True)
def test_a_token_that_lies_face_up_is_not_drawn_blind() -> None:
    table = shop()
    table.game.flips.opening = {"jade"}
    table.does("flip", rank="jade", pile=1, reward="glue")
    for pile in (1, 2):
        table["q"].rewards = ()
        assert table.does("buy-reward", **buy(pile=pile)) == ["4.7.6"]
    assert table.does("buy-reward", **buy(reward="confuse")) == []
    assert table.does("buy-reward", **buy(face="up")) == []


@pytest.mark.article("4.7.12", breaks=True)
def test_a_token_that_somebody_carries_is_in_no_pile() -> None:
    table = shop()
    assert table.does("buy-reward", **buy()) == []
    assert table.does("buy-reward", **buy("granite")) == ["4.7.12"]


def used(reward: str) -> Table:
    """A token bought and revealed, whose time is over."""
    table = shop()
    assert table.does("buy-reward", **buy(reward=reward)) == []
    assert table.does("reveal", reward=reward) == []
    table.activate("q")
    assert table["q"].rewards == ()
    return table


@pytest.mark.article("4.7.5.a", breaks=True)
def test_a_boost_that_was_used_up_does_not_come_again() -> None:
    assert used("xelor-style").does("buy-reward", **buy(reward="xelor-style")) == ["4.7.5.a"]
    assert used("xelor-style").does("buy-reward", **buy(reward="eniripsa-style")) == []


@pytest.mark.article("4.7.5.b", breaks=True)
def test_a_buff_that_is_over_does_not_come_again() -> None:
    assert used("cra-style").does("buy-reward", **buy(reward="cra-style")) == ["4.7.5.b"]


@pytest.mark.article("4.7.12", breaks=True)
def test_a_token_leaves_the_game_with_its_bearer() -> None:
    table = shop()
    assert table.does("buy-reward", **buy(to="x")) == []
    fallen = {"units": {"x": {"injuries": table["x"].hp}}}
    table.game.index, table.game.corrections = 0, [0]
    table.does("correct", set=fallen, reason="a test")
    assert table["x"].fallen
    assert table.does("buy-reward", **buy()) == ["4.7.12"]


@pytest.mark.article("4.7.9.a", breaks=True)
def test_a_token_that_was_thrown_away_does_not_come_again() -> None:
    table = shop()
    for name in ("q", "x"):
        for reward in ("hammer", "confuse", "lightning"):
            table.give(name, reward)
    assert table.does("buy-reward", **buy(to=None)) == []
    assert table.does("buy-reward", **buy(to=None)) == ["4.7.9.a"]


@pytest.mark.article("4.7.12", breaks=True)
def test_heads_gives_a_token_that_nobody_has() -> None:
    for reward, broken in (("hammer", []), ("glue", ["4.7.12"])):
        table = shop().give("q", "ecaflip-style")
        assert table.does("buy-reward", **buy(to="x")) == []
        choices = {"pile": 1, "reward": reward}
        assert table.does("reveal", reward="ecaflip-style", coins=["heads"], choices=choices) == broken


@pytest.mark.article("4.7.6")
@pytest.mark.parametrize("reward", ["glue", "my-token", "enutrof-style"])
def test_the_price_of_a_token_is_that_of_its_pile(reward: str) -> None:
    """The pile says the rank, whether the data knows it or not: nothing is believed."""
    table = shop()
    assert table.does("buy-reward", **buy("jade", reward=reward)) == []
    assert believed_cards(table.game) == []


@pytest.mark.article("1.3.7")
@pytest.mark.parametrize(("rank", "verdict", "believed"), [("jade", "valid", 0), ("silver", "unverified", 1)])
def test_a_token_of_another_rank_than_known_is_believed(rank: str, verdict: str, believed: int) -> None:
    """A warning for those who look after the data; but its turning up is proved by nothing."""
    mine = {"granite": "glue", "jade": "fire-boost", "silver": "lightning", rank: "enutrof-style"}
    found = report(*opened(mine))
    assert (found.errors, found.verdict, found.proof.believed) == ((), verdict, believed)
    assert [fact.as_dict() for fact in found.proof.open_facts] == [
        {"card": "enutrof-style", "field": "rank", "spell": None, "decides": "legality"}
    ][:believed]


@pytest.mark.article("1.3.7", breaks=True)
def test_a_turned_up_token_is_bought_only_at_its_rank() -> None:
    table = shop()
    table.game.flips.opening = {"silver"}
    assert table.does("flip", rank="silver", pile=1, reward="my-token") == []
    assert table.does("buy-reward", **buy("granite", reward="my-token")) == ["1.3.7"]
    assert table.does("buy-reward", **buy("silver", reward="my-token")) == []


@pytest.mark.article("4.7.6", "4.7.7")
def test_an_overlooked_flip_does_not_make_a_token_twice() -> None:
    """What lies there unlogged was told; that it is the one that somebody carries is another fault."""
    table = shop()
    table.game.piles["jade", 1].unsure = True
    assert table.does("buy-reward", **buy(pile=2)) == []
    assert table.does("buy-reward", **buy(face="up")) == ["4.7.12"]
    assert table.does("flip", rank="jade", pile=1, reward="confuse") == []


def test_a_whole_log_with_a_purchase_is_valid() -> None:
    rich = do("correct", set={"units": {"a1": {"cell": "B3"}}, "kamas": {"A": 9}}, reason="a test")
    shopping = [*opened(), TENSION, rich, do("activate", unit="a1")]
    bought = do("buy-reward", rank="granite", pile=1, face="down", reward="xelor-style", to="a1")
    assert (report(*shopping, bought).verdict, report(*shopping, bought).unverified_cards) == ("valid", ())
    again = {**bought, "rank": "jade", "reward": "glue"}
    assert [(each.article, each.code) for each in report(*shopping, again).errors] == [("4.7.6", "reward-lies-face-up")]


@pytest.mark.article("1.3.7", breaks=True)
def test_a_token_is_the_same_however_its_name_is_written() -> None:
    first = {"granite": "fire-boost", "jade": "Fire Boost", "silver": "FIRE_BOOST "}
    assert codes(opened(first)) == [(place, "1.3.7", "reward-lies-face-up") for place in (10, 11)]


def test_a_token_may_be_bought_by_its_other_name() -> None:
    table = shop()
    table.game.flips.opening = {"jade"}
    assert table.does("flip", rank="jade", pile=1, reward="aero-boost") == []
    assert table.does("buy-reward", **buy(face="up", reward="air-boost", to="q")) == []
    assert table["q"].rewards[0].slug == "aero-boost"


def test_a_visible_token_is_believed_where_the_log_omits_it() -> None:
    found = replay(encoded(*opened(dict.fromkeys(OPEN, UNKNOWN_REWARD))))
    assert (found.errors, found.verdict, found.unverified_cards) == ((), "unverified", (UNKNOWN_REWARD,))


@pytest.mark.article("1.3.7")
def test_a_token_bought_unseen_is_named_when_it_is_revealed() -> None:
    table = shop()
    assert table.does("buy-reward", **buy("granite", reward=UNKNOWN_REWARD, to="q")) == []
    assert table.does("reveal", reward="demon-spirit") == []


@pytest.mark.article("4.7.6", breaks=True)
def test_a_token_bought_unseen_has_its_piles_rank_and_place() -> None:
    table = shop()
    table.game.flips.opening = {"jade"}
    table.does("flip", rank="jade", pile=1, reward="glue")
    table.does("buy-reward", **buy("granite", reward=UNKNOWN_REWARD, to="q"))
    assert codes_of(table.says("reveal", reward="enutrof-style")) == [DISPUTED]
    table["q"].revealed = False
    table.does("buy-reward", **buy("jade", reward=UNKNOWN_REWARD, to="q"))
    assert table.does("reveal", reward="glue") == ["4.7.6"]


@pytest.mark.article("1.3.7")
@pytest.mark.parametrize(("reward", "codes"), [("enutrof-style", [DISPUTED]), ("demon-spirit", [])])
def test_an_unnamed_face_up_token_has_its_piles_rank(reward: str, codes: list[str]) -> None:
    table = shop()
    table.game.flips.opening = {"granite"}
    assert table.does("flip", rank="granite", pile=1, reward=UNKNOWN_REWARD) == []
    assert table.does("buy-reward", **buy("granite", face="up", reward=UNKNOWN_REWARD, to="q")) == []
    table.game.flips.replacing = None
    assert codes_of(table.says("reveal", reward=reward)) == codes


@pytest.mark.article("4.7.6", breaks=True)
def test_a_token_that_lay_face_up_unnamed_lies_nowhere_else() -> None:
    table = shop()
    table.game.flips.opening = {"granite", "jade"}
    for rank, reward in (("jade", "glue"), ("granite", UNKNOWN_REWARD)):
        table.does("flip", rank=rank, pile=1, reward=reward)
    table.does("buy-reward", **buy("granite", face="up", reward=UNKNOWN_REWARD, to="q"))
    table.game.flips.replacing = None
    assert "4.7.6" in table.does("reveal", reward="glue")


@pytest.mark.article("4.7.5.a", breaks=True)
def test_a_token_named_late_does_not_obstruct_itself() -> None:
    """Revealed a second time, a Boost has left the game: the bearer that is only now said to have it is no place."""
    table = shop()
    for reveal in range(2):
        table.does("buy-reward", **buy("granite", pile=reveal + 1, reward=UNKNOWN_REWARD, to="q"))
        table["q"].revealed = False
        faults = table.does("reveal", reward="water-boost")
        assert faults == (["4.7.5.a"] if reveal else [])


@pytest.mark.article("1.3.7")
@pytest.mark.parametrize("ranks", [("jade", "granite"), ("granite", "jade")])
def test_of_several_unseen_tokens_the_right_rank_is_named(ranks: tuple[str, str]) -> None:
    """Enutrof Style is a jade token."""
    table = shop()
    for rank in ranks:
        assert table.does("buy-reward", **buy(rank, reward=UNKNOWN_REWARD, to="q")) == []
    assert table.does("reveal", reward="enutrof-style") == []
    table["q"].revealed = False
    assert table.does("reveal", reward="demon-spirit") == []


@pytest.mark.article("1.3.7")
def test_of_several_unseen_tokens_none_is_of_another_rank() -> None:
    table = shop()
    for pile in (1, 2):
        table.does("buy-reward", **buy("granite", pile=pile, reward=UNKNOWN_REWARD, to="q"))
    assert codes_of(table.says("reveal", reward="enutrof-style")) == [DISPUTED]


@pytest.mark.article("1.3.7")
def test_a_rank_shown_in_play_identifies_the_unseen_token() -> None:
    table = shop()
    for rank in ("granite", "jade"):
        table.does("buy-reward", **buy(rank, reward=UNKNOWN_REWARD, to="q"))
    assert table.does("reveal", reward="jade-9", rank="jade") == []


@pytest.mark.article("1.3.7")
@pytest.mark.parametrize("reward", ["enutrof-style", "demon-spirit"])
def test_the_recorder_names_the_purchase_of_the_right_rank(reward: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.arena.engine.correct.is_a_judges", lambda _game: True)
    rich = do("correct", reason="", set={"kamas": {"A": 20}, "units": {"a1": {"cell": "E6"}}})
    bought = [
        do("buy-reward", rank=rank, pile=1, face="down", to="a1", reward=UNKNOWN_REWARD) for rank in ("granite", "jade")
    ]
    begun = [*opened(), rich, TENSION, do("activate", unit="a1"), *bought]
    header = {name: value for name, value in document().items() if name not in ("actions", "result")}
    recorded = playing.Table(header, begun, [1] * len(begun))
    playing.enter_tap(recorded, playing.Entry("one", 0, do("reveal", reward=reward)))
    named = {action["rank"]: action["reward"] for action in recorded.actions if action["do"] == "buy-reward"}
    right, other = ("jade", "granite") if reward == "enutrof-style" else ("granite", "jade")
    assert named == {right: reward, other: UNKNOWN_REWARD}
