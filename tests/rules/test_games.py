"""The one door to the rules: every log is read and played by the ruleset that it names."""

import re
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace

import pytest

from rules.arena.laws import LAWS
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.ruleset import _ruleset
from rules.common.verdicts import Malformed
from rules.games import BLAST, DEFAULT, ON_SITE, QUEST, RULESETS, of, parse, read, replay, ruleset_of
from tests.rules.logs import PLACED, TWO_TURNS, document

ROOT = Path(__file__).resolve().parents[2]
COMPARED = re.compile(
    r"\bruleset(\.slug)?\s*(==|!=|\bin\b(?! (ON_SITE|RULESETS)\b))|(==|!=)\s*[\"'](arena|blast|quest)-"
)


@pytest.mark.parametrize("slug", RULESETS)
def test_a_ruleset_says_what_it_is(slug):
    ruleset = RULESETS[slug]
    assert ruleset.slug == slug
    assert slug.startswith(f"{ruleset.game}-")
    assert ruleset.engine.startswith(f"{slug}/")
    assert ruleset.data.is_dir()
    assert ruleset.boards is None or all(ruleset.boards.find(arena) for arena in ruleset.boards.slugs)
    assert {article.ruleset for article in ruleset.articles("en").values()} == {slug}


def test_a_ruleset_has_an_answer_to_every_question():
    built = _ruleset(ARENA_2_7)
    assert [field.name for field in fields(built) if getattr(built, field.name) is None] == []


def test_no_two_rulesets_share_an_engine_or_a_title():
    assert len({ruleset.engine for ruleset in RULESETS.values()}) == len(RULESETS)
    assert len({ruleset.title for ruleset in RULESETS.values()}) == len(RULESETS)


def test_a_log_is_read_by_the_ruleset_that_it_names():
    log = read(document(*PLACED))
    assert of(document()) is ruleset_of(log) is RULESETS["arena-2.7"]


def test_a_log_is_read_by_the_game_of_its_format(monkeypatch):
    first, second = (SimpleNamespace(slug=slug, formats=("other/1",), read=lambda log: log) for slug in ("o-1", "o-2"))
    monkeypatch.setitem(RULESETS, "o-1", first)
    monkeypatch.setitem(RULESETS, "o-2", second)
    named = {"format": "other/1", "ruleset": "o-2"}
    assert of(named) is second
    assert read(named) == named
    assert of({"format": "other/1", "ruleset": DEFAULT.slug}) is of({"format": "other/1"}) is first
    assert of([named]) is of({}) is of({"format": "other/2", "ruleset": "o-2"}) is of({"format": []}) is DEFAULT


@pytest.mark.parametrize("named", ["arena-1999", "", None, 7, ["arena-2.7"], {}])
def test_an_unknown_ruleset_makes_a_log_malformed(named):
    with pytest.raises(Malformed) as refused:
        read(document(ruleset=named))
    assert refused.value.pointer == "/ruleset"


@pytest.mark.parametrize("content", [b"[]", b"7", b"null", b"{}", b"{"])
def test_what_is_no_log_gets_a_report_naming_an_engine(content):
    with pytest.raises(Malformed):
        parse(content)
    report = replay(content)
    assert (report.verdict, report.engine) == ("malformed", DEFAULT.engine)


def test_a_ruleset_plays_a_game_action_by_action():
    ruleset, log = DEFAULT, read(document(*TWO_TURNS))
    game = ruleset.positions.start(log)
    for index in range(len(log.actions)):
        assert ruleset.positions.step(game, log, index)
    assert game.turn == ruleset.positions.before(log, len(log.actions)).turn == 3
    assert any(option.is_legal for option in ruleset.positions.legal_actions(game))
    assert ruleset.frames is not None
    assert len(list(ruleset.frames(log))) == len(log.actions) + 1
    assert ruleset.positions.diagram(game).count("\n") > 12


def test_a_ruleset_checks_a_list_of_figures():
    assert DEFAULT.lists.check(["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]).is_legal
    assert not DEFAULT.lists.check(["bill-tell"]).is_legal


@pytest.mark.check
def test_no_code_compares_rulesets():
    """What differs stands in the record of a ruleset."""
    sources = (path for room in ("rules", "teams", "tournaments", "judging") for path in (ROOT / room).rglob("*.py"))
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if COMPARED.search(line) and " for " not in line
    ]
    assert found == []


def test_the_slugs_of_the_door_are_those_of_the_laws():
    assert set(RULESETS) == {*LAWS, QUEST.slug, BLAST.slug}
    assert set(ON_SITE) <= set(RULESETS)
