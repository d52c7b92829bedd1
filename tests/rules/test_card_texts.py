"""The page on card texts is written from the code and the data, and what both know is the same."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from django.core.management import CommandError, call_command

import rules.arena.engine as engine
from rules.arena import cards, texts
from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.power_names import PLAIN_POWERS, read_power
from rules.arena.printed import ELEMENTS, RANKS, Element
from rules.arena.printed_words import AREAS
from rules.arena.text_tables import FigureTable, FrontTable, PowerTable, RewardTable, SpellTable
from rules.common.binding import bind, fields_of
from rules.common.grid import DIRECTED_AREAS, ROUND_AREAS
from tools import card_text_examples, card_texts

# known by name, named by the data in `has-power`, or without a say in play: dice are the players' word, a team is built
NAMED_ONLY = {"claw-attack", "drunkenness-of-combat", "ecaflips-second-chance", "gang-leader", "bombs"}


@pytest.mark.check
def test_the_page_is_current() -> None:
    assert card_texts.PAGE.read_text("utf-8") == card_texts.page(), "run manage.py card_texts"


@pytest.mark.check
def test_the_command_says_what_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("card_texts", check=True)
    monkeypatch.setattr(card_texts, "PAGE", tmp_path / "card-texts.md")
    with pytest.raises(CommandError, match="stale"):
        call_command("card_texts", check=True)
    assert not card_texts.PAGE.exists()
    call_command("card_texts")
    call_command("card_texts", check=True)


@pytest.mark.parametrize("check", [True, False])
def test_the_command_says_what_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: bool) -> None:
    (tmp_path / "box.toml").write_text('[ana]\npowers = ["wings"]\n', "utf-8")
    monkeypatch.setattr(card_text_examples, "FOLDER", tmp_path)
    monkeypatch.setattr(card_texts, "PAGE", tmp_path / "card-texts.md")
    card_text_examples.places.cache_clear()
    with pytest.raises(CommandError, match=r"^box\.toml: ana: /powers/0: no power is called wings$"):
        call_command("card_texts", check=check)
    card_text_examples.places.cache_clear()
    assert not card_texts.PAGE.exists()


@pytest.mark.check
def test_a_primitive_without_its_article_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def dance(cast: object) -> None:
        """Everybody dances."""

    monkeypatch.setattr(EFFECTS, "primitives", {**EFFECTS.primitives, "dance": dance})
    reported = card_texts.problems()
    assert "dance: its sentence names no article" in reported
    assert "dance: no example" in reported


@pytest.mark.check
def test_every_field_and_primitive_has_an_example() -> None:
    rows = [line for line in card_texts.page().splitlines() if line.startswith("| `")]
    assert [row for row in rows if row.endswith("|  |")] == []


@pytest.mark.parametrize(("word", "text"), card_text_examples.MADE_UP.items())
def test_a_made_up_example_is_read_like_a_card(word: str, text: str) -> None:
    if text.startswith("{"):
        effect = EFFECTS.read(tomllib.loads(f"effect = {text}")["effect"])
        assert word in {effect.do, *(condition.do for condition in effect.conditions)}
    else:
        assert read_power(text) == text


@pytest.mark.parametrize("text", card_text_examples.MADE_UP_FIELDS.values())
def test_a_made_up_field_is_one_of_its_table(text: str) -> None:
    (name,) = tomllib.loads(text)
    tables = (SpellTable, RewardTable, card_texts.Cost, PowerTable, card_texts.Meanwhile, FigureTable, FrontTable)
    assert any(name in fields_of(table) for table in tables)


def nodes_of_the_engine() -> Iterator[ast.AST]:
    for path in Path(engine.__path__[0]).rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text("utf-8")))


def test_cards_can_have_every_power_the_engine_asks_for() -> None:
    asked = {
        node.left.value
        for node in nodes_of_the_engine()
        if isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Constant)
        and any(isinstance(each, ast.Attribute) and each.attr == "powers" for each in node.comparators)
    }
    assert len(asked) > 15
    assert asked - PLAIN_POWERS.keys() == set()


def test_every_power_of_a_card_means_something_to_the_engine() -> None:
    words = {node.value for node in nodes_of_the_engine() if isinstance(node, ast.Constant)}
    assert PLAIN_POWERS.keys() - words == NAMED_ONLY


def test_areas_elements_and_ranks_are_those_of_the_engine() -> None:
    assert AREAS.keys() == DIRECTED_AREAS.keys() | ROUND_AREAS.keys() | {"multiple"}
    assert get_args(Element) == ELEMENTS
    for rank in RANKS:
        assert bind(RewardTable, {"name": "Cape", "kind": "boost", "rank": rank})["rank"] == rank


def test_a_power_with_an_argument_is_kept_as_written() -> None:
    assert [read_power(power) for power in ("loot-3", "resistance-fire", "armour")] == [
        "loot-3",
        "resistance-fire",
        "armour",
    ]


def test_the_card_that_contributing_adds_can_be_read(tmp_path: Path) -> None:
    facts, text = re.findall(r"   ```toml\n(.*?)   ```", (card_texts.ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.S)
    for folder, block in (("cards", facts), ("texts", text)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "harbour.toml").write_text(block, "utf-8")
    assert [card.slug for card in cards.load(tmp_path / "cards").cards] == ["ana"]
    assert [effect.do for effect in texts.load(tmp_path / "texts").figures["ana"].spells["shove"].effects] == ["push"]
