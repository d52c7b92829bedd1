"""Cards are searched by words and numbers. `tests/js/card-search.test.js` reads the same table."""

import json
from pathlib import Path

import pytest

from teams.cards.catalogue.query import KIND_NAMED, NUMBER_NAMED, Entry, search

TABLE = json.loads((Path(__file__).parents[1] / "js" / "card-search.json").read_text("utf-8"))
INDEX = {slug: Entry(card["words"], card["numbers"]) for slug, card in TABLE["cards"].items()}


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["typed"])
def test_a_search_finds_and_tells_what_it_understood(case):
    found = search(case["typed"], INDEX)
    numbers = [f"{number.name} {number.sign} {number.value}" for number in found.numbers]
    words = [[text, list(kinds)] for text, kinds in found.words]
    answer = {"numbers": numbers, "words": words, "nowhere": list(found.nowhere), "unread": list(found.unread)}
    assert (found.slugs, answer) == (case["slugs"], {name: case.get(name, []) for name in answer})


def test_page_and_server_know_the_same_words():
    assert TABLE["names"] == {"numbers": NUMBER_NAMED, "kinds": KIND_NAMED}
