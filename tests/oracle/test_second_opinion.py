"""An independent reading of the rules and the engine say the same of random games and of what is spoiled in them."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from rules.arena.cards import catalogue
from rules.arena.engine.effects.primitives import CONDITIONS, PRIMITIVES
from rules.arena.power_names import PLAIN_POWERS
from rules.arena.printed_words import AREAS, BODIES, LIMITS, RANGES
from rules.arena.text_tables import MOMENTS, OF, PowerTable
from rules.arena.texts import card_texts
from rules.common.binding import fields_of
from tests.cases import some_of
from tests.made_up import FIRST_BOX, made_up_cards
from tests.oracle import comparing
from tests.oracle.data import BEYOND, DATA, CannotTell, Library
from tests.oracle.game import Opinion, opinion, set_up
from tests.rules.logs import CLOSING, END, OPENING, PLACED, TENSION, do, document, errors

HERE = Path(__file__).parent
OWN = ("books", "data", "table", "powers", "effects", "spells", "game")
CHUNK = 10
CHUNKS = range(21)  # 200 games and 2,000 mutants; `python -m tests.oracle.comparing` takes ten times as many
NEEDLESS = {"unlimited", "ranged", "obstructive", "bombs"}  # without effect on what it models
KNOWN = ("queen-of-the-tofus", "bill-tell", "oscar-kass", "king-of-the-gobballs")  # by falling initiative


@pytest.mark.check
@pytest.mark.parametrize("chunk", some_of(CHUNKS))
def test_engine_and_second_opinion_never_differ(chunk: int) -> None:
    games, mutants = (CHUNK, comparing.PER_GAME) if chunk else (2, 4)
    said: Counter[str] = Counter()
    for number in range(chunk * CHUNK, chunk * CHUNK + games):
        answers, differences = comparing.compared(number, mutants)
        assert differences == []
        said += answers
    assert said["legal"] + said["illegal"] >= said.total() / 2


def test_a_forgotten_line_is_reported_where_it_shows() -> None:
    """In the eighth mutant the activation of b3 is left out before action 82, and 85 shows it again."""
    assert comparing.compared(130026, 10)[1] == []


def test_a_jump_around_naz_rael_leaves_a_cell_beside_him() -> None:
    """Action 67: Fangtastic carries its caster from one cell beside a2 to another."""
    assert comparing.compared(310148, 10)[1] == []


def test_who_falls_by_a_cost_is_struck_down_by_nobody() -> None:
    """Action 259: Blood Ink costs a3 its last HP, and the Prospecting of b5 brings nothing (4.10.6.c)."""
    assert comparing.compared(311240, 10)[1] == []


@pytest.mark.parametrize("chunk", some_of(range(5)))
def test_engine_and_second_opinion_agree_by_the_book_of_2013(chunk: int) -> None:
    """What the engine cites is of that book, too."""
    said: Counter[str] = Counter()
    for number in range(2 * chunk, 2 * chunk + 2):
        answers, differences = comparing.compared(number, 4, "2013")
        assert differences == []
        said += answers
    assert said["legal"] + said["illegal"] >= said.total() / 2


def test_the_second_opinion_shares_only_data_with_the_engine() -> None:
    own = [HERE / f"{name}.py" for name in OWN]
    imported = {
        node.module or ""
        for path in own
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
    }
    assert {module for module in imported if module.startswith("tests")} <= {f"tests.oracle.{name}" for name in OWN}
    assert not [module for module in imported if module.startswith(("rules", "tools", "judging"))]


@pytest.mark.ci
def test_most_games_of_printed_figures_are_judged() -> None:
    """In the others a figure or a token has words beyond this opinion (BEYOND), or a summon is of another kind."""
    with made_up_cards():
        answers = [opinion(comparing.printed_game(number), comparing.library()).says for number in range(100)]
    assert answers.count("legal") >= 50


def test_the_second_opinion_allows_a_gang_one_bandit_more() -> None:
    gang = ["elite-riktus", "amakna-riktus", "amakna-riktus", "bonta-riktus", "bonta-riktus", "sufokia-riktus"]
    for team, article in ((gang, None), ([*gang[1:], "sufokia-riktus", "brakmar-riktus"], "1.1.1.b")):
        players = {}
        for side in "AB":
            named = {f"{side.lower()}{number}": card for number, card in enumerate(team, start=1)}
            line = sorted(named, key=lambda unit: -catalogue().by_slug[named[unit]].initiative)
            players[side] = {"name": side, "team": named, "timeline": line}
        log = document(players=players, toss=True)
        assert opinion(log, Library(DATA)).article == article
        assert ("1.1.1.b" in [number for _, number in errors(players=players, toss=True)]) is bool(article)


def of_known(*actions: dict[str, Any], **changes: Any) -> dict[str, Any]:
    players = {}
    for side in "AB":
        team = {f"{side.lower()}{number}": card for number, card in enumerate(KNOWN, start=1)}
        players[side] = {"name": side, "team": team, "timeline": [*team]}
    return document(*actions, players=players, toss=True, **changes)


def said_of(*actions: dict[str, Any], **changes: Any) -> Opinion:
    return opinion(of_known(*actions, **changes), Library(DATA))


def test_the_second_opinion_names_the_first_illegal_action_and_article() -> None:
    assert said_of(*PLACED, END, *OPENING, TENSION).says == "legal"
    assert said_of(*PLACED, END, arena="nowhere").article == "1.2.1"
    assert said_of(*PLACED, END, *OPENING, TENSION, do("inspire", die=0, unit="a1")) == Opinion("illegal", 13, "5.3.1")


def test_a_token_that_summons_is_no_spell() -> None:
    """It cannot tell, as the numbers of that summon are unknown; it asks for no control value of a spell."""
    game = set_up(of_known(), Library(DATA))
    for action in [*PLACED, END, *OPENING, TENSION, do("activate", unit="b1")]:
        game.do(action)
    game.units["b1"].down.append("sadida-style")
    with pytest.raises(CannotTell):
        game.do(do("reveal", reward="sadida-style", choices={"cell": "B11"}))


def test_another_sides_starting_cell_is_not_ones_own() -> None:
    assert said_of(do("place", unit="a1", cell="A4")) == Opinion("illegal", 0, "1.3.9")
    assert errors(do("place", unit="a1", cell="A4"))[0] == (0, "1.3.9")


@pytest.mark.check
def test_a_turn_without_its_closing_flips_is_illegal_for_both() -> None:
    """Unless they follow at once. The engine blames the end of the turn, the second opinion whatever follows."""
    turn = [*PLACED, END, *OPENING, TENSION, do("activate", unit="b1"), END]
    stray = [do("move", to="B11"), do("activate", unit="b2"), do("activate", unit="b3")]
    assert said_of(*turn).says == said_of(*turn, *CLOSING, TENSION).says == "legal"
    for after in (stray, [TENSION], [*stray[:1], *CLOSING, END, TENSION]):
        assert said_of(*turn, *after) == Opinion("illegal", len(turn), "4.7.4")
        assert errors(*turn, *after)[0] == (len(turn) - 1, "4.7.4")
    one_before = [*turn[:-1], CLOSING[0], END]
    assert said_of(*one_before, *CLOSING[1:], TENSION).says == "legal"
    assert errors(*one_before, *CLOSING[1:], TENSION) == []
    for after, flips in (([TENSION], 0), ([CLOSING[1], TENSION], 1)):
        assert said_of(*one_before, *after) == Opinion("illegal", len(one_before) + flips, "4.7.4")
        assert errors(*one_before, *after)[0] == (len(one_before) - 1, "4.7.4")


@pytest.mark.check
def test_the_second_opinion_does_not_answer_what_it_cannot_tell() -> None:
    library = Library(DATA)
    unseen = next(name for name in library.of["cards"] if name not in library.of["texts"])
    with pytest.raises(CannotTell):
        library.figure(unseen)
    assert said_of(*PLACED, END, team_format="limited").says == "cannot tell"
    assert said_of(*PLACED, END, rewards="original").says == "cannot tell"
    declared = [do("activate", unit="a1"), do("cast", spell="dan-to-fu", target="A2", declared=[])]
    assert said_of(*PLACED, *declared) == Opinion("cannot tell", len(PLACED) + 1)


def test_each_card_text_word_is_modelled_or_named_as_beyond() -> None:
    own = " ".join((HERE / f"{name}.py").read_text() for name in OWN)
    modelled = {*re.findall(r'"([a-z-]+)"', own[own.index("FACING =") :])}
    elemental = {power for power in PLAIN_POWERS if power.startswith("resistance-")}
    vocabulary = {*PLAIN_POWERS, *LIMITS, *RANGES, *AREAS, *PRIMITIVES, *CONDITIONS} - elemental
    assert vocabulary - modelled - BEYOND == NEEDLESS


def test_every_word_of_the_card_texts_is_on_a_card() -> None:
    """Printed, or made up for the words that no front shows yet: games are played with both."""
    made_up, printed = HERE.parent.glob("made_up/texts/*.toml"), (DATA / "texts").glob("*.toml")
    used = {*words([tomllib.loads(path.read_text()) for path in (*made_up, *printed)])}
    vocabulary = {*PLAIN_POWERS, *LIMITS, *RANGES, *AREAS, *BODIES, *PRIMITIVES, *CONDITIONS, "track", "invasion"}
    vocabulary |= {*MOMENTS, *fields_of(PowerTable), *get_args(OF)} - {"inferred"}
    assert vocabulary - used == {"claw-attack"}


def words(value: object) -> Iterator[str]:
    """Every key and every text of the tables."""
    if isinstance(value, dict):
        yield from value
        value = [*value.values()]
    for inner in value if isinstance(value, list) else []:
        yield from words(inner)
    if isinstance(value, str):
        yield value


def test_the_made_up_cards_are_gone_afterwards() -> None:
    with made_up_cards():
        assert "tide-caller" in catalogue()
        assert "small-bomb" in card_texts().summons
    assert "tide-caller" not in catalogue()
    assert "small-bomb" not in card_texts().summons
    assert all(card in catalogue() for card in FIRST_BOX)
