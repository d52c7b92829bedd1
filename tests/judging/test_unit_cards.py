"""The cards that a long press shows, and what else the recorder says: in words of the game, never in the engine's."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from judging.recorder.board.table_state import Course, table_state
from judging.recorder.board.unit_cards import unit_cards
from judging.recorder.services.setup import Seat, build_header
from rules.arena.log import read
from rules.arena.replay import start
from rules.games import DEFAULT
from teams.cards.editor.preview import effect_words, gains_of
from tests.cases import some_of
from tools.selfplay.game import random_game

CODE = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")
FRENCH = {"gardez-la", "est-ce"}  # words that have a hyphen
READ = ("label", "words", "message", "prompt", "name", "markers", "cost", "effect", "why", "line")
TEAM = 6


def codes_in(texts: Iterator[str]) -> set[str]:
    return {code for text in texts for code in CODE.findall(text)} - FRENCH


def read_of(state: Any, field: str = "") -> Iterator[str]:
    """The texts of a state that people read."""
    if isinstance(state, str) and field in READ:
        yield state
    elif isinstance(state, dict):
        for name, value in state.items():
            yield from read_of(value, name)
    elif isinstance(state, list):
        for value in state:
            yield from read_of(value, field)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_card_says_a_code_name(language):
    slugs = [card.slug for card in DEFAULT.catalogue().cards]
    with translation.override(language):
        for first in range(0, len(slugs), TEAM):
            seats = {"A": Seat("A", slugs[first : first + TEAM]), "B": Seat("B", ["bill-tell"])}
            header = build_header(seats, arena="the-pit")
            for card in unit_cards(start(read({**header, "actions": []}))).values():
                said = [*card["powers"], *(each[key] for each in card["spells"] for key in ("name", "cost", "reach"))]
                assert codes_in(iter(said)) == set()


@pytest.mark.parametrize(("language", "said"), [("en", "resistance to fire"), ("fr", "résistance au feu")])
def test_a_card_names_its_powers_in_the_readers_language(language, said):
    header = build_header({side: Seat(side, ["anna-tommy"]) for side in "AB"}, arena="the-pit")
    resistant = next(
        slug for slug, text in DEFAULT.facts.built_in().texts.figures.items() if "resistance-fire" in text.powers
    )
    header["players"]["A"]["team"] = {"a1": resistant}
    with translation.override(language):
        assert said in unit_cards(start(read({**header, "actions": []})))["a1"]["powers"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_reward_or_spell_says_a_code_name(language):
    texts = DEFAULT.facts.built_in().texts
    pieces = (*texts.figures.values(), *texts.summons.values())
    with translation.override(language):
        said = [gain for reward in texts.rewards.values() for gain in gains_of(reward)]
        said += [effect_words(effect) for text in pieces for spell in text.spells.values() for effect in spell.effects]
        assert codes_in(iter(said)) == set()


@pytest.mark.parametrize(("seed", "language"), some_of([(1000, "fr"), (1001, "en"), (1002, "fr"), (1003, "en")]))
def test_no_line_of_the_recorder_says_a_code_name(seed, language):
    document = random_game(seed)
    course = Course(read({**document, "actions": []}))
    with translation.override(language):
        for many in range(10, len(document["actions"]), 14):
            log = read({**document, "actions": document["actions"][:many]})
            course.go_on(log)
            state = table_state(log, version=many, closed=False, undo=1, course=course)
            assert codes_in(read_of(state)) == set()
