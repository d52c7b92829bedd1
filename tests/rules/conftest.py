"""Tests of the rules play with cards that are partly known (tests/partly_seen); those of the data with the data."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.partly_seen import partly_seen_cards
from tools import hidden_facts

OF_THE_DATA = {
    "test_cards",
    "test_card_texts",
    "test_texts",
    "test_text_errors",
    "test_articles",
    "test_card_database",
    "test_printed_figures",
    "test_sure_injuries",
    "test_where_words_count",
    "test_in_place_of_a_ko",
    "test_slowed",
    "test_raised_control",
    "test_powers_of_figures",
    "test_single_cards",
    "test_meant_targets",
    "test_effects_of_figures",
    "test_hidden_facts",
    "test_resumed",
    "test_unseen_cards",
}
KNOWN_SINCE = {
    "theo",
    "kanniball-andchain",
    "arakna-precoz",
}  # they would change who plays in the games that seeds were found for


@pytest.fixture
def figures_of_the_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures that were known whole when these seeds were found, so that the games stay what they were."""
    before = tuple(slug for slug in hidden_facts.known_figures() if slug not in KNOWN_SINCE)
    monkeypatch.setattr(hidden_facts, "known_figures", lambda: before)


@pytest.fixture(scope="module", autouse=True)
def cards(request: pytest.FixtureRequest) -> Iterator[None]:
    if Path(str(request.path)).stem in OF_THE_DATA:
        yield
        return
    with partly_seen_cards():
        yield
