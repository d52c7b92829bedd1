"""Random games of three and four players: legal ones are valid, spoiled ones are found out under the right article."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules.arena.articles import articles
from rules.arena.replay import frames, start, step
from rules.games import parse, replay
from tests.rules.invariants import what_must_hold
from tools.selfplay import tables
from tools.selfplay.game import random_game
from tools.selfplay.mutation import OF_TABLES, fitting, places
from tools.selfplay.mutator import HeaderMutator, Mutator
from tools.selfplay.options import boldly
from tools.selfplay.rng import Rng

FREE, PAIRS = "free-for-all", "two-v-two"
# Chosen for what comes up in them: own KOs, GG bought from a player named, partners out, ends of every kind.
GAMES = [(FREE, 4, 7), (FREE, 4, 19), (FREE, 4, 28), (PAIRS, 4, 7), (FREE, 3, 34), (PAIRS, 4, 18), (FREE, 4, 16)]
CHAPTER: tuple[HeaderMutator | Mutator, ...] = (*tables.HEADER, *tables.MUTATORS)
RARE = {"gg-given-to-who-is-out", "doubles-name-who-is-out"}


@cache
def game(mode: str, players: int, number: int) -> dict[str, Any]:
    return random_game(f"t/{number}", mode=mode, players=players)


def encoded(document: dict[str, Any]) -> bytes:
    return json.dumps(document).encode()


@pytest.mark.parametrize("which", GAMES, ids=lambda which: "-".join(map(str, which)))
def test_random_table_games_are_legal_and_end_as_stated(which: tuple[str, int, int]) -> None:
    report = replay(encoded(game(*which)))
    result = game(*which)["result"]
    assert [(finding.action, finding.article, str(finding.message)) for finding in report.errors] == []
    assert report.verdict == ("unverified" if report.unverified_cards else "valid")
    assert ([*(report.winners or ())], report.glory, report.ended) == (result["winners"], result["glory"], True)


@pytest.mark.article("9.2.5")
def test_who_falls_by_their_own_token_names_the_gg_winner() -> None:
    document = random_game(1041, mode=FREE, players=4, worth=boldly)
    (place,) = [n for n, action in enumerate(document["actions"]) if action["do"] == "reveal" and action.get("gives")]
    assert document["actions"][place]["gives"] == {"d1": "B"}
    assert [finding.code for finding in replay(encoded(document)).findings if finding.action == place] == []
    document["actions"][place]["gives"] = {"d1": "E"}
    assert [error.pointer for error in replay(encoded(document)).errors] == [f"/actions/{place}/gives/d1"]


@pytest.mark.article("9.2.3", "9.2.6")
@pytest.mark.parametrize("which", [GAMES[1], GAMES[3], GAMES[4]], ids=lambda which: "-".join(map(str, which)))
def test_gg_are_those_dealt_less_tension_and_those_set_aside(which: tuple[str, int, int]) -> None:
    dealt = 3 * which[1] + 3
    gone = 0
    for frame in frames(parse(encoded(game(*which)))):
        gone += sum(each["amount"] for each in frame["events"] if each["event"] in ("doubles-named", "set-aside"))
        assert sum(frame["glory"].values()) + frame["wild"] == dealt - gone, frame["action"]
        assert min(*frame["glory"].values(), *frame["kamas"].values(), frame["wild"]) >= 0
    assert gone


@pytest.mark.parametrize("mutator", CHAPTER, ids=lambda mutator: mutator.name)
def test_a_broken_chapter_nine_rule_is_named_at_its_action(mutator: Any) -> None:
    found = 0
    for which in GAMES:
        spots = list(places(game(*which), mutator))
        if spots:
            found += 1
            mutated = Rng(which[2]).one_of(spots)
            first = replay(encoded(mutated.document)).errors[0]
            assert (first.article, first.action) == (mutated.article, mutated.action), first
            break
    assert found or mutator.name in RARE


@pytest.mark.ci
@pytest.mark.parametrize("which", GAMES, ids=lambda which: "-".join(map(str, which)))
def test_every_broken_table_rule_is_named_at_its_action(which: tuple[str, int, int]) -> None:
    for mutator in OF_TABLES:
        spots = list(places(game(*which), mutator))
        if spots:
            mutated = Rng(which[2]).one_of(spots)
            first = replay(encoded(mutated.document)).errors[0]
            assert first.action == mutated.action, (mutator.name, first)
            assert first.article == mutated.article or mutator not in CHAPTER, (mutator.name, first)


def test_every_enforced_article_of_chapter_nine_can_be_broken() -> None:
    chapter = [article for number, article in articles().items() if number.startswith("9.")]
    enforced = {article.number for article in chapter if article.treatment == "enforced"}
    assert enforced <= {mutator.article for mutator in CHAPTER}
    assert [mutator.name for mutator in fitting(game(*GAMES[0])) if mutator.article == "1.3.1"] == []


def test_what_must_always_hold_holds_at_a_table_too() -> None:
    log = parse(encoded(game(*GAMES[3])))
    position = start(log)
    for index in range(len(log.actions)):
        step(position, log, index)
        what_must_hold(position)


@pytest.mark.check
def test_the_command_plays_games_of_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("selfplay", mode=FREE, players=3, seed=5, out=tmp_path)
    path = Path(capsys.readouterr().out.strip())
    assert replay(path.read_bytes()).errors == ()
    call_command("selfplay", mode=PAIRS, seed=5, out=tmp_path, mutate=["doubles-not-named"])
    _path, _name, article, action = capsys.readouterr().out.split()
    first = replay(Path(_path).read_bytes()).errors[0]
    assert (first.article, str(first.action)) == (article, action)


def test_the_command_says_how_many_play(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="3 or 4"):
        call_command("selfplay", mode=FREE, players=5, out=tmp_path)
    with pytest.raises(CommandError, match="3 or 4"):
        call_command("selfplay", mode=FREE, players=0, out=tmp_path)
    with pytest.raises(CommandError, match="4 teams"):
        call_command("selfplay", mode=PAIRS, out=tmp_path, teams="bill-tell,oscar-kass/bill-tell,oscar-kass")
