"""One forgotten line of a log, or one consequence overlooked, is one finding: at the first action that no reading
explains."""

from typing import Any

import pytest

from rules.arena.log_actions import OF_A_UNIT
from rules.arena.recovery import missing
from tests.rules import logs
from tests.rules.logs import END, PLACED, TEAM_A, Action, do, report

TEAM_B = {"b1": "kassius-kaos", "b2": "king-of-the-gobballs", "b3": "lil-healey", "b4": "choppy-sue"}
PLAYERS = {"A": {"team": TEAM_A, "timeline": [*TEAM_A]}, "B": {"team": TEAM_B, "timeline": [*TEAM_B]}}
TENSION = do("tension", dice=["lock", "dodge"])
SHOWN = {"granite": ("water-boost", "aero-boost"), "jade": ("bulbish-potion", "ghetto-rade")}
SHOWN["silver"] = ("set-ap-and-armour", "set-mp-and-dodge")
OPEN, CLOSE = ([do("flip", rank=rank, pile=pile + 1, reward=SHOWN[rank][pile]) for rank in SHOWN] for pile in (0, 1))
CROSSED = [*OPEN, TENSION, do("activate", unit="b2"), *CLOSE, END, TENSION]  # the second player's whole turn
FIRST = len(PLACED) + 1  # the first action after the position is laid


def errors(*actions: Action) -> list[tuple[int | None, str | None]]:
    return logs.errors(*actions, players=PLAYERS)


def laid(**units: Any) -> list[Action]:
    return [*PLACED, do("correct", set={"units": units}, reason="a test")]


def shot(spell: str, target: str, unit: str) -> Action:
    return do("cast", spell=spell, target=target, critical=["critical"], armour={unit: ["lock"]})


@pytest.mark.article("4.17.2", breaks=True)
def test_a_forgotten_activation_is_one_finding() -> None:
    """Bill Tell's moves and spell follow those of the Queen, whose next turn begins where she stood."""
    turn = [do("activate", unit="a1"), do("move", to="E6")]
    turn += [
        do("move", to="H5"),
        do("move", to="H6"),
        shot("plaguing-arrow", "H9", "b1"),
        do("activate", unit="a3"),
        END,
    ]
    later = [do("activate", unit="a1"), do("activate", unit="a2"), do("move", to="G6")]
    position = laid(a1={"cell": "E5"}, a2={"cell": "H4"}, b1={"cell": "H9"})
    assert errors(*position, *turn, *CROSSED, *later) == [(FIRST + 2, "4.17.2")]


@pytest.mark.article("4.17.2", breaks=True)
def test_a_summons_forgotten_activation_is_one_finding() -> None:
    summoned = [{"summon": "tofu", "by": "a1", "cell": "G5"}]
    position = do(
        "correct",
        set={"summoned": summoned, "units": {"a1": {"cell": "E5"}, "b1": {"cell": "H7"}}},
        reason="a test",
    )
    turn = [do("activate", unit="a1"), do("move", to="E6")]
    turn += [do("move", to="G6"), do("move", to="G7"), shot("peck", "H7", "b1"), do("activate", unit="a2"), END]
    later = [do("activate", unit="a1"), do("move", to="E7"), do("activate", unit="a1/tofu-1"), do("move", to="G8")]
    assert errors(*PLACED, position, *turn, *CROSSED, *later) == [(FIRST + 2, "4.17.2")]


@pytest.mark.article("7.1.5", breaks=True)
def test_a_forgotten_step_is_one_finding() -> None:
    """The Queen shoots from E6 and later goes on from there."""
    shots = do("cast", spell="dan-to-fu", target="E9", critical=["critical"] * 2, armour={"b1": ["lock"]})
    turn = [do("activate", unit="a1"), shots, END]
    position = laid(a1={"cell": "E5"}, b1={"cell": "E9"})
    later = [do("activate", unit="a1"), do("move", to="E7")]
    assert errors(*position, *turn, *CROSSED, *later) == [(FIRST + 1, "7.1.5")]


@pytest.mark.article("4.7.4", breaks=True)
def test_a_forgotten_purchase_is_one_finding() -> None:
    """The pile shows its next token, and Anna Tommy reveals the one that lay there."""
    kamas = do("correct", set={"kamas": {"B": 40}, "units": {"b1": {"cell": "H7"}}}, reason="a test")
    bought = [do("flip", rank="granite", pile=1, reward="fire-boost"), do("reveal", reward="water-boost")]
    actions = [*PLACED, END, *OPEN, TENSION, kamas, do("activate", unit="b1"), *bought]
    assert errors(*actions) == [(len(actions) - 2, "4.7.4")]


@pytest.mark.article("7.2.6.a", breaks=True)
def test_a_forgotten_inspiration_die_is_one_finding() -> None:
    """Both shots are met with the Armour of a die that the log never places."""
    roll = do("tension", dice=["critical", "armour"])
    position = do("correct", set={"units": {"b3": {"cell": "E5"}, "a1": {"cell": "E8"}}}, reason="a test")
    shots = do("cast", spell="dan-to-fu", target="E5", critical=["critical"] * 2, armour={"b3": ["lock"] * 2})
    before = [*PLACED, END, *OPEN, roll, position, do("activate", unit="b3"), *CLOSE, END, TENSION]
    assert errors(*before, do("activate", unit="a1"), shots, shots) == [(len(before) + 1, "7.2.6.a")]


@pytest.mark.article("4.14.2.f", "4.14.2.d", breaks=True)
@pytest.mark.parametrize(
    ("lock", "steps", "found"),
    [("lock", ["E6", "E7"], (FIRST + 2, "4.14.2.f")), ("armour", ["E6", "E7", "E8"], (FIRST + 3, "4.14.2.d"))],
)
def test_what_one_overlooked_block_took_is_one_finding(lock: str, steps: list[str], found: tuple[int, str]) -> None:
    """Bill Tell keeps the MP, and the AP for two arrows."""
    block = {"by": "b1", "lock": [lock], "dodge": ["armour", "armour"]}
    first, *others = steps
    walk = [do("move", to=first, blocks=[block]), *(do("move", to=to) for to in others)]
    arrows = [shot("plaguing-arrow", "H8", "b4")] * 2
    position = laid(a2={"cell": "E5"}, b1={"cell": "F5"}, b4={"cell": "H8"})
    assert errors(*position, do("activate", unit="a2"), *walk, *arrows) == [found]


@pytest.mark.article("4.19.5.c", breaks=True)
def test_a_bomb_shown_after_a_forgotten_explosion_still_stands() -> None:
    bombs = [{"summon": "water-bomb", "by": "a4", "cell": "H9"}]
    units = {"a4": {"cell": "E5"}, "b1": {"cell": "H8"}}
    position = do("correct", set={"summoned": bombs, "units": units}, reason="a test")
    sting = do(
        "cast", spell="irritating-sting", target="H9", critical=["critical"] * 2, armour={"a4/water-bomb-1": ["armour"]}
    )
    turn = [do("activate", unit="a4"), END, *OPEN, TENSION, do("activate", unit="b1"), sting]
    assert errors(*PLACED, position, *turn) == [(FIRST, "4.19.5.c")]


@pytest.mark.article("1.3.9", breaks=True)
@pytest.mark.parametrize("acts", ["a1", "a4"])
def test_a_figure_never_placed_is_one_finding(acts: str) -> None:
    placed = [action for action in PLACED if action["unit"] != "a4"]
    assert errors(*placed, do("activate", unit=acts), END) == [(3, "1.3.9")]


@pytest.mark.article("1.3.9", breaks=True)
def test_a_figure_placed_under_anothers_name_is_one_finding() -> None:
    placed = [*PLACED[:3], {**PLACED[3], "unit": "a3"}, *PLACED[4:]]
    assert errors(*placed, do("activate", unit="a1"), END) == [(3, "1.3.9")]


@pytest.mark.article("1.3.9", breaks=True)
def test_a_late_figure_hides_no_missing_one() -> None:
    *placed, a3, a4 = [*PLACED[:2], *PLACED[4:], *PLACED[2:4]]
    assert [found.code for found in report(*placed, a3, a4, END).errors] == ["placed-out-of-order"]
    found = report(*placed, a4, END).errors
    assert [each.code for each in found] == ["placed-out-of-order", "not-placed"]
    assert found[1].message.facts == {"units": ["a3"]}


@pytest.mark.article("4.18.1", breaks=True)
def test_what_is_declared_of_another_spell_is_one_finding() -> None:
    """Bad Aboum is pushed by that shot onto a trap, and what it did is declared as what the shot did."""
    team = {"b1": "fraktor", "b2": "lil-healey", "b3": "choppy-sue", "b4": "lilotte"}
    players = {**PLAYERS, "B": {"team": team, "timeline": ["b1", "b4", "b2", "b3"]}}
    traps = [{"summon": "lethal-trap", "by": "b1", "cell": "E4"}]
    units = {"a4": {"cell": "E5"}, "b1": {"cell": "E6", "injuries": 8}}
    position = do("correct", set={"summoned": traps, "units": units}, reason="a test")
    fields = {
        "critical": ["lock"],
        "armour": {"b1": ["lock"]},
        "standby": [{"effect": "click", "by": "b1/lethal-trap-1"}],
        "declared": {"spell": "click", "injuries": {"a4": 3}},
    }
    actions = [*PLACED, position, do("activate", unit="a4"), do("cast", spell="retreat-shot", target="E6", **fields)]
    assert [each.code for each in report(*actions, players=players).errors] == ["another-cause"]


def test_places_reach_back_to_the_activation_and_the_rolls() -> None:
    turn = [do("activate", unit="a1"), do("move", to="B2"), do("move", to="B3")]
    actions = [TENSION, do("inspire", die=0, unit="a1"), *turn, TENSION, *turn]
    assert missing.places(actions, 8, "not-adjacent") == [8, 7]
    assert missing.places(actions, 8, "armour-dice") == [8, 7, 6, 2]
    assert missing.places(actions, 6, "armour-dice") == []
    long = [turn[0], *[turn[1]] * 20]
    assert missing.places(long, 20, "not-adjacent") == [*range(20, 20 - missing.MOST_PLACES, -1)]
    assert "activate" not in OF_A_UNIT
