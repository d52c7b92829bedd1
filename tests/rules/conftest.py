"""Tests of the rules play with cards that are partly known (tests/partly_seen); those of the data with the data."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.partly_seen import partly_seen_cards

OF_THE_DATA = {
    "test_cards",
    "test_card_texts",
    "test_texts",
    "test_text_errors",
    "test_articles",
    "test_card_database",
    "test_printed_figures",
    "test_powers_of_figures",
    "test_single_cards",
    "test_meant_targets",
    "test_effects_of_figures",
    "test_hidden_facts",
    "test_resumed",
}


@pytest.fixture(scope="module", autouse=True)
def cards(request: pytest.FixtureRequest) -> Iterator[None]:
    if Path(str(request.path)).stem in OF_THE_DATA:
        yield
        return
    with partly_seen_cards():
        yield
