"""Cards of which sources show single spells (tests/partly_seen), in logs that go through `validate_log`."""

from pathlib import Path
from typing import Any

import pytest

from rules.arena.replay import replay
from tests.partly_seen.hidden import hidden_game, refused
from tests.rules.logs import END, TENSION, do
from tests.rules.validated import THREE_TURNS, believed, errors, said, validated


def answer(folder: Path, card: str, *actions: dict[str, Any]) -> dict[str, Any]:
    """A log in which a1 is this card, and acts in the third turn."""
    team_a = {"a1": card, "a2": "bill-tell", "a3": "oscar-kass", "a4": "bad-aboum"}
    team_b = {"b1": "anna-tommy", "b2": "percedal", "b3": "king-of-the-gobballs", "b4": "lil-healey"}
    players = {
        "A": {"name": "Ana", "team": team_a, "timeline": list(team_a)},
        "B": {"name": "Bo", "team": team_b, "timeline": list(team_b)},
    }
    return validated(folder, *THREE_TURNS, *actions, players=players)


def of_play(found: dict[str, Any]) -> list[tuple[str | None, str]]:
    """Without what is wrong with the team, which is no matter here."""
    return [error for error in errors(found) if error[0] and not error[0].startswith("1.")]


TRANSFUSION = do("cast", spell="transfusion", target="K2")


@pytest.mark.article("7.1.4.c", "4.10.6.c")
@pytest.mark.article("7.1.4.c", breaks=True)
def test_transfusion_needs_room_for_its_four_injuries(tmp_path: Path) -> None:
    again = [END, TENSION, END, TENSION, do("activate", unit="a1"), TRANSFUSION]
    honest = answer(tmp_path, "clot-the-crapulous", TRANSFUSION)
    assert of_play(honest) == []
    assert {"card": "clot-the-crapulous", "field": "spell"} in believed(honest)
    for turns in range(1, 4):
        found = answer(tmp_path, "clot-the-crapulous", TRANSFUSION, *again * turns)
        if of_play(found):
            break
    assert of_play(found) == [("7.1.4.c", "too-few-hp")]


@pytest.mark.article("7.1.3.a", "7.1.3.c", breaks=True)
@pytest.mark.parametrize(("spell", "article"), [("black-steam", "7.1.3.a"), ("dark-cloud", "7.1.3.c")])
def test_the_barbarian_is_held_to_the_colours_that_were_seen(tmp_path: Path, spell: str, article: str) -> None:
    cost = {"ap": 2, "injuries": 2} if spell == "black-steam" else {"ap": 2}
    cast = do("cast", spell=spell, target="K3", declared={"cost": cost, "injuries": {}})
    once = answer(tmp_path, "goultard-the-barbarian", cast)
    assert of_play(once) == []
    assert {"card": "goultard-the-barbarian", "field": "spell"} in believed(once)
    assert [error[0] for error in of_play(answer(tmp_path, "goultard-the-barbarian", cast, cast))] == [article]


def test_a_cost_contradicting_the_seen_part_is_reported(tmp_path: Path) -> None:
    cast = do("cast", spell="black-steam", target="K3", declared={"cost": {"ap": 2, "injuries": 1}})
    assert of_play(answer(tmp_path, "goultard-the-barbarian", cast)) == [("2.5.2", "another-text")]


def test_a_cost_that_nobody_declares_is_reported_once(tmp_path: Path) -> None:
    cast = do("cast", spell="dark-cloud", target="K3", declared={"injuries": {}})
    assert said(answer(tmp_path, "goultard-the-barbarian", cast)).count("cost-not-declared") == 1


@pytest.mark.article("7.1.4.a")
@pytest.mark.article("7.1.3.a", breaks=True)
@pytest.mark.parametrize(("casts", "faults"), [(["drain"], []), (["drain", "foggone-conclusion"], ["7.1.3.a"])])
def test_merkators_spells_hold_as_printed_in_2013(tmp_path: Path, casts: list[str], faults: list[str]) -> None:
    actions = [do("cast", spell=spell, target="K2", critical=["lock"]) for spell in casts]
    assert [error[0] for error in of_play(answer(tmp_path, "merkator", *actions))] == faults


@pytest.mark.article("4.13.1", "4.13.4")
def test_certain_death_places_its_marker_and_otherwise_is_believed(tmp_path: Path) -> None:
    cast = do("cast", spell="certain-death", target="K3", declared={"cost": {"ap": 3}})
    found = answer(tmp_path, "puny-vampire", cast)
    assert of_play(found) == []
    assert {"card": "puny-vampire", "field": "spell"} in believed(found)


@pytest.mark.article("4.8.1")
def test_stowage_costs_two_mp(tmp_path: Path) -> None:
    cast = do("cast", spell="stowage", target="K3")
    assert of_play(answer(tmp_path, "arthur-bine", cast)) == []
    assert [code for _article, code in of_play(answer(tmp_path, "arthur-bine", cast, cast, cast))] != []


CONCLUDED = {
    "adamai": "duo-dynamite", "friar-tubs": "main-attack", "elogio": "griffe-cinglante", "ira-tayte": "attack",
    "katsu-mi": "attack",
}  # fmt: skip


@pytest.mark.parametrize(("card", "spell"), CONCLUDED.items())
def test_a_cost_that_was_only_concluded_accuses_nobody(tmp_path: Path, card: str, spell: str) -> None:
    """A review that tells of two casts in a turn does not say what one costs."""
    found = answer(tmp_path, card, *[do("cast", spell=spell, target="K3", critical={"successes": 0})] * 3)
    assert of_play(found) == []
    assert {each["field"] for each in believed(found) if each["card"] == card} & {"cost", "spell"}


def test_a_cost_that_was_seen_is_still_held_to(tmp_path: Path) -> None:
    burp = do("cast", spell="flaming-burp", target="K3", critical={"successes": 0})
    assert of_play(answer(tmp_path, "pandalida", burp)) == []
    assert of_play(answer(tmp_path, "pandalida", burp, burp)) == [("7.1.4.a", "too-few-ap")]


def test_a_spell_seen_in_part_may_hit_others_too(tmp_path: Path) -> None:
    """Only one whose effects were seen accuses who rolls for Armour without being hit."""
    roll = {"target": "K3", "critical": {"successes": 0}, "armour": {"b2": ["lock"]}}
    found = answer(tmp_path, "adamai", do("cast", spell="duo-dynamite", **roll))
    assert of_play(found) == []
    assert {"card": "adamai", "field": "effects"} in believed(found)
    known = answer(tmp_path, "otomai", do("cast", spell="brulure-dogrines", **roll))
    assert of_play(known) == [("7.2.6.a", "armour-of-no-target")]


@pytest.mark.ci
@pytest.mark.article("2.5.2")
def test_no_honest_log_about_hidden_spells_is_refused() -> None:
    """Games of known cards in which players tell what up to five figures did."""
    found = {seed: refused(replay(hidden_game(seed)[1])) for seed in range(60)}
    assert {seed: faults for seed, faults in found.items() if faults} == {}
