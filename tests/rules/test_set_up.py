"""Who goes first and what lies ready (1.2, 1.3), with whole headers."""

import pytest

from rules.arena.boards import board
from rules.arena.engine.order import who_goes_first
from rules.arena.engine.placing import BEGINNING_OF_THE_FIGHT, begin_fight
from rules.arena.engine.setup import krosmaster, new_game
from rules.arena.engine.summons import profile_of
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.log import read
from rules.arena.replay import start
from rules.arena.texts import built_in, card_texts
from tests.rules.duels import endow
from tests.rules.logs import END, OPENING, PLACED, TEAM_A, TEAM_B, TENSION, TWO_TURNS, do, document, errors, report

SLOW = {"a1": "anna-tommy", "a2": "kassius-kaos", "a3": "king-of-the-gobballs", "a4": "lil-healey"}  # 9 4 2 1
EVEN = {"b1": "queen-of-the-tofus", "b2": "kassius-kaos", "b3": "bad-aboum", "b4": "lil-healey"}  # 8 4 3 1


def header(
    ours: dict[str, str], theirs: dict[str, str], first: str, **changes: object
) -> list[tuple[int | None, str | None]]:
    players = {
        "A": {"name": "Ana", "team": ours, "timeline": list(ours)},
        "B": {"name": "Bo", "team": theirs, "timeline": list(theirs)},
    }
    placed = PLACED if first == "A" else [*PLACED[4:], *PLACED[:4]]
    return errors(*placed, players=players, first_player=first, **changes)


@pytest.mark.article("1.1.1.h", breaks=True)
def test_a_figure_that_nobody_knows_is_reported_once() -> None:
    ours = {**TEAM_A, "a1": "nobody-knows"}
    players = {side: {"team": team, "timeline": list(team)} for side, team in (("A", ours), ("B", TEAM_B))}
    found = [each for each in report(players=players).errors if each.article == "1.1.1.h"]
    assert [(each.code, str(each.message)) for each in found] == [
        ("unknown-figure", "Player A: There is no figure called nobody-knows.")
    ]


@pytest.mark.parametrize(
    ("card", "incomplete"), [("bill-tell", False), ("clot-the-crapulous", True), ("percedal", True)]
)
def test_a_card_with_a_part_never_seen_is_incomplete(card: str, *, incomplete: bool) -> None:
    """Of Clot the Crapulous single spells are known, of Percedal nothing."""
    assert krosmaster("a1", "A", card, card_texts()).profile.incomplete is incomplete


@pytest.mark.parametrize(("summon", "incomplete"), [("tofu", False), ("never-seen", True)])
def test_a_summon_that_was_never_seen_is_incomplete(summon: str, *, incomplete: bool) -> None:
    assert profile_of(start(read(document())), summon).incomplete is incomplete


@pytest.mark.article("1.3.5.b")
@pytest.mark.parametrize(("level", "glory"), [(10, {"A": 5, "B": 1}), (1, {"A": 3, "B": 3})])
def test_a_single_figure_team_starts_with_its_levels_gg(level: int, glory: dict[str, int]) -> None:
    theirs = {"b1": "katar", "b2": "oscar-kass", "b3": "puny-vampire"} if level == 10 else {"b1": "chafer-lancer"}
    teams = {"A": {"a1": "puny-vampire"}, "B": theirs}
    players = {side: {"team": team, "timeline": list(team)} for side, team in teams.items()}
    assert start(read(document(team_format="limited", players=players))).glory == glory


@pytest.mark.article("1.3.1.a")
@pytest.mark.article("1.3.1.a", breaks=True)
def test_on_equal_sums_the_highest_initiative_that_differs_decides() -> None:
    assert header(SLOW, EVEN, "A") == []
    assert header(SLOW, EVEN, "B") == [(None, "1.3.1.a")]


@pytest.mark.article("1.3.1.b")
@pytest.mark.article("1.3.1.b", breaks=True)
def test_on_equal_initiatives_the_larger_team_decides() -> None:
    assert who_goes_first(ARENA_2_7, [4, 3, 0], [4, 3]) == ("A", "1.3.1.b")
    longer = {**SLOW, "a5": "cathy-ranik"}  # a fifth figure, of initiative 0: one level too many, but it goes first
    theirs = dict(zip(TEAM_B, SLOW.values(), strict=True))
    assert header(longer, theirs, "B") == [(None, "1.1.1.b"), (None, "1.3.1.b")]


@pytest.mark.article("1.3.1.c")
@pytest.mark.article("1.3.1.c", breaks=True)
def test_a_logged_toss_decides_between_equal_teams() -> None:
    players = {
        side: {"name": side, "team": team, "timeline": list(team)}
        for side, team in (("A", TEAM_A), ("B", dict(zip(TEAM_B, TEAM_A.values(), strict=True))))
    }
    tossed = report(*PLACED, players=players, toss=True)
    assert [each.code for each in tossed.findings] == ["nothing-played"]
    silent = report(*PLACED, players=players)
    assert [finding.article for finding in silent.findings] == ["1.3.1.c", None]


def test_nobody_begins_with_kamas_or_debts() -> None:
    game, nothing = start(read(document())), {"A": 0, "B": 0}
    assert (game.kamas, game.given_kamas, game.glory) == (nothing, nothing, {"A": 6, "B": 6})
    assert (game.claims.owed, game.uncertain.owed, game.uncertain.nameless) == (nothing, nothing, nothing)


def test_each_player_begins_with_the_gg_of_the_mode() -> None:
    assert new_game(read(document()), built_in()).glory == {"A": 6, "B": 6}


@pytest.mark.article("1.2.1", "1.3.3")
def test_the_arena_starts_with_one_coin_on_each_demon_cell() -> None:
    game, pit = start(read(document())), board("the-pit")
    assert pit is not None
    assert game.coins == pit.kamas
    assert sum(game.coins.values()) == 40


@pytest.mark.article("1.3.10", "1.3.10.b")
def test_the_first_players_powers_begin_the_fight_by_falling_initiative(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setitem(BEGINNING_OF_THE_FIGHT, "witness", lambda _game, unit: seen.append(unit.name))
    game = start(read(document(first_player="B")))
    for unit in game.units.values():
        endow(unit, "witness")
    begin_fight(game)
    assert seen == [*TEAM_B, *TEAM_A]


@pytest.mark.article("1.3.10", "1.3.10.a")
def test_djaul_has_no_level_from_the_beginning_of_the_fight() -> None:
    team = {**TEAM_A, "a3": "djaul"}
    players = {"A": {"name": "Ana", "team": team, "timeline": list(team)}, "B": document()["players"]["B"]}
    game = start(read(document(players=players)))
    assert game.units["a3"].level > 0
    begin_fight(game)
    assert game.units["a3"].level == 0


@pytest.mark.article("1.3.10", breaks=True)
def test_nobody_is_placed_once_the_fight_has_begun() -> None:
    assert errors(*PLACED, do("activate", unit="a1"), do("place", unit="a2", cell="E2")) == [(9, "1.3.10")]


@pytest.mark.article("4.3.1")
@pytest.mark.article("4.3.1", breaks=True)
def test_only_pieces_of_the_two_players_act() -> None:
    assert errors(*PLACED, do("activate", unit="a1"), END) == []
    assert errors(*PLACED, do("activate", unit="a9")) == [(8, "4.3.1")]


@pytest.mark.article("6.4.2")
def test_each_unit_acts_in_turn_and_then_come_the_opponents() -> None:
    dan_to_fu = do("cast", spell="dan-to-fu", target="B3", critical=["lock"] * 2)
    ours, theirs = do("activate", unit="a1"), do("activate", unit="b1")
    assert errors(*PLACED, ours, dan_to_fu, do("activate", unit="a2"), END, *OPENING, TENSION, theirs) == []
    assert errors(*PLACED, ours, do("activate", unit="a2"), dan_to_fu) == [(10, "6.3.5")]
    assert errors(*PLACED, do("activate", unit="a4"), ours) == [(9, "5.5.1")]
    assert errors(*PLACED, do("activate", unit="a4"), END, *OPENING, TENSION, ours) == [(14, "5.5.1")]
    assert errors(*PLACED, do("activate", unit="a4"), theirs) == [(9, "5.5.1")]


@pytest.mark.article("5.2.1", "6.1.1")
def test_two_complete_turns_of_both_players_are_legal() -> None:
    dice = do("tension", dice=["lock", "dodge"])
    acting = [do("activate", unit=unit) for unit in TEAM_A]
    assert errors(*TWO_TURNS, dice, *acting, END) == []


@pytest.mark.article("1.4.2", breaks=True)
def test_a_winner_is_named_while_the_wild_gg_lies_there() -> None:
    nothing_left = do("correct", set={"glory": {"B": 0}}, reason="a position for this test")
    won = {"winner": "A", "glory": {"A": 6, "B": 0}}
    assert errors(*PLACED, do("activate", unit="a1"), nothing_left, result=won) == [(None, "1.4.2")]
