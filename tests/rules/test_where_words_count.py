"""What a card says in words alone is believed only where it can come about, and an attack's own injuries are proved."""

from pathlib import Path
from typing import Any

import pytest

from rules.arena.facts_document import read_fact
from rules.common.fields import InvalidValue
from tests.rules.logs import TEAM_B, TENSION, TWO_TURNS, Action, do
from tests.rules.validated import Answer, said, validated

TEAMS = {
    "emilie": {
        "a1": "queen-of-the-tofus",
        "a2": "bill-tell",
        "a3": "oscar-kass",
        "a4": "emilie-onaire",
        "a5": "arakna-precoz",
    },
    "grove": {
        "a1": "queen-of-the-tofus",
        "a2": "bill-tell",
        "a3": "maestro-boletus",
        "a4": "roble-blando-joven",
        "a5": "arakna-precoz",
    },
    "ada": {"a1": "queen-of-the-tofus", "a2": "bill-tell", "a3": "ada-embosq", "a4": "paz-depikaz"},
    "tejedora": {"a1": "bill-tell", "a2": "oscar-kass", "a3": "tejedora", "a4": "veronica-sino", "a5": "lydia-vokin"},
    "crows": {"a1": "queen-of-the-tofus", "a2": "bill-tell", "a3": "flopin", "a4": "black-crow"},
}
HIT, NOTHING = {"successes": 1}, {"successes": 0}


def at(**units: Any) -> Action:
    places = {unit: {"cell": value} if isinstance(value, str) else value for unit, value in units.items()}
    return do("correct", set={"units": places}, reason="a test")


def cast(
    spell: str, target: str, *, critical: Action = NOTHING, declared: Action | None = None, **armour: Action
) -> Action:
    said = {"declared": declared} if declared else {}
    return do("cast", spell=spell, target=target, critical=critical, armour=armour, **said)


def answer_to(folder: Path, unit: str, *actions: Action, team: str = "ada") -> Answer:
    """What `validate_log` says of a judge's copy: the position of the third turn is laid by corrections."""
    figures = TEAMS[team]
    placed = [
        do("place", unit=name, cell=cell) for name, cell in zip(figures, ("B1", "D1", "E2", "G2", "K2"), strict=False)
    ]
    placed += [
        do("place", unit=name, cell=cell) for name, cell in zip(TEAM_B, ("B12", "D12", "F11", "H11"), strict=True)
    ]
    players = {
        "A": {"name": "Ana", "team": figures, "timeline": [*figures]},
        "B": {"name": "Bo", "team": TEAM_B, "timeline": [*TEAM_B]},
    }
    laid = [*placed, *TWO_TURNS[8:], TENSION, do("activate", unit=unit)]
    return validated(folder, *laid, *actions, options=["--amended"], players=players)


def codes(answer: Answer) -> list[str]:
    return said(answer, "error")


def proved(answer: dict[str, Any]) -> tuple[str, int, int]:
    """The verdict, how many actions are believed, and how many injuries."""
    return answer["verdict"], answer["proof"]["believed"], answer["proof"]["believed_injuries"]


@pytest.mark.article("4.15.4", "7.2.8.a")
@pytest.mark.parametrize(
    ("other", "expected"), [("C8", ("valid", 0, 0)), ("E8", ("unverified", 1, 0)), ("J5", ("unverified", 1, 0))]
)
def test_a_rebound_needs_another_opponent_in_line(tmp_path: Path, other: str, expected: tuple[str, int, int]) -> None:
    """The injury of the critical hit is the arrow's own; the AP that the rebound takes the players alone tell of."""
    shot = cast("flecha-rebote", "E5", critical=HIT, b1=NOTHING)
    answer = answer_to(tmp_path, "a3", at(a3="H5", b1="E5", b2=other), shot)
    assert (codes(answer), proved(answer)) == ([], expected)


@pytest.mark.article("4.15.4", "2.5.2")
@pytest.mark.parametrize(("other", "errors"), [("C8", 1), ("E8", 0)])
def test_a_rebound_cannot_reach_anybody_out_of_line(tmp_path: Path, other: str, errors: int) -> None:
    took = {"markers": {"b2": {"ap": -1}}}
    shot = cast("flecha-rebote", "E5", declared=took, b1=NOTHING)
    answer = answer_to(tmp_path, "a3", at(a3="H5", b1="E5", b2=other), shot)
    assert (len(codes(answer)), answer["verdict"]) == (errors, "invalid" if errors else "unverified")


@pytest.mark.article("7.2.6.a", breaks=True)
@pytest.mark.parametrize("other", ["C8", "E8"])
def test_no_rebound_spares_a_target_its_armour_roll(tmp_path: Path, other: str) -> None:
    """What the words say of the spell is seen whole: no Pierce Armour is in it."""
    shot = cast("flecha-rebote", "E5")
    assert codes(answer_to(tmp_path, "a3", at(a3="H5", b1="E5", b2=other), shot)) == ["armour-dice"]


@pytest.mark.article("4.7.6")
@pytest.mark.parametrize(("cell", "expected"), [("E5", ("valid", 0, 0)), ("G5", ("unverified", 1, 0))])
def test_paz_buys_only_with_her_target_on_a_demon_cell(
    tmp_path: Path, cell: str, expected: tuple[str, int, int]
) -> None:
    blow = cast("manga-ancha", cell, b1=NOTHING)
    answer = answer_to(tmp_path, "a4", at(a4="F5", b1=cell), blow)
    assert (codes(answer), proved(answer)) == ([], expected)


@pytest.mark.article("2.4.1")
@pytest.mark.parametrize(("target", "expected"), [("b1", ("valid", 0, 0)), ("b4", ("unverified", 1, 1))])
def test_atrapamiento_does_more_to_a_slower_target(tmp_path: Path, target: str, expected: tuple[str, int, int]) -> None:
    """Anna Tommy has 9 initiative, Lil Healey 1, Tejedora 5: a damage more is no part of what is proved."""
    knot = cast("atrapamiento", "E5", **{target: NOTHING})
    answer = answer_to(tmp_path, "a3", at(a3="G5", **{target: "E5"}), knot, team="tejedora")
    assert (codes(answer), proved(answer)) == ([], expected)


def three_aimed(*spells: str) -> list[Action]:
    cells = {"b1": "E5", "b2": "J6", "b4": "H8"}
    aimed = [cast("flecha-rebote", cells[unit], **{unit: NOTHING}) for unit in spells]
    return [at(a3="H5", **cells), *aimed]


@pytest.mark.article("4.18.3")
@pytest.mark.parametrize(("aimed", "lacks"), [(("b1", "b2"), False), (("b1", "b2", "b4"), True)])
def test_a_card_may_be_turned_over_by_its_third_arrow(tmp_path: Path, aimed: tuple[str, ...], *, lacks: bool) -> None:
    """Whoever hurts her afterwards may meet what her other side shows; before, her card has no power."""
    turns = [do("end-turn"), TENSION, do("activate", unit="b1"), at(b1="G5")]
    answer = answer_to(tmp_path, "a3", *three_aimed(*aimed), *turns, cast("assault", "H5", a3=NOTHING))
    assert codes(answer) == []
    assert (("ada-embosq", "powers") in {(each["card"], each["field"]) for each in answer["believed"]}) is lacks


@pytest.mark.article("4.15.9")
@pytest.mark.parametrize(("target", "expected"), [("D3", ("valid", 0, 0)), ("D2", ("unverified", 1, 0))])
def test_camufollaje_does_something_at_a_tree_only(tmp_path: Path, target: str, expected: tuple[str, int, int]) -> None:
    """A tree stands on D2."""
    moss = do("cast", spell="camufollaje", target=target)
    answer = answer_to(tmp_path, "a4", at(a4="D4" if target == "D2" else "D5"), moss, team="grove")
    assert (codes(answer), proved(answer)) == ([], expected)


@pytest.mark.article("4.15.4", "4.18.3")
@pytest.mark.parametrize(("other", "lacks"), [("C8", False), ("E8", True)])
def test_boletus_follows_a_rebound_only(tmp_path: Path, other: str, lacks: bool) -> None:
    shot = cast("boletus-de-canon", "E5", critical=HIT, b1=NOTHING)
    answer = answer_to(tmp_path, "a3", at(a3="G5", b1="E5", b2=other), shot, team="grove")
    facts = {(each["card"], each["spell"]) for each in answer["believed"]}
    assert (codes(answer), ("maestro-boletus", "esporaccion") in facts) == ([], lacks)


@pytest.mark.article("4.18.3", breaks=True)
@pytest.mark.parametrize(("other", "errors"), [("C8", 1), ("E8", 0)])
def test_boletus_goes_nowhere_without_a_rebound(tmp_path: Path, other: str, errors: int) -> None:
    went = {"power": "Esporacción", "by": "a3", "moved": {"a3": "F5"}}
    shot = cast("boletus-de-canon", "E5", declared=went, critical=HIT, b1=NOTHING)
    answer = answer_to(tmp_path, "a3", at(a3="G5", b1="E5", b2=other), shot, team="grove")
    assert len(codes(answer)) == errors


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize(
    ("aimed", "error"), [((), ["not-in-play"]), (("b1", "b2"), ["not-in-play"]), (("b1", "b2", "b4"), [])]
)
def test_only_a_card_turned_over_outlives_its_front(tmp_path: Path, aimed: tuple[str, ...], error: list[str]) -> None:
    """11 HP, and 12 on the other side: with 11 injuries she acts on."""
    turns = [do("end-turn"), TENSION, do("activate", unit="b1"), at(b1="G5", a3={"injuries": 10})]
    goes_on = [do("end-turn"), TENSION, do("activate", unit="a3")]
    blow = cast("assault", "H5", a3=NOTHING)
    answer = answer_to(tmp_path, "a3", *three_aimed(*aimed), *turns, blow, *goes_on)
    assert (codes(answer), answer["verdict"]) == (error, "invalid" if error else "unverified")


@pytest.mark.article("4.10.2.a", "4.18.3")
@pytest.mark.parametrize(("injuries", "expected"), [(0, ("valid", 0)), (11, ("unverified", 2))])
def test_a_ko_in_her_turn_may_turn_veronica_over(tmp_path: Path, injuries: int, expected: tuple[str, int]) -> None:
    """The blow that fells is her own; then her card is turned, and one more cast of hers may do more."""
    table = at(a4="F5", b1={"cell": "E5", "injuries": injuries}, b2="F6")
    bet = cast("apuesta-de-futuro", "E5", b1=NOTHING)
    door = cast("puerta-giratoria", "F6", b2=NOTHING)
    answer = answer_to(tmp_path, "a4", table, bet, door, team="tejedora")
    assert codes(answer) == []
    assert (answer["verdict"], answer["proof"]["believed"]) == expected


@pytest.mark.parametrize(
    "spell",
    [
        {"words-only": "demon-cell"},
        {"words-after": True},
        {"words": "x", "words-only": "never", "unknown": ["effects"]},
    ],
)
def test_cases_stand_beside_words_and_are_known(spell: dict[str, Any]) -> None:
    plain = {"name": "Bow", "limit": "turn", "cost": {"ap": 1}, "range": {"kind": "close"}}
    with pytest.raises(InvalidValue):
        read_fact({"kind": "text", "slug": "ada-embosq", "body": {"spells": [plain | spell]}})


def test_a_card_is_turned_over_at_some_moment() -> None:
    power = {"name": "Turn", "words": "the other side", "turns-over": True}
    with pytest.raises(InvalidValue):
        read_fact({"kind": "text", "slug": "ada-embosq", "body": {"spells": [], "own-powers": [power]}})
