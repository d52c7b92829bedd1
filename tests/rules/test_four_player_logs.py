"""krosmaster-log/2: its header (9.1.2, 9.2.1, 9.3.3), placing, and the report."""

import json
from typing import Any

import pytest

from rules.arena.replay import explained
from rules.common.verdicts import Report
from rules.games import EVERY_ACTION, parse, replay
from tests.rules.fours import HOMES, PAIRS, TEAMS, four_players
from tests.rules.logs import CLOSING, OPENING, do

STRONG = {
    "A": {"a1": "queen-of-the-tofus", "a2": "bill-tell"},
    "B": {"b1": "oscar-kass", "b2": "kassius-kaos"},
    "C": {"c1": "anna-tommy", "c2": "lil-healey"},
    "D": {"d1": "bad-aboum", "d2": "king-of-the-gobballs"},
}  # initiatives: 15, 10 (6 and 4), 10 (9 and 1), 5


def players(teams: dict[str, dict[str, str]]) -> dict[str, Any]:
    return {player: {"name": player, "team": team, "timeline": [*team]} for player, team in teams.items()}


def report(*actions: dict[str, Any], **changes: Any) -> Report:
    return replay(json.dumps(four_players(*actions, **changes)).encode(), corrections=EVERY_ACTION)


def faults(*actions: dict[str, Any], **changes: Any) -> list[tuple[str | None, str]]:
    return [(finding.article, finding.code) for finding in report(*actions, **changes).errors]


def places(*players: str) -> list[dict[str, Any]]:
    cells = {"A": ["B1", "D1"], "B": ["A4", "B6"], "C": ["F11", "H11"], "D": ["L4", "K5"]}
    return [
        do("place", unit=unit, cell=cell)
        for player in players
        for unit, cell in zip(TEAMS[player], cells[player], strict=True)
    ]


# -- header ----------------------------------------------------------------------------------------------


@pytest.mark.article("9.2.1", "9.1.2", "9.2.2", "9.1.1")
def test_a_log_of_four_players_in_order_has_no_fault() -> None:
    assert report().verdict == "valid"
    assert [found.code for found in report().findings] == ["nothing-played"]


@pytest.mark.article("9.2.1", breaks=True)
def test_players_play_by_falling_initiative() -> None:
    changed = {"order": ["B", "A", "C", "D"], "sides": dict(zip("BACD", HOMES, strict=True))}
    assert faults(**changed) == [("9.2.1", "wrong-order")]
    found = report(**changed).errors[0]
    assert (found.expected, found.logged) == ({"order": [*"ABCD"]}, {"order": [*"BACD"]})


@pytest.mark.article("1.3.1.a", breaks=True)
def test_ties_of_initiative_are_broken_pair_by_pair() -> None:
    wrong = {"order": [*"ABCD"], "players": players(STRONG)}
    assert faults(**wrong) == [("1.3.1.a", "wrong-order")]
    right = {"order": [*"ACBD"], "sides": dict(zip("ACBD", HOMES, strict=True)), "players": players(STRONG)}
    assert faults(**right) == []


@pytest.mark.article("1.3.1.c")
def test_players_tied_in_every_respect_need_a_toss() -> None:
    twins = {**TEAMS, "B": {"b1": "queen-of-the-tofus", "b2": "bill-tell"}}
    assert [found.code for found in report(players=players(twins)).findings] == ["toss-missing", "nothing-played"]
    assert [found.code for found in report(players=players(twins), toss=True).findings] == ["nothing-played"]
    assert [found.code for found in report(toss=True).findings] == ["toss-not-needed", "nothing-played"]


@pytest.mark.article("9.2.1", breaks=True)
@pytest.mark.parametrize("homes", [("south", "east", "north", "west"), ("south", "south", "north", "east")])
def test_players_sit_clockwise_and_it_is_reported_once(homes: tuple[str, ...]) -> None:
    (error,) = report(sides=dict(zip("ABCD", homes, strict=True))).errors
    assert (error.article, error.code) == ("9.2.1", "not-clockwise")
    where = ", ".join(map(" ".join, zip("ABCD", homes, strict=True)))
    assert str(error.message) == f"The players do not sit clockwise in the order of their turns: {where}."


@pytest.mark.article("9.2.1")
def test_players_who_sit_wrong_are_placed_where_their_figures_stand() -> None:
    sides = dict(zip("ABCD", ("north", "west", "north", "east"), strict=True))
    assert faults(*places(*"ABCD"), sides=sides) == [("9.2.1", "not-clockwise")]


@pytest.mark.article("9.1.2", breaks=True)
def test_every_player_has_two_figures_of_level_six() -> None:
    three = {**TEAMS, "C": {**TEAMS["C"], "c3": "coa-gulary"}}
    assert faults(players=players(three)) == [("9.1.2", "too-many-figures")]
    high = {**TEAMS, "C": {"c1": "oscar-kass", "c2": "maskun-john"}}
    assert [article for article, _code in faults(players=players(high))] == ["9.1.2"]


@pytest.mark.article("9.1.2")
def test_an_event_may_set_another_level() -> None:
    pair = {player: {f"{player.lower()}1": "oscar-kass", f"{player.lower()}2": "maskun-john"} for player in "ABCD"}
    assert faults(players=players(pair), team_level=5, toss=True) == []


@pytest.mark.article("9.1.1")
def test_three_players_are_a_house_rule_and_no_fault() -> None:
    found = replay(json.dumps(four_players(letters="ABC")).encode())
    assert (found.verdict, [each.code for each in found.findings]) == ("valid", ["three-players", "nothing-played"])


@pytest.mark.article("9.3.3")
def test_partners_take_turns_and_the_best_total_is_first() -> None:
    pairs = {"mode": "two-v-two", "crews": PAIRS}
    assert faults(**pairs) == []
    assert faults(**{**pairs, "crews": [["A", "B"], ["C", "D"]]}) == [("9.3.3", "wrong-order")]
    order = [*"ACBD"]
    seated = {"order": order, "sides": dict(zip(order, HOMES, strict=True))}
    assert faults(mode="two-v-two", crews=[["A", "B"], ["C", "D"]], **seated) == []


@pytest.mark.article("9.3.3", breaks=True)
def test_two_partners_never_play_one_after_the_other() -> None:
    order = [*"ABDC"]
    seated = {"order": order, "sides": dict(zip(order, HOMES, strict=True))}
    assert faults(mode="two-v-two", crews=PAIRS, **seated) == [("9.3.3", "wrong-order")]


# -- what no log can say ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"order": ["A", "B", "C"]}, "/order"),
        ({"order": ["A", "B", "C", "C"]}, "/order"),
        ({"sides": dict(zip("ABC", HOMES, strict=False))}, "/sides"),
        ({"mode": "duel"}, "/mode"),
        ({"mode": "two-v-two"}, "/crews"),
        ({"mode": "two-v-two", "crews": [["A", "B"], ["C", "C"]]}, "/crews"),
        ({"mode": "two-v-two", "crews": [["A", "B", "C"], ["D"]]}, "/crews"),
        ({"crews": PAIRS}, "/crews"),
        ({"detail": "ledger"}, "/detail"),
        ({"result": {"winners": ["E"]}}, "/result/winners/0"),
        ({"result": {"winners": [], "glory": {"A": 1, "B": 1, "C": 1}}}, "/result/glory"),
        ({"actions": [do("concede", player="E")]}, "/actions/0/player"),
        ({"actions": [do("tension", dice=["lock"], doubles="A")]}, "/actions/0/doubles"),
        ({"players": {"A": players(TEAMS)["A"], "B": players(TEAMS)["B"]}}, "/players"),
        ({"players": players({**TEAMS, "D": {"a1": "bad-aboum", "d2": "lil-healey"}})}, "/players/D/team"),
    ],
)
def test_a_log_that_says_what_cannot_be_is_malformed(changes: dict[str, Any], pointer: str) -> None:
    found = report(**changes)
    assert (found.verdict, found.findings[0].pointer) == ("malformed", pointer)


def test_a_duel_has_none_of_the_fields_of_a_table() -> None:
    document = four_players(do("tension", dice=["lock", "dodge"], doubles=["B", "A"], gives={"a1": "B"}))
    duel = {**document, "format": "krosmaster-log/1", "first_player": "A", "team_format": "constructed"}
    two = {"A": document["players"]["A"], "B": document["players"]["B"]}
    log = parse(json.dumps({**duel, "players": two, "sides": {"A": "south", "B": "north"}, "result": None}).encode())
    names = {name for _index, name in log.unknown_fields}
    assert {"order", "mode", "doubles", "gives"} <= names


# -- set-up ----------------------------------------------------------------------------------------------


@pytest.mark.article("9.2.4")
def test_all_place_in_the_order_of_their_turns_before_themselves() -> None:
    assert faults(*places(*"ABCD")) == []


@pytest.mark.article("9.2.4", breaks=True)
def test_nobody_places_before_a_player_who_is_due() -> None:
    assert faults(*places(*"ABDC"))[0] == ("9.2.4", "placed-out-of-order")
    stray = [{**action, "cell": "L7"} if action["unit"] == "b2" else action for action in places(*"ABCD")]
    assert faults(*stray) == [("9.2.4", "not-a-starting-cell")]


@pytest.mark.article("9.2.3")
def test_everybody_starts_with_three_gg_and_three_are_wild() -> None:
    wrong = faults(result={"winners": [], "glory": dict.fromkeys("ABCD", 6)})
    assert wrong == [("4.6.2", "wrong-glory")]


# -- the report ------------------------------------------------------------------------------------------


def test_the_report_names_winners_and_who_left_in_order() -> None:
    leaving = [do("concede", player=player) for player in "CAD"]
    result = {"winners": ["B"], "glory": {"A": 0, "B": 3, "C": 0, "D": 0}}
    found = report(*places(*"ABCD"), do("end-turn"), *leaving, result=result).as_dict()
    assert (found["verdict"], found["won_by"], found["winners"]) == ("valid", "concession", ["B"])
    assert (found["out"], found["glory"], found["ended"]) == ([["C"], ["A"], ["D"]], result["glory"], True)
    assert "winner" not in found


@pytest.mark.article("9.3.2", breaks=True)
def test_both_partners_win_and_not_one_of_them() -> None:
    pairs = {"mode": "two-v-two", "crews": PAIRS}
    leaving = [*places(*"ABCD"), do("concede", player="D"), do("concede", player="B")]
    glory = dict.fromkeys("ABCD", 3)
    assert faults(*leaving, **pairs, result={"winners": ["C", "A"], "glory": glory}) == []
    for wrong in (["A"], ["B", "D"], ["A", "B"], []):
        assert faults(*leaving, **pairs, result={"winners": wrong, "glory": glory}) == [("1.4.1", "wrong-winner")]
    assert faults(*leaving[:-1], **pairs, result={"winners": ["A", "C"], "glory": glory}) == [("9.3.2", "wrong-winner")]


@pytest.mark.article("9.2.3", breaks=True)
def test_who_is_out_keeps_no_gg() -> None:
    leaving = [*places(*"ABCD"), do("concede", player="D")]
    glory = dict.fromkeys("ABCD", 3)
    assert faults(*leaving, result={"winners": [], "glory": glory}) == [("9.2.3", "wrong-glory")]
    assert faults(*leaving, result={"winners": [], "glory": {**glory, "D": 0}}) == []


@pytest.mark.article("4.6.2", breaks=True)
def test_a_player_who_is_out_has_no_gg_of_others() -> None:
    leaving = [*places(*"ABCD"), do("concede", player="D")]
    wrong = {"A": 4, "B": 3, "C": 3, "D": 0}
    assert faults(*leaving, result={"winners": [], "glory": wrong}) == [("4.6.2", "wrong-glory")]


@pytest.mark.article("9.2.6", "4.6.2", breaks=True)
@pytest.mark.parametrize(
    ("glory", "article"),
    [
        ((3, 3, 3, 3), "9.2.6"),  # nobody paid for the doubles
        ((3, 3, 2, 3), "9.2.6"),  # C alone did
        ((2, 3, 2, 4), "9.2.6"),  # D has one that is nobody's
        ((4, 3, 3, 3), "4.6.2"),  # more than the doubles cost
        ((3, 2, 3, 3), "4.6.2"),  # B paid, whom nobody named
    ],
)
def test_gg_too_many_are_those_that_doubles_have_cost(glory: tuple[int, ...], article: str) -> None:
    played = [*places(*"ABCD"), do("end-turn"), *OPENING, do("tension", dice=["lock", "lock"], doubles=["C", "A"])]
    said = {"winners": [], "glory": dict(zip("ABCD", glory, strict=True))}
    assert faults(*played, result=said) == [(article, "wrong-glory")]


@pytest.mark.article("9.2.5")
def test_what_was_named_and_nobody_asked_for_is_reported() -> None:
    first = [*places(*"ABCD"), do("end-turn", gives={"a1": "B"})]
    reported = [(found.severity, found.code) for found in report(*first).findings]
    assert ("warning", "unknown-field") in reported


def test_doubles_that_were_not_rolled_are_named_as_such() -> None:
    first = [*places(*"ABCD"), do("end-turn"), *OPENING]
    for dice, reported in ((["lock", "dodge"], True), (["lock", "lock"], False)):
        found = report(*first, do("tension", dice=dice, doubles=["C", "A"]), result=None).findings
        assert [str(each.message) for each in found if each.code == "unknown-field"] == [
            "No doubles were rolled: whom the log names for them is ignored."
        ] * reported


def test_a_name_of_two_players_is_not_of_both_sides() -> None:
    teams = {**TEAMS, "D": {"a1": "bad-aboum", "d2": "lil-healey"}}
    assert "two players have a unit a1" in str(report(players=players(teams)).findings[0].message)


def test_findings_on_the_header_say_what_is_in_the_log() -> None:
    order = [*"BACD"]
    document = four_players(order=order, sides=dict(zip(order, HOMES, strict=True)), result=None)
    _report, sentences = explained(parse(json.dumps(document).encode()))
    assert str(sentences[0]) == (
        "B, A, C, D play in this order. Initiative: A 15 (8, 7), B 11 (9, 2), C 10 (6, 4), D 4 (3, 1)."
    )
    assert sentences[1] is None


@pytest.mark.article("4.7.4")
def test_rewards_are_flipped_in_the_second_turn_of_the_game() -> None:
    start = [*places(*"ABCD"), do("end-turn")]
    tension = do("tension", dice=["lock", "dodge"])
    legal = [*start, *OPENING, tension, *CLOSING, do("end-turn"), tension, do("end-turn"), tension]
    assert faults(*legal) == []
    missing = [*start, tension, do("end-turn"), tension]
    assert {article for article, _code in faults(*missing)} == {"4.7.4"}
