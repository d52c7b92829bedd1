"""What was done stands first in a finding: with figures and players by name, the numbers, in both languages."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from judging.logs.pages.log_names import LogNames
from judging.logs.pages.wording import FIELDS, IssueRow, finding_rows
from judging.logs.validator.answer import answer
from rules.arena.engine.claims.words import WORDS
from rules.common.verdicts import DISPUTED, Malformed
from rules.games import EVERY_ACTION, parse, ruleset_of
from teams.wording import TERMS
from tests.golden.reports import recorded
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng

LETTERS = re.compile(r"(?<![\w-])[ab][1-8](?:/[a-z-]+\d)?(?![\w-])")
SAMPLE = 12  # one golden log in so many: every kind of error that they hold comes up


def rows_of(document: Any) -> list[IssueRow]:
    body = answer(json.dumps(document).encode())
    findings = [
        {**finding, "said": said, "done": done}
        for finding, said, done in zip(body["report"]["findings"], body["sentences"], body["descriptions"], strict=True)
    ]
    return finding_rows(findings, LogNames(body["header"]))


def mutated_answer(mutator: str) -> Any:
    """A game of Ana and Bo in which this rule is broken."""
    for seed in range(30):
        document = random_game(f"descriptions {seed}")
        document["players"]["A"]["name"], document["players"]["B"]["name"] = "Ana", "Bo"
        mutated = mutate(document, Rng(seed), only=[mutator])
        if mutated:
            return mutated.document
    raise AssertionError(mutator)


def first_error(mutator: str, language: str = "en") -> IssueRow:
    with translation.override(language):
        return next(row for row in rows_of(mutated_answer(mutator)) if row.severity == "error")


@pytest.mark.check
@pytest.mark.parametrize(
    ("mutator", "language", "reported"),
    [
        ("step-without-mp", "en", r"^[A-Z].* stepped from [A-L]\d+ to [A-L]\d+ with 0 MP left\."),
        ("step-without-mp", "fr", r"^[A-Z].* a fait un pas de [A-L]\d+ à [A-L]\d+ avec 0 PM restants\."),
        ("cast-without-ap", "en", r"^[A-Z].* cast .* with \d AP left\."),
        ("wrong-first-player", "en", r"^(Ana|Bo) went first\. Initiative: Ana \d+ \(.*\), Bo \d+ \(.*\)\."),
        ("players-side-by-side", "en", r"^Ana sits at the \w+ side, Bo at the \w+ side\."),
        ("wrong-glory", "en", r"^The log states that (Ana|Bo) won, \d+ : \d+ GG\."),
    ],
)
def test_a_finding_says_first_what_was_done(mutator, language, reported):
    assert re.search(reported, first_error(mutator, language).done)


@pytest.mark.check
def test_the_dice_that_decide_are_described():
    row = first_error("lock-die-too-many")
    assert re.search(r"Block of .*: Lock \w+, .*; .* answers with Dodge", row.done)


@pytest.mark.check
def test_players_and_figures_are_named_in_why_it_is_wrong():
    assert first_error("wrong-first-player").message in ("Ana goes first.", "Bo goes first.")
    assert first_error("wrong-first-player", "fr").message in ("Ana commence.", "Bo commence.")
    assert not LETTERS.search(first_error("step-without-mp").message)


@pytest.mark.ci
def test_every_error_of_the_golden_logs_says_what_was_done():
    """By an article or at an action: what concerns the document itself speaks of its fields."""
    without = []
    for each in recorded()[::SAMPLE]:
        try:
            log = parse(each.log, corrections=EVERY_ACTION)
        except Malformed:
            continue
        report, descriptions = ruleset_of(log).explained(log)
        pairs = zip(report.findings, descriptions, strict=True)
        without += [
            finding.code for finding, description in pairs if finding.severity == "error" and description is None
        ]
    assert without == []


def compared_facts() -> Iterator[str]:
    """The names under which findings of the engine say what should be and what is in the log."""
    for path in Path("rules/arena").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.keyword)
                and node.arg in ("expected", "logged")
                and isinstance(node.value, ast.Dict)
            ):
                yield from (ast.literal_eval(key) for key in node.value.keys if isinstance(key, ast.Constant))


def test_every_compared_fact_has_a_label():
    names = {*compared_facts(), *WORDS} - {"fact", "field"}
    assert len(names) > 40
    assert sorted(names - {*FIELDS, *TERMS}) == []


def test_a_disputed_fact_stands_under_its_label():
    finding = {"severity": "warning", "action": 3, "article": None, "code": DISPUTED, "message": "Wrong?"}
    rank = {"expected": {"fact": "reward:loupine", "field": "rank", "value": "jade"}, "logged": {"value": "gold"}}
    with translation.override("fr"):
        (row,) = finding_rows([finding | rank])
    assert row.facts == [("rang", "or sur la feuille, devrait être jade")]


@pytest.mark.parametrize(
    ("expected", "logged", "words"),
    [
        ({"cell": "A1"}, None, [("cell", "should be A1")]),
        ({"cell": ["A1", "B1"]}, {}, [("cell", "possible: A1, B1")]),
        (None, {"cell": "C1"}, [("cell", "C1 in the log")]),
        ({"cell": "A1"}, {"cell": "C1", "ap": 2}, [("cell", "C1 in the log, should be A1"), ("AP", "2 in the log")]),
        (["A1", "B1"], "C1", [("", "C1 in the log, possible: A1, B1")]),
    ],
)
def test_a_fact_of_one_side_says_so_in_its_sentence(expected, logged, words):
    finding = {"severity": "error", "action": 3, "article": None, "code": "any", "message": "Wrong."}
    (row,) = finding_rows([finding | {"expected": expected, "logged": logged}])
    assert row.facts == words
