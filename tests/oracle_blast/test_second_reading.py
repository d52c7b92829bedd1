"""A reading of Blast from its book alone and the engine say the same of random games and of what is spoiled in them."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.blast.games import END, PLACED, cast, do, document, faults, favor, move, plays, sets
from tests.cases import some_of
from tests.oracle_blast import comparing
from tests.oracle_blast.reading import Game, Illegal, Opinion, opinion, place_of

HERE = Path(__file__).parent
CHUNK = 10  # games: each header once with the made-up cards and once with drawn ones


@pytest.mark.parametrize("chunk", some_of(range(3)))
def test_engine_and_second_reading_of_blast_never_differ(chunk: int) -> None:
    said: Counter[str] = Counter()
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        answers, differences = comparing.compared(number, comparing.PER_GAME if chunk else 2)
        assert differences == []
        said += answers
    assert said["legal"] + said["illegal"] >= said.total() * 0.9


def test_the_second_reading_shares_nothing_with_the_engine() -> None:
    tree = ast.parse((HERE / "reading.py").read_text())
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert modules == {"re", "collections", "collections.abc", "dataclasses", "typing"}


def test_the_first_illegal_action_and_its_number_are_named() -> None:
    _content, facts = comparing.facts(0)
    turn, begun = [favor(), plays("a1"), move("D2"), END], len(PLACED)
    assert opinion(document(*turn), facts).says == "legal"
    assert opinion(document(*turn, END), facts) == Opinion("illegal", begun + 4, "B-3.1")
    assert opinion(document(*turn[:2], move("D3")), facts) == Opinion("illegal", begun + 2, "B-4.1")
    assert opinion(document(*turn, result={"winner": "A"}), facts) == Opinion("illegal", None, "B-1.2")


def test_of_what_nobody_knows_it_cannot_tell() -> None:
    _content, facts = comparing.facts(0)
    assert opinion(document(board="nowhere"), facts).says == "cannot tell"
    assert opinion(document(favor(), do("activate", unit="a1", declared=[])), facts).says == "cannot tell"


@pytest.mark.parametrize(
    ("to", "facing", "number"), [("E8", "north", None), ("E8", "south", "B-6.7"), ("F8", "east", "B-6.7")]
)
def test_a_facing_that_leads_elsewhere_is_refused(to: str, facing: str, number: str | None) -> None:
    """The logs of games seldom have one: asked of both."""
    _content, facts = comparing.facts(0)
    game = Game.opened(document(), facts)
    game.acting = {"choices": {"facing": facing}}
    found = None
    try:
        game.away(place_of(to), place_of("E6"))
    except Illegal as refused:
        found = str(refused)
    engine = faults(favor(), sets({"a1": "E6", "b1": to}), plays("a1"), cast("push", to, choices={"facing": facing}))
    assert [found] == [each for _at, each in engine] or (found is None and engine == [])
    assert found == number
