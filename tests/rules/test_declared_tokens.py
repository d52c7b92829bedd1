"""Demonic Rewards that nobody has entered: taken on trust in everything a token may do, where the log says nothing."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judging.replay.board.replay_data import replay_data
from rules.arena.facts_document import known_with, read_fact
from rules.arena.replay import frames, replay
from rules.games import parse
from tests.rules.logs import CLOSING, END, OPENING, TEAM_A, TENSION, Action, do
from tests.rules.validated import PLAYERS, Answer, believed, errors, said, validated

TWO = do("tension", dice=["lock", "dodge"])
BUY = do("buy-reward", rank="granite", pile=1, face="up", reward="granite-1", to="a3")
REFILL = do("flip", rank="granite", pile=1, reward="granite-3")
REVEAL = do("reveal", reward="granite-1")
KNOWN = {**PLAYERS, "A": {"name": "Ana", "team": TEAM_A, "timeline": list(TEAM_A)}}
AT = {"a1": "B1", "a2": "B2", "a3": "K2", "a4": "G2", "b1": "D12", "b2": "B12", "b3": "F11", "b4": "H11"}


def placed(cells: dict[str, str]) -> list[Action]:
    return [do("place", unit=unit, cell=cell) for unit, cell in cells.items()]


def bought(unit: str = "a3", step: str = "J2", *reveal: Action) -> list[Action]:
    """Until a figure of player A has bought a granite token in turn 3 and turned it up, with 1 AP less."""
    first = [do("activate", unit=unit), do("move", to=step), do("collect"), END]
    second = [*OPENING, TENSION, *CLOSING, END]
    third = [TENSION, do("activate", unit=unit), {**BUY, "to": unit}, REFILL, *(reveal or (REVEAL,))]
    return [*placed(AT), *first, *second, *third]


def oscar(folder: Path, *actions: Action, reveal: Action = REVEAL, **changes: Any) -> Answer:
    """Oscar Kass: 6 AP and 3 MP, of which the purchase has taken 1 AP."""
    return validated(folder, *bought("a3", "J2", reveal), *actions, **{"players": KNOWN, **changes})


CON = do("cast", spell="con", target="J3", critical=["lock"])
ROUND = [END, TWO, END, TWO]


@pytest.mark.article("7.1.4.a", "6.3.3")
def test_a_token_may_give_ap(tmp_path: Path) -> None:
    walk = [do("move", to=cell) for cell in ("I2", "H2", "H3")]
    answer = oscar(tmp_path, CON, CON, *walk, do("collect"))
    assert (answer["verdict"], errors(answer), answer["unverified_cards"]) == ("unverified", [], ["granite-1"])
    later = [*ROUND, do("activate", unit="a3"), CON, CON, CON]
    assert errors(oscar(tmp_path, *later)) == []


@pytest.mark.article("7.1.4.a", breaks=True)
def test_no_token_gives_more_ap_than_any_known_one(tmp_path: Path) -> None:
    later = [*ROUND, do("activate", unit="a3")]
    assert errors(oscar(tmp_path, *later, CON, CON, CON, CON)) == [("7.1.4.a", "too-few-ap")]
    declared = {**REVEAL, "kind": "equipment", "equipment": "set", "gives": {"hp": 2}}
    assert errors(oscar(tmp_path, CON, CON, reveal=declared)) == [("7.1.4.a", "too-few-ap")]


@pytest.mark.article("6.3.2")
def test_a_token_may_give_mp(tmp_path: Path) -> None:
    walk = [do("move", to=cell) for cell in ("I2", "H2", "G3", "H3", "H4", "H5", "H6", "G6", "G7", "F7")]
    steps = [walk[0], walk[1], *walk[3:7]]
    assert errors(oscar(tmp_path, *steps)) == []
    assert errors(oscar(tmp_path, *steps, *walk[7:])) == [("6.3.2", "too-few-mp")] * 3


@pytest.mark.article("7.1.5", "4.15.7")
def test_a_token_may_lengthen_alterable_ranges(tmp_path: Path) -> None:
    """Deviousness reaches 2 to 3 cells."""
    for target, faults in (("J8", []), ("J9", [("7.1.5", "out-of-range")])):
        cast = do("cast", spell="deviousness", target=target, critical=["lock"])
        casts = [do("move", to="I2"), *[{**cast, "target": target.replace("J", "I")}] * (1 if faults else 2)]
        assert errors(oscar(tmp_path, *casts)) == faults, target


def shot(hurt: int, *after: Action, folder: Path, declared: Action = REVEAL, **changes: Any) -> Answer:
    """Evangelyne has hurt Percedal (10 HP); Bill Tell, with a token, shoots for 1 from B3."""
    blow = do("cast", spell="blow", target="B12", declared={"cost": {"ap": 3}, "injuries": {"b2": hurt}})
    game = bought("a2", "B3", declared)
    third = game.index(TENSION, len(game) - 6) + 1
    game[third:third] = [do("activate", unit="a1"), blow]
    arrow = do("cast", spell="plaguing-arrow", target="B12", critical=["lock"], armour={"b2": ["lock"]})
    return validated(folder, *game, do("cast", spell="long-shot", target="B3"), arrow, *after, **changes)


NINE_TO_FOUR = {"winner": None, "glory": {"A": 9, "B": 4}}
SIX_EACH = {"winner": None, "glory": {"A": 6, "B": 6}}


@pytest.mark.article("4.6.2", "7.2.7.c")
def test_a_token_may_add_damage_that_knocks_out(tmp_path: Path) -> None:
    for result in (NINE_TO_FOUR, SIX_EACH):
        answer = shot(8, folder=tmp_path, result=result)
        assert (answer["verdict"], errors(answer)) == ("unverified", [])
        assert answer["glory"] == result["glory"]
    onto_the_cell = [END, TWO, do("activate", unit="b1"), do("move", to="C12"), do("move", to="B12")]
    assert errors(shot(8, *onto_the_cell, folder=tmp_path, result=NINE_TO_FOUR)) == []


def test_frames_mark_the_last_action_if_only_results_are_believed(tmp_path: Path) -> None:
    marks = []
    for result in (SIX_EACH, NINE_TO_FOUR):
        answer = shot(8, END, folder=tmp_path, result=result)
        log = parse((tmp_path / "game.json").read_bytes())
        film, page = [*frames(log)], replay_data(log)
        marks.append((film[-1]["proof"], page["steps"][-1]["proof"]))
        assert page["proof"] == answer["proof"]
        assert sum(frame["proof"] == "believed" for frame in film) == answer["proof"]["believed"]
    assert marks == [("proved", "proved"), ("believed", "believed")]


@pytest.mark.article("4.6.2", breaks=True)
def test_damage_beyond_all_tokens_or_of_explained_ones_is_disbelieved(tmp_path: Path) -> None:
    assert errors(shot(4, folder=tmp_path, result=NINE_TO_FOUR)) == [("4.6.2", "wrong-glory")]
    declared = {**REVEAL, "gives": {"range": 1}}
    assert errors(shot(8, folder=tmp_path, declared=declared, result=NINE_TO_FOUR)) == [("4.6.2", "wrong-glory")]
    declared = {**REVEAL, "gives": {"damage": {"amount": 1}}}
    assert errors(shot(8, folder=tmp_path, declared=declared, result=NINE_TO_FOUR)) == []


@pytest.mark.article("4.6.2", "4.9.8.a", breaks=True)
def test_a_result_against_the_damage_rests_on_the_unseen_target(tmp_path: Path) -> None:
    """Percedal may resist what would knock him out, as long as nobody has entered that he has no such power."""
    declared = {**REVEAL, "gives": {"damage": {"amount": 1}}}
    answer = shot(8, folder=tmp_path, declared=declared, result=SIX_EACH)
    assert (errors(answer), answer["verdict"], answer["glory"]) == ([], "unverified", {"A": 6, "B": 6})
    assert answer["proof"]["decisive"]
    seen = known_with([read_fact({"kind": "text", "slug": "percedal", "body": {"powers": ["dodge"], "spells": []}})])
    log = parse((tmp_path / "game.json").read_bytes())
    found = replay(replace(log, facts=seen))
    assert [(each.article, each.code) for each in found.errors] == [("4.6.2", "wrong-glory")]


def slashed(folder: Path, injuries: int, *after: Action, reveal: Action = REVEAL, **more: Any) -> Answer:
    """Bill Tell (6 HP) has turned a token up; Percedal strikes him in the next turn."""
    changes = {name: more.pop(name) for name in ("result",) if name in more}
    slash = do("cast", spell="slash", target="B3", declared={"cost": {"ap": 3}, "injuries": {"a2": injuries}}, **more)
    game = [*bought("a2", "B3", reveal), END, TWO, do("activate", unit="b2"), slash]
    return validated(folder, *game, *after, **changes)


ACTS = [END, TWO, do("activate", unit="a2"), do("move", to="B4")]


@pytest.mark.article("4.10.2.b")
def test_a_token_may_give_hp(tmp_path: Path) -> None:
    assert errors(slashed(tmp_path, 8, *ACTS)) == []
    assert errors(slashed(tmp_path, 8)) == []
    assert errors(slashed(tmp_path, 8, result=SIX_EACH)) == []
    assert errors(slashed(tmp_path, 8, result={"winner": None, "glory": {"A": 4, "B": 9}})) == []


@pytest.mark.article("4.10.2.b", "4.6.2", breaks=True)
def test_no_token_lets_figures_outlive_what_is_said_of_it(tmp_path: Path) -> None:
    declared = {**REVEAL, "gives": {"hp": 1}}
    assert errors(slashed(tmp_path, 6, *ACTS, reveal=declared)) == []
    assert errors(slashed(tmp_path, 7, *ACTS, reveal=declared)) == [("4.10.2.b", "not-in-play")]
    assert errors(slashed(tmp_path, 7, reveal=declared, result=SIX_EACH)) == [("4.6.2", "wrong-glory")]


@pytest.mark.article("7.2.6.b", "4.14.5")
def test_a_token_may_add_dice(tmp_path: Path) -> None:
    text = {"cost": {"ap": 3}, "damage": 1, "element": "neutral"}
    for dice, faults in ((1, []), (2, []), (3, [("7.2.6.a", "armour-dice")])):
        rolls = {"critical": ["lock"], "armour": {"a2": ["lock"] * dice}}
        slash = do("cast", spell="slash", target="B3", declared=text, **rolls)
        game = [*bought("a2", "B3"), END, TWO, do("activate", unit="b2"), slash]
        answer = validated(tmp_path, *game)
        assert errors(answer) == faults
        if faults:
            wrong = next(found for found in answer["findings"] if found["severity"] == "error")
            assert wrong["expected"] == {"armour": {"a2": [0, 2]}}
            assert "instead of 0 to 2" in wrong["message"]


NAZ = {"a1": "darkness-knight", "a2": "bill-tell", "a3": "naz-rael", "a4": "djaul"}
NAZ_PLAYERS = {**PLAYERS, "A": {"team": NAZ, "timeline": ["a1", "a2", "a4", "a3"]}}


@pytest.mark.article("4.7.9", "4.7.11.d")
@pytest.mark.parametrize(
    ("stated", "faults"),
    [
        ({}, []),
        ({"kind": "equipment", "equipment": "technique"}, []),
        ({"kind": "boost"}, []),
        ({"kind": "buff", "gives": {"ap": 1}}, []),
        ({"kind": "equipment"}, [("4.7.9", "too-many-rewards")]),
    ],
)
def test_a_revealed_token_may_be_an_uncounted_technique(
    tmp_path: Path, stated: dict[str, Any], faults: list[Any]
) -> None:
    reveals = [{**REVEAL, **stated}] * 3
    cells = {"a1": "B1", "a2": "D1", "a3": "B2", "a4": "G2"} | {n: c for n, c in AT.items() if n[0] == "b"}
    game = [*placed(cells), do("activate", unit="a3"), do("move", to="B3"), do("collect"), END]
    game += [*OPENING, TENSION, *CLOSING, END]
    for number, reveal in enumerate(reveals):
        slug = f"token-{number}"
        game += [TWO, do("activate", unit="a3"), {**BUY, "face": "down", "reward": slug, "to": "a3"}]
        game += [{**reveal, "reward": slug}, END, TWO, END]
    assert errors(validated(tmp_path, *game, players=NAZ_PLAYERS)) == faults


@pytest.mark.article("7.1.4.a", "4.7.11.f")
def test_a_technique_makes_punch_cheaper(tmp_path: Path) -> None:
    """Four AP are left for Punch: 4.7.11.f takes one off its 5."""
    punch = do("cast", spell="punch", target="J3", critical=["lock"])
    declared = {**REVEAL, "kind": "equipment", "equipment": "technique", "gives": {}}
    collect = [do("move", to="I2"), do("move", to="H2"), do("move", to="H3"), do("collect")]
    at_h4 = {**punch, "target": "H4"}
    assert errors(oscar(tmp_path, *collect, at_h4)) == []
    assert errors(oscar(tmp_path, *collect, at_h4, reveal=declared)) == []
    declared["equipment"] = "pet"
    assert errors(oscar(tmp_path, *collect, at_h4, reveal=declared)) == [("7.1.4.a", "too-few-ap")]


@pytest.mark.article("4.7.5", "4.7.11", breaks=True)
@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ({"gives": {"ap": 4}}, ("4.7.5", "beyond-any-token")),
        ({"gives": {"hp": 11}}, ("4.7.5", "beyond-any-token")),
        ({"kind": "boost", "gives": {"ap": 6}}, ("4.7.5", "beyond-any-token")),
        ({"kind": "boost", "equipment": "set"}, ("4.7.11", "token-contradicts-itself")),
        ({"kind": "boost", "gives": {"hp": 1}}, ("4.7.11", "token-contradicts-itself")),
        ({"kind": "equipment", "gives": {"next": {"damage": 1}}}, ("4.7.11", "token-contradicts-itself")),
    ],
)
def test_the_laws_of_all_tokens_hold_for_a_claimed_one(
    tmp_path: Path, stated: dict[str, Any], found: tuple[str, str]
) -> None:
    assert errors(oscar(tmp_path, reveal={**REVEAL, **stated})) == [found]


@pytest.mark.article("4.7.5", breaks=True)
def test_a_token_is_the_same_for_the_whole_game(tmp_path: Path) -> None:
    as_set = {"kind": "equipment", "equipment": "set"}
    game = bought("a3", "J2", {**REVEAL, "kind": "buff"})
    game = [
        {**action, **as_set} if action.get("reward") == "granite-1" and action["do"] == "flip" else action
        for action in game
    ]
    assert errors(validated(tmp_path, *game, players=KNOWN)) == [("4.7.5", "another-text")]
    worn = {**REVEAL, **as_set, "gives": {}}
    again = [TWO, END, TWO, END, TWO, END, TWO, do("activate", unit="a3"), do("collect")]
    assert errors(oscar(tmp_path, END, *again[:3], reveal=worn)) == []


@pytest.mark.article("4.7.5", "4.7.5.a", "4.7.5.c", "4.7.11")
def test_what_is_said_of_a_token_counts(tmp_path: Path) -> None:
    declared = {**REVEAL, "kind": "boost", "gives": {"ap": 4}}
    assert errors(oscar(tmp_path, CON, CON, CON, reveal=declared)) == []
    assert errors(oscar(tmp_path, CON, CON, CON, CON, reveal=declared)) == [("7.1.4.a", "too-few-ap")]
    later = [*ROUND, do("activate", unit="a3"), CON, CON, CON]
    assert errors(oscar(tmp_path, *later, reveal=declared)) == [("7.1.4.a", "too-few-ap")]
    lasting = {**REVEAL, "kind": "equipment", "equipment": "dofus", "gives": {"ap": 3}}
    assert errors(oscar(tmp_path, *later, reveal=lasting)) == []


@pytest.mark.article("4.5.3", "4.7.5.a")
def test_a_token_may_have_brought_kamas(tmp_path: Path) -> None:
    """One Kama is left; the next granite token costs 3 and is bought before the next refund."""
    again = {**BUY, "pile": 2, "face": "down", "reward": "glue", "to": "a4"}
    assert errors(oscar(tmp_path, again)) == []
    assert errors(oscar(tmp_path, again, reveal={**REVEAL, "gives": {"ap": 1}})) == [("4.5.3", "too-few-kamas")]
    assert errors(oscar(tmp_path, {**again, "rank": "jade"})) == [("4.5.3", "too-few-kamas")]


@pytest.mark.article("4.10.2.b")
@pytest.mark.parametrize(("injuries", "legal"), [(10, True), (11, True), (12, False)])
def test_both_printings_of_the_prespic_set_are_legal(tmp_path: Path, injuries: int, legal: bool) -> None:
    """It gives Bill Tell 5 or 6 HP."""
    prespic = {**REVEAL, "reward": "prespic-set"}
    slash = do("cast", spell="slash", target="B3", declared={"cost": {"ap": 3}, "injuries": {"a2": injuries}})
    game = [*bought("a2", "B3", prespic), END, TWO, do("activate", unit="b2"), slash]
    game = [{**action, "reward": "prespic-set"} if action.get("reward") == "granite-1" else action for action in game]
    answer = validated(tmp_path, *game, *ACTS)
    assert errors(answer) == ([] if legal else [("4.10.2.b", "not-in-play")])
    assert ({"card": "prespic-set", "field": "effects"} in believed(answer)) is (injuries == 11)
    if injuries == 11:
        for result in (SIX_EACH, {"winner": None, "glory": {"A": 4, "B": 9}}):
            assert errors(validated(tmp_path, *game, result=result)) == []


@pytest.mark.article("4.7.5")
@pytest.mark.article("4.7.5", breaks=True)
@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ({"gives": {"ap": 3}}, [("4.7.5", "declared-against-the-text")]),
        ({"kind": "equipment"}, [("4.7.5", "declared-against-the-text")]),
        ({"kind": "boost", "gives": {"ap": 1, "mp": 1}}, []),
    ],
)
def test_what_is_said_of_a_known_token_is_its_text(
    tmp_path: Path, stated: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    declared = {**REVEAL, "reward": "ghetto-rade", **stated}
    game = bought("a3", "J2", declared)
    game = [{**action, "reward": "ghetto-rade"} if action.get("reward") == "granite-1" else action for action in game]
    answer = validated(tmp_path, *game, players=KNOWN)
    assert (errors(answer), believed(answer)) == (found, [])
    assert ("declaration-not-needed" in said(answer, "note")) is (not found)


def test_only_what_was_not_known_is_listed(tmp_path: Path) -> None:
    """Oscar Kass is known whole; the spell is one that the token may have given him."""
    spell = do("cast", spell="box-spell", target="J3", declared={"cost": {"ap": 1}})
    answer = oscar(tmp_path, spell)
    assert (errors(answer), answer["unverified_cards"]) == ([], ["granite-1"])
    declared = {**REVEAL, "kind": "equipment", "equipment": "weapon", "gives": {"spells": ["Box Spell"]}}
    answer = oscar(tmp_path, spell, reveal=declared)
    assert (errors(answer), answer["unverified_cards"]) == ([], ["granite-1"])
    other = {**spell, "spell": "another-spell"}
    assert errors(oscar(tmp_path, spell, other, reveal=declared)) == [("6.3.5", "no-such-spell")]
    assert errors(oscar(tmp_path, spell, other)) == [("2.5.1", "too-many-spells")]
