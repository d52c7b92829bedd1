"""Logs that break the book of 2013, each by one rule, and logs that follow it."""

import json
from typing import Any

import pytest

from rules.arena.engine.legal import played
from rules.common.verdicts import Illegal
from rules.games import replay
from tests.rules.duels import MISS, spell
from tests.rules.first_box import (
    FLIPS,
    SECOND,
    SET_UP,
    TENSION,
    BoxTable,
    laid,
    report,
    wrong,
)
from tests.rules.fours import four_players
from tests.rules.logs import END, PLACED, TEAM_A, TEAM_B, Action, do

BOMB = "a4/water-bomb-1"
TIME = do("time")


def activate(unit: str, **fields: Any) -> Action:
    return do("activate", unit=unit, **fields)


def at(unit: str, **facts: Any) -> list[Action]:
    """The fight begins from this position, and this unit acts."""
    return [*SET_UP, laid(**facts), activate(unit)]


def lock(by: str, *, locks: int = 0, dodges: int = 0, dice: tuple[int, int] = (1, 1)) -> Action:
    """So many of the dice of both are successes."""
    mine, theirs = dice
    return {
        "by": by,
        "lock": ["lock"] * locks + ["armour"] * (mine - locks),
        "dodge": ["dodge"] * dodges + ["armour"] * (theirs - dodges),
    }


def cast(spell: str, target: str, rolled: int = 1, **fields: Any) -> Action:
    armour = {name: ["lock"] * dice for name, dice in fields.pop("armour", {}).items()}
    dice = {"critical": ["lock"] * rolled} if rolled else {}
    return do("cast", spell=spell, target=target, **dice, **({"armour": armour} if armour else {}), **fields)


def explosion(by: str = BOMB, **armour: int) -> Action:
    rolls = {name: ["lock"] * dice for name, dice in armour.items()}
    return {"effect": "explosion", "by": by, "critical": ["lock"], "armour": rolls}


def summoned(token: str, by: str, *cells: str) -> list[Action]:
    return [{"summon": token, "by": by, "cell": cell} for cell in cells]


def buy(rank: str, reward: str, *, face: str = "down", to: str = "a1", pile: int = 1) -> Action:
    return do("buy-reward", rank=rank, pile=pile, face=face, reward=reward, to=to)


QUEEN_KING = {"q": "queen-of-the-tofus", "K": "king-of-the-gobballs"}


def shop() -> BoxTable:
    """The Queen on a Demon cell, with plenty of Kamas."""
    table = BoxTable("D . K", K="king-of-the-gobballs")
    table.add("q", "queen-of-the-tofus", [0])
    table.activate("q")
    table.game.kamas["A"] = 60
    return table


QUEEN_BESIDE_KING = {"a1": {"cell": "D8"}, "b3": {"cell": "D9"}}
AT_THE_DEMON = {"a1": {"cell": "B3"}, "kamas": {"A": 40}}
SHOT = {"a2": {"cell": "D4"}, "b1": {"cell": "C8"}, "summoned": summoned("water-bomb", "a4", "D8")}


WON = {"result": {"winner": "A", "glory": None}}


def shot(**fields: Any) -> Action:
    """Bill Tell hits the bomb."""
    return cast("plaguing-arrow", "D8", 0, critical=["critical"], armour={BOMB: 1}, **fields)


Broken = tuple[str, list[Action], list[Action], int | None, dict[str, Any]]


def breaks(number: str, before: list[Action], *actions: Action, at: int | None = 0, **changes: Any) -> Broken:
    """A log that breaks this number in the action so many after those before, and nothing else."""
    return number, before, [*actions], at, changes


def teams(**players: dict[str, str] | list[str]) -> dict[str, Any]:
    """Teams and timelines in place of those of the header."""
    team_a, line_a = players.get("team", TEAM_A), players.get("timeline", list(TEAM_A))
    a = {"name": "Ana", "team": team_a, "timeline": line_a}
    return {"players": {"A": a, "B": {"name": "Bo", "team": TEAM_B, "timeline": list(TEAM_B)}}}


def own(team: dict[str, str], **fields: Any) -> dict[str, Any]:
    return {**teams(team=team, timeline=list(team)), "team_format": "constructed", **fields}


THREE_WHITE = dict(zip(("a1", "a2", "a3", "a4"), ["katsu-mi"] * 3 + ["raul-bak"], strict=True))
OF_THREE = {"a1": "queen-of-the-tofus", "a2": "bill-tell", "a3": "oscar-kass"}
BROKEN = [
    breaks("p16.1", at("a2", **SHOT), shot()),
    breaks("p20.1", [*SET_UP, activate("a1")], TIME, END, at=1),
    breaks("p20.1", [*SET_UP, activate("a1")], END, at=None, result={"winner": "A", "glory": None}),
    breaks(
        "p20.2",
        [*SET_UP, activate("a1"), laid(**{unit: {"cell": None} for unit in TEAM_B})],
        END,
        result={"winner": "A", "glory": None},
    ),
    breaks("p20.3", SET_UP, activate("z9")),
    breaks("p20.5", [*SET_UP, laid(a1={"cell": None})], activate("a1")),
    breaks("p20.6", at("a1"), do("move", to="Z9")),
    breaks("p20.8", [*SET_UP, activate("a1")], TIME, at=None, result={"winner": None, "glory": {"A": 7, "B": 6}}),
    breaks("p20.9", at("a1", **{**AT_THE_DEMON, "kamas": {"A": 19}}), do("buy-glory"), do("buy-glory"), at=1),
    breaks("p20.10", [*SET_UP, END], do("tension", dice=["dofus", "lock"])),
    breaks("p20.10", [*SET_UP, END], do("tension", dice=["lock>dodge", "lock"])),
    breaks("p21.1", SET_UP, activate("a1"), at=None, **teams(team={**TEAM_A, "a4": "bad-aboum", "a3": "nox"})),
    breaks("p21.3", SET_UP, activate("a1"), at=None, arena="nowhere"),
    breaks("p21.4", SET_UP, activate("a2"), at=None, **teams(timeline=["a2", "a1", "a3", "a4"])),
    breaks("p21.7", [*PLACED, *FLIPS[:5]], activate("a1")),
    breaks("p21.7", SET_UP, do("flip", rank="gold", pile=2, reward="confuse")),
    breaks("p21.7", at("a1", **AT_THE_DEMON), buy("granite", "confuse", face="up")),
    breaks("p21.7", at("a1", **AT_THE_DEMON), buy("silver", "confuse")),
    breaks("p21.9", [], do("place", unit="a1", cell="E6"), *PLACED[1:], *FLIPS, activate("a1")),
    breaks("p21.9", [PLACED[0]], PLACED[4], *PLACED[1:4], *PLACED[5:], *FLIPS, activate("a1")),
    breaks("p22.1", SET_UP, activate("b1")),
    breaks("p22.2", [*SET_UP, END], do("tension", dice=["lock", "dodge"], reroll="armour")),
    breaks("p22.2", [*SET_UP, END], do("tension", dice=["lock"])),
    breaks("p22.2", [*SET_UP, END], activate("b1")),
    breaks("p22.3", SET_UP, TENSION, activate("a1")),
    breaks("p22.4", SECOND, do("inspire", die=0, unit="a1")),
    breaks("p22.4", SECOND, do("inspire", die=0, unit="b1"), do("inspire", die=0, unit="b1"), at=1),
    breaks("p22.5", [*SECOND, activate("b1")], do("inspire", die=0, unit="b1")),
    breaks("p22.6", [*SET_UP, activate("a2")], activate("a1")),
    breaks("p22.7", at("a1"), do("move", to="B2", standby=[{"effect": "counter of nobody"}])),
    breaks("p23.2", at("a1", a1={"cell": "D8"}), do("move", to="F8")),
    breaks("p23.2", at("a1", a1={"cell": "F2"}), do("move", to="F1")),
    breaks("p23.3", at("a1", **QUEEN_BESIDE_KING), do("move", to="C8")),
    breaks("p23.3", at("a1", **QUEEN_BESIDE_KING), do("move", to="C8", blocks=[lock("b3", dice=(1, 2))])),
    breaks("p23.3", at("a1", **QUEEN_BESIDE_KING), do("move", to="C8", blocks=[lock("b3", dice=(2, 1))])),
    breaks(
        "p23.4",
        at("a1", **QUEEN_BESIDE_KING),
        do("move", to="C8", blocks=[lock("b3", locks=2, dice=(2, 2))]),
        cast("punch", "D9", armour={"b3": 2}),
        at=1,
    ),
    breaks(
        "p23.4",
        at("a1", **QUEEN_BESIDE_KING),
        do("move", to="C8", blocks=[lock("b3", locks=2, dice=(2, 2))]),
        do("move", to="C7"),
        cast("dan-to-fu", "A1", 5),
        do("buy-glory"),
        at=1,
    ),
    breaks("p23.6", at("a1", a1={"cell": "D8"}), do("collect")),
    breaks("p23.7", at("a1", kamas={"A": 40}), do("buy-glory")),
    breaks("p23.8", at("a1"), cast("con", "B2")),
    breaks("p23.9", at("a1", a1={"cell": "D8"}), cast("punch", "D9")),
    breaks("p23.9", at("a1", a1={"cell": "D8"}, a2={"cell": "D9"}), cast("punch", "D9", armour={"a2": 1})),
    breaks("p23.10", at("a1", kamas={"A": 40}), buy("granite", "confuse")),
    breaks("p23.11", at("a1", **AT_THE_DEMON), buy("granite", "confuse", to="b1")),
    breaks(
        "p23.12",
        at("a1", **AT_THE_DEMON, summoned=summoned("tofu", "a1", "C4")),
        buy("jade", "confuse", to="a1/tofu-1"),
    ),
    breaks(
        "p23.13",
        at("a1", **AT_THE_DEMON),
        *[buy("granite", token) for token in ("confuse", "recall-potion", "ghetto-rade", "bulbish-potion")],
        at=3,
    ),
    breaks("p23.14", at("a1", **AT_THE_DEMON), do("reveal", reward="confuse")),
    breaks("p24.2", at("a1", **QUEEN_BESIDE_KING), cast("dan-to-fu", "D12", 2)),
    breaks("p24.2", at("a1", **QUEEN_BESIDE_KING), *[cast("dan-to-fu", "D9", 2, armour={"b3": 2})] * 3, at=2),
    breaks("p24.5", at("a1", **QUEEN_BESIDE_KING), cast("dan-to-fu", "D9", 3, armour={"b3": 2})),
    breaks("p24.6", at("a1", **QUEEN_BESIDE_KING), cast("dan-to-fu", "D9", 2, armour={"b3": 1})),
    breaks("p24.6", at("a1", **QUEEN_BESIDE_KING), cast("dan-to-fu", "D9", 2)),
    breaks("p24.9", at("a1", a1={"cell": "F2"}), cast("summon-tofu", "F1", 0)),
    breaks("p24.10", at("a1", a1={"cell": "D8"}), cast("summon-tofu", "D7", 1)),
    breaks("p24.11", at("a2"), cast("long-shot", "D1", 0), cast("long-shot", "D1", 0), at=1),
    breaks(
        "p24.12",
        at("a1", a1={"cell": "D6"}, summoned=summoned("tofu", "a1", "F8", "G8", "H8")),
        cast("summon-tofu", "D7", 0),
    ),
    breaks(
        "p25.1",
        at("a2", a2={"cell": "D8"}, b3={"cell": "D9"}, b1={"cell": "D11"}),
        cast("plaguing-arrow", "D11", armour={"b1": 1}),
    ),
    breaks("p25.2", at("a1", **QUEEN_BESIDE_KING), cast("punch", "D9", 2, armour={"b3": 2})),
    breaks("p26.1", [*SET_UP, laid(summoned=summoned("tofu", "a1", "C4")), activate("a2")], activate("a1/tofu-1")),
    breaks("p26.2", [*at("a1", summoned=summoned("tofu", "a1", "B3")), activate("a1/tofu-1")], do("collect")),
    breaks("p26.3", [*SET_UP, laid(**SHOT)], activate("a4")),
    breaks(
        "p27.3",
        at("a1", a1={"cell": "D8"}, b3={"cell": "D10"}, summoned=summoned("tofu", "b3", "D9")),
        do("move", to="C8", blocks=[lock("b3/tofu-1", dice=(1, 2))]),
    ),
    breaks("p27.5", at("a1"), do("move", to="B2", standby=[{"effect": "counter", "by": "b1"}])),
    breaks("p30.10", SET_UP, activate("a1"), at=None, **own({**TEAM_A, "a4": "nobody-knows-them"})),
    breaks("p30.11", SET_UP, activate("a1"), at=None, **own(OF_THREE)),
    breaks("p30.12", SET_UP, activate("a1"), at=None, **own({**TEAM_A, "a2": "queen-of-the-tofus"})),
    breaks("p21.2", SET_UP, TIME, at=None, first_player="B"),
    breaks("p30.13", SET_UP, activate("a1"), at=None, **own(THREE_WHITE)),
]


@pytest.mark.article(
    "p16.1", "p20.1", "p20.2", "p20.3", "p20.5", "p20.6", "p20.8", "p20.9", "p20.10", "p21.1", "p21.2", "p21.3",
    "p21.4", "p21.7", "p21.9", "p22.1", "p22.2", "p22.3", "p22.4", "p22.5", "p22.6", "p22.7", "p23.2", "p23.3",
    "p23.4", "p23.6", "p23.7", "p23.8", "p23.9", "p23.10", "p23.11", "p23.12", "p23.13", "p23.14", "p24.2", "p24.5",
    "p24.6", "p24.9", "p24.10", "p24.11", "p24.12", "p25.1", "p25.2", "p26.1", "p26.2", "p26.3", "p27.3", "p27.5",
    "p30.10", "p30.11", "p30.12", "p30.13", breaks=True,
)  # fmt: skip
@pytest.mark.parametrize(("number", "before", "actions", "at", "changes"), BROKEN, ids=[each[0] for each in BROKEN])
def test_a_log_that_breaks_the_book(number, before, actions, at, changes):
    found = wrong(before, *actions, **changes)
    assert number in [article for _where, article in found]
    assert found[0] == (at, number)
    assert len(found) == 1


@pytest.mark.article("p20.11", "p22.10", "p23.1", breaks=True)
def test_a_unit_that_cannot_step():
    table = BoxTable("K . .\nq . .", **QUEEN_KING).give("K", "perfect-lock", face_up=True).activate("q")
    blocks = [{"by": "K", "lock": ["armour"] * 2, "dodge": ["dodge"] * 2}]
    assert table.does("move", to="B1", blocks=blocks) == ["p20.11"]
    table = BoxTable(". . .\nq . . K", **QUEEN_KING)
    table["q"].mp_markers = -3
    table.activate("q")
    assert [table.does("move", to=cell) for cell in ("A2", "B2")] == [[], ["p22.10"]]


@pytest.mark.article("p24.4", "p28.1", "p28.6", "p29.1", "p29.2", breaks=True)
def test_tokens_that_are_used_wrongly():
    table = shop().give("q", "masqueraider-style")
    assert table.does("reveal", reward="masqueraider-style") == ["p24.4"]
    table = shop().give("q", "lightning")
    table["q"].ap = 9
    assert table.does("reveal", reward="lightning") == []
    strike = {"spell": "lightning", "target": "C1", "critical": MISS, "armour": {"K": MISS * 2}}
    assert (table.does("cast", **strike), table.does("cast", **strike)) == ([], ["p28.1"])
    table = shop().give("q", "dofus-mp", face_up=True).give("q", "dofus-hp")
    assert table.does("reveal", reward="dofus-hp") == ["p29.2"]
    table = shop().give("q", "dofus-mp", face_up=True)
    table.game.tokens = {"dofus-mp": "gold", "unikron-blood": "gold"}
    table.game.bearers = {"unikron-blood": "q"}
    assert table.does("buy-reward", rank="gold", pile=1, face="down", reward="dofus-mp", to="q") == ["p29.1"]
    assert table.does("buy-reward", rank="gold", pile=1, face="down", reward="unikron-blood", to="q") == ["p28.6"]


@pytest.mark.article("p24.8", "p24.13", "p25.4", "p25.9", "p26.4", breaks=True)
def test_spells_that_are_cast_wrongly():
    table = BoxTable("h x K", h="lil-healey", x="bill-tell", K="oscar-kass").activate("h")
    table["x"].injuries = 3
    assert table.does("cast", spell="healing-word", target="B1", critical=MISS, armour={"x": MISS}) == ["p24.8"]
    for cost in ({"mp": 9}, {"injuries": 99}):
        table = BoxTable("q K", q="oscar-kass", K="bill-tell").activate("q")
        spell(table, **cost)
        assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}) == ["p24.13"]
    table = BoxTable(". . K\n. . .\nq . .", q="oscar-kass", K="bill-tell").activate("q")
    spell(table, range="ranged", least=1, most=9, area="hammer")
    table.game.be_strict()
    with pytest.raises(Illegal) as refused:
        played(table.game, {"do": "cast", "spell": "con", "target": "C3"})
    assert refused.value.article == "p25.4"
    table = BoxTable(". b . . K", b="bad-aboum", K="bill-tell").activate("b")
    assert table.does("cast", spell="retreat-shot", target="E1", critical=MISS, armour={"K": MISS}) == []
    assert (table.at("b"), table.does("move", to="C1")) == ("A1", ["p25.9"])
    table = BoxTable("q . t K", q="bill-tell", K="oscar-kass")
    table.add("t", "lethal-trap of q", [2])
    table.activate("q")
    assert table.does("move", to="B1", standby=[{"effect": "click"}]) == ["p26.4"]


@pytest.mark.article("p24.7", "p27.7", "p27.8", "p27.9", breaks=True)
def test_what_players_declare_stays_within_the_book():
    def found(declared: dict[str, Any], *powers: str) -> list[str | None]:
        table = BoxTable("q . K\n. x . X", q="goultard", K="anna-tommy", X="bill-tell", x="oscar-kass").activate("q")
        table["K"].claimed |= {*powers}
        table["K"].refresh()
        action = {"spell": "never-seen", "target": "C2", "declared": {"cost": {"ap": 1}, **declared}}
        return [each.article for each in table.says("cast", **action) if each.article]

    assert found({"injuries": {"x": 40}})[0] == "p27.9"
    assert found({"moved": {"K": "D2"}}, "unfazed") == ["p27.8"]
    assert found({"element": "fire", "injuries": {"K": 2}}, "immune") == ["p27.7"]
    table = BoxTable("q . K\n. x . X", q="goultard", K="anna-tommy", X="bill-tell", x="oscar-kass").activate("q")
    table["x"].injuries = 9
    declared = {"cost": {"ap": 1}, "injuries": {"x": 2}}
    assert [each.article for each in table.says("cast", spell="never-seen", target="C2", declared=declared)] == [
        "p24.7"
    ]


@pytest.mark.article("p30.3", "p30.6", "p30.9", "p30.15", "p30.16", breaks=True)
def test_logs_of_four_that_break_the_book():
    def found(*actions: Action, **changes: Any) -> set[str | None]:
        changed = four_players(*actions, ruleset="arena-2013", **changes)
        said = replay(json.dumps(changed).encode()).findings
        return {each.article for each in said if each.article}

    placed = [do("place", unit="a1", cell="E2")]
    assert found(*placed) == set()
    assert found(do("place", unit="a1", cell="A1")) == {"p30.6"}
    assert found(order=["B", "A", "C", "D"]) >= {"p30.3"}
    pairs = {"mode": "two-v-two", "crews": [["A", "C"], ["B", "D"]]}
    assert found(**pairs, order=["A", "D", "C", "B"]) >= {"p30.9"}
    level_seven = {"team": {"a1": "queen-of-the-tofus", "a2": "goultard"}, "timeline": ["a1", "a2"], "name": "A"}
    players = four_players()["players"]
    assert "p30.15" in found(players={**players, "A": level_seven})
    alike = {"name": "B", "team": {"b1": "queen-of-the-tofus", "b2": "bill-tell"}, "timeline": ["b1", "b2"]}
    assert "p30.16" in found(players={**players, "B": alike})


@pytest.mark.article("p30.5", "p30.7", "p30.8", breaks=True)
def test_stocks_and_winners_of_four_that_break_the_book():
    cells = {"A": ("E2", "G2"), "B": ("A9", "B8"), "C": ("B12", "D12"), "D": ("K12", "K11")}
    placed = [
        do("place", unit=f"{player.lower()}{place}", cell=cell)
        for player, each in cells.items()
        for place, cell in enumerate(each, start=1)
    ]

    def said(*actions: Action, winners: str = "", glory: str = "3333", **changes: Any) -> list[tuple[str | None, str]]:
        result = {"winners": [*winners], "glory": dict(zip("ABCD", map(int, glory), strict=True))}
        changed = four_players(*placed, *actions, ruleset="arena-2013", result=result, **changes)
        return [(each.article, each.code) for each in replay(json.dumps(changed).encode()).errors]

    leaving = do("concede", player="D")
    assert said(leaving, glory="3330") == []
    assert said(leaving) == [("p30.5", "wrong-glory")]
    doubles = [*FLIPS, END, do("tension", dice=["lock", "lock"], doubles=["C", "A"])]
    assert said(*doubles, glory="2323") == []
    assert said(*doubles) == [("p20.8", "wrong-glory")]
    of_herself = [*doubles[:-1], {**doubles[-1], "doubles": ["B", "A"]}]
    assert said(*of_herself, glory="2323") == [("p30.7", "not-an-opponent")]
    pairs = {"mode": "two-v-two", "crews": [["A", "C"], ["B", "D"]]}
    assert said(leaving, do("concede", player="B"), winners="AC", **pairs) == []
    assert said(leaving, winners="AC", **pairs) == [("p30.8", "wrong-winner")]


def test_a_second_roll_for_tension_is_not_offered():
    found = [issue for issue in report(*SECOND, TENSION, TIME).errors if issue.code == "tension-twice"]
    assert [(issue.article, "reroll" in issue.message.text) for issue in found] == [("p22.2", False)]


def test_silver_is_one_finding_where_it_is_flipped():
    silver = [{**FLIPS[0], "rank": "silver"}, *FLIPS[1:]]
    assert wrong([*PLACED], *silver, activate("a1"), TIME) == [(0, "p21.7")]
    assert wrong([*PLACED], *silver[:-1], activate("a1"), TIME) == [(0, "p21.7"), (5, "p21.7")]


def test_a_rank_of_no_box_names_those_of_the_book():
    said = report(*PLACED, {**FLIPS[0], "rank": "bronze"})
    assert said.verdict == "malformed"
    assert str(said.findings[0].message) == "one of granite, jade, gold is expected"


def test_silver_is_one_finding_where_it_is_bought():
    bought = [{**buy("jade", "glue"), "rank": "silver"}, do("reveal", reward="glue"), TIME]
    assert wrong(at("a1", **AT_THE_DEMON), *bought) == [(0, "p21.7")]


def test_a_wrong_order_of_four_is_one_finding():
    def errors_of(**changes: Any) -> list[tuple[str | None, str]]:
        said = replay(json.dumps(four_players(ruleset="arena-2013", **changes)).encode()).errors
        return [(each.article, each.code) for each in said if each.action is None]

    assert errors_of(order=["B", "A", "C", "D"])[:1] == [("p30.3", "wrong-order")]
    assert "not-clockwise" not in {code for _article, code in errors_of(order=["B", "A", "C", "D"])}
    uneven = {"A": "south", "B": "north", "C": "west", "D": "east"}
    assert ("p30.3", "not-clockwise") in errors_of(sides=uneven)


def test_an_unknown_figure_breaks_what_holds_for_its_format():
    stranger = {**four_players()["players"]["A"], "team": {"a1": "nobody-knows"}, "timeline": ["a1"]}
    players = {**four_players()["players"], "A": stranger}
    said = replay(json.dumps(four_players(ruleset="arena-2013", players=players)).encode()).errors
    assert ("p30.15", "unknown-figure") in {(each.article, each.code) for each in said}


FOLLOWED = [
    ([*SET_UP, activate("a1")], [END, TENSION, END, TENSION, END, TIME], {}),
    (
        [*PLACED[:2], *FLIPS, *PLACED[2:]],
        [activate("a1"), TIME],
        {},
    ),  # the tokens are turned up while figures are placed
    (at("a1", **QUEEN_BESIDE_KING), [do("move", to="C8", blocks=[lock("b3", locks=2, dice=(2, 2))]), TIME], {}),
    (
        at("a1", **QUEEN_BESIDE_KING),
        [do("move", to="C8", blocks=[lock("b3", locks=1, dodges=1, dice=(2, 2))]), do("move", to="C7"), TIME],
        {},
    ),
    (
        at("a1", **QUEEN_BESIDE_KING),
        [cast("dan-to-fu", "D9", 2, armour={"b3": 2}), cast("summon-tofu", "D7", 0), TIME],
        {},
    ),
    (at("a1", **AT_THE_DEMON), [do("collect"), do("buy-glory"), do("buy-glory"), buy("gold", "confuse"), TIME], {}),
    (at("a1", **AT_THE_DEMON), [buy("granite", "glue", face="up", pile=2), do("reveal", reward="glue"), TIME], {}),
    (at("a2"), [cast("long-shot", "D1", 0), TIME], {}),
    (
        at("a2", **SHOT),
        [cast("plaguing-arrow", "D8", 0, critical=["critical"], armour={BOMB: 1}, standby=[explosion(b1=1)]), TIME],
        {},
    ),
    ([*SET_UP, laid(**SHOT)], [activate("a4", standby=[explosion(b1=1)]), TIME], {}),
    ([*SECOND, do("inspire", die=0, unit="b1")], [activate("b1"), END, TENSION, END, TIME], {}),
    ([*at("a1", summoned=summoned("tofu", "a1", "C4")), activate("a1/tofu-1")], [do("move", to="C5"), TIME], {}),
    (
        [*SET_UP, activate("a1"), laid(**{unit: {"cell": None} for unit in TEAM_B})],
        [],
        {"result": {"winner": "A", "glory": None}},
    ),
    ([*SET_UP, activate("a1"), laid(glory={"B": 0}, wild=0)], [], {"result": {"winner": "A", "glory": None}}),
]


@pytest.mark.article(
    "p16.1", "p16.2", "p20.1", "p20.2", "p20.3", "p20.4", "p20.5", "p20.6", "p20.8", "p20.9", "p20.10", "p21.1",
    "p21.2", "p21.3", "p21.4", "p21.5", "p21.6", "p21.7", "p21.8", "p21.9", "p22.1", "p22.2", "p22.3", "p22.4",
    "p22.5", "p22.6", "p22.7", "p22.9", "p22.11", "p23.1", "p23.2", "p23.3", "p23.4", "p23.6", "p23.7", "p23.8",
    "p23.10", "p23.11", "p23.12", "p23.13", "p23.14", "p24.2", "p24.3", "p24.5", "p24.6", "p24.9", "p24.10", "p24.11",
    "p24.12", "p25.1", "p25.4", "p26.1", "p26.2", "p26.3", "p27.2", "p27.10", "p30.17",
)  # fmt: skip
@pytest.mark.parametrize(("before", "actions", "changes"), FOLLOWED)
def test_a_log_that_follows_the_book(before, actions, changes):
    found = report(*before, *actions, **changes)
    assert found.verdict == "valid"
    assert [finding.code for finding in found.findings if finding.code != "corrected"] == []
