"""A database file of cards is read into our vocabulary; what no primitive says stays unknown."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.arena.cards import catalogue
from rules.arena.text_tables import FigureTable
from rules.arena.texts import FOLDER, figures, tables_of
from rules.common.binding import bind
from tools import compare_cards
from tools.card_database import rows, sentences, tables
from tools.card_database.rows import JUDGED

BILL: dict[str, Any] = {
    "id": "x-1",
    "slug": "bill-tell",
    "name": "Bill Tell",
    "colour": "white",
    "types": ["Cra"],
    "ap": 6,
    "hp": 6,
    "mp": 3,
    "initiative": 7,
    "level": 3,
    "powers": "Dodge",
    "spells": [],
    "front": "008_i18n_front.png",
}


def spell(**facts: Any) -> dict[str, Any]:
    plain = {"name": "Kick", "limit": "turn", "cost": {"ap": 3}, "range": "close", "cells": ""}
    return {**plain, "element": "air", "damage": 1, "effect": "", **facts}


def row(tmp_path: Path, *spells: dict[str, Any], **facts: Any) -> rows.CardRow:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{**BILL, "spells": spells, **facts}]), "utf-8")
    (found,) = rows.read(file).values()
    return found


def table(tmp_path: Path, **facts: Any) -> dict[str, Any]:
    (only,) = tables.of_figure(row(tmp_path, spell(**facts)))["spells"]
    bind(FigureTable, {"spells": [only]})  # the loader takes it
    return dict(only)


HEADS = {"do": "bonus", "damage": 3}


@pytest.mark.parametrize(
    ("sentence", "effects"),
    [
        ("Pushes 2.", [{"do": "push", "cells": 2}]),
        ("-1 {MP}. Steals Health.", [{"do": "markers", "mp": -1}, {"do": "steal-health"}]),
        ("Bill immediately gains +2 {AP}.", [{"do": "gain", "ap": 2}]),
        ("Track (if aligned): Pierces Armour.", [{"do": "pierce", "track": True}]),
        ("Prosecution 3: -1 {AP}.", [{"do": "markers", "ap": -1, "retribution": 3}]),
        ("Invasion (there): +1 {E}.", [{"do": "bonus", "damage": 1, "invasion": True}]),
        (
            "Play heads or tails to inflict +3 {A}.",
            [{"do": "coins", "count": 1, "heads": {"do": "bonus", "damage": 3}}],
        ),
        ("Inflicts +2 {N} on Bandits.", [{"do": "bonus", "damage": 2, "against": "Bandit"}]),
        ("Every Critical Hit inflicts +1 {W}.", [{"do": "double-criticals"}]),
        ("+2 {AP} to targeted Turret.", [{"do": "markers", "ap": 2, "against": "Turret"}]),
        ("Inflicts +5 {F} against targets of level 5 or higher.", [{"do": "bonus", "damage": 5, "level-from": 5}]),
        ("Switches position with the targeted opponent.", [{"do": "switch", "with": "unit", "side": "enemy"}]),
        ("Inflicts +1 {F} per {MP} remaining.", [{"do": "bonus-each", "damage": 1, "each": "mp-left"}]),
        (
            "Track (if aligned): Pushes 1. Retreats 2.",
            [{"do": "push", "cells": 1, "track": True}, {"do": "retreat", "cells": 2, "track": True}],
        ),
    ],
)
def test_a_sentence_becomes_primitives(tmp_path: Path, sentence: str, effects: list[Any]) -> None:
    read = table(tmp_path, effect=sentence)
    assert read["effects"] == effects
    assert "unknown" not in read


@pytest.mark.parametrize(
    ("sentence", "effects"),
    [
        ("Dances.", None),
        ("Pushes 1. Dances.", [{"do": "push", "cells": 1}]),
        ("Heads: Pushes 1.", None),
        ("Dances and chooses from: -1 {AP}. Pushes 1.", None),
        ("Track (if aligned): Pushes 1. Dances.", None),
        ("Pushes 1 targeted Dancer.", None),
        ("Summons a DANCER on the targeted empty cell.", None),
    ],
)
def test_what_no_primitive_says_stays_unknown(tmp_path: Path, sentence: str, effects: Any) -> None:
    read = table(tmp_path, effect=sentence)
    assert read.get("effects") == effects
    assert read["unknown"] == ["effects"]


def test_codes_become_costs_ranges_and_attacks(tmp_path: Path) -> None:
    read = table(tmp_path, name="Kick (2)", cost={"ij": 1, "ap": 4}, range="ranged, not alterable", cells="2-5")
    assert (read["name"], read["control"]) == ("Kick", 2)
    assert read["cost"] == {"ap": 4, "injuries": 1}
    assert read["range"] == {"kind": "ranged", "min": 2, "max": 5, "alterable": False}
    assert read["attack"] == {"element": "air", "damage": 1}
    unseen = table(tmp_path, range="ranged, without line of sight", cells="1-3", element="heal", damage=2)
    assert unseen["range"] == {"kind": "unseen", "min": 1, "max": 3, "alterable": True}
    assert (unseen["heal"], "attack" in unseen) == (2, False)
    assert table(tmp_path, cost={"k": "X"}, element="none", damage="")["unknown"] == ["cost"]


def test_powers_are_keywords_or_said_in_our_words(tmp_path: Path) -> None:
    keywords, own = tables.of_row(
        row(tmp_path, powers="{A} Resistance, Chance ({W}), Madness ( Madness: dances, twice.)")
    )
    assert keywords == ["resistance-air", "chance"]
    assert [power["name"] for power in own] == ["Madness"]
    with pytest.raises(LookupError):
        tables.of_row(row(tmp_path, powers="Dancing ( Dancing: dances.)"))


def test_what_was_judged_by_hand_names_figures_and_reasons() -> None:
    known = {card.slug for card in catalogue().cards}
    identified = [each["slug"] for each in JUDGED["identified"].values()]
    assert len({*identified}) == len(identified) == 23
    assert {*identified, *JUDGED["not-identified"]} <= known
    assert all(each["why"] for each in JUDGED["identified"].values())
    assert all(each["why"] and each["scan"] for each in JUDGED["printed"])
    assert {each["card"] for each in JUDGED["printed"]} <= figures().keys()


def compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *spells: dict[str, Any], **facts: Any) -> int:
    row(tmp_path, *spells, **facts)
    monkeypatch.setattr(sys, "argv", ["compare_cards", str(tmp_path / "cards.json")])
    return compare_cards.main()


ARROWS = (
    spell(name="Plaguing Arrow", limit="unlimited", range="ranged", cells="3-8"),
    spell(
        name="Long Shot",
        cost={"ap": 1},
        range="personal",
        element="none",
        damage="",
        effect="For this turn, Bill Tell's spells gain +3 max Range, but he loses all his {MP}.",
    ),
)


@pytest.mark.check
def test_equal_cards_agree_and_each_difference_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(tmp_path, monkeypatch, *ARROWS) == 0
    assert "100.00 %" in capsys.readouterr().out
    assert compared(tmp_path, monkeypatch, *ARROWS, hp=7) == 1
    assert "bill-tell, hp: here 6, there 7; not explained" in capsys.readouterr().out
    assert compared(tmp_path, monkeypatch, ARROWS[0]) == 1
    capsys.readouterr()
    assert compared(tmp_path, monkeypatch, ARROWS[0], {**ARROWS[1], "effect": "Dances."}) == 0
    assert "1 spells and powers in sentences that only readers compare" in capsys.readouterr().out
    assert compared(tmp_path, monkeypatch, *ARROWS, slug="nobody-of-ours", name="Nobody") == 1


def test_the_data_holds_no_sentence_of_a_database() -> None:
    """What is written there are words of ours: none has a sign of the file."""
    for name, file in tables_of(FOLDER).items():
        assert not {"{AP}", "{MP}", "{ij}"} & {*str(file).split()}, name


def test_sentences_hide_no_word() -> None:
    reading = sentences.read("Dances. Pushes 1. Sings.", "Bill Tell")
    assert reading.unread == ["Dances", "Sings"]
