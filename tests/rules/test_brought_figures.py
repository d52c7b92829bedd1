"""Figures that the catalogue does not hold, brought as facts: in team lists, in logs, and within the laws."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules.arena.cards import Card, catalogue
from rules.arena.facts_document import content_of, known_from, named_in, read_all
from rules.arena.legality import profile, profiles
from rules.arena.team import check
from rules.games import parse, replay
from tests.rules.logs import TEAM_B, Action, do, document
from tests.rules.validated import THREE_TURNS

ANA: dict[str, Any] = {
    "name": "Ana Harbour", "french": "Ana du Port", "expansion": "Harbour", "colour": "black", "boss": "no",
    "types": ["Sailor"], "level": 3, "initiative": 11, "mp": 3, "hp": 7, "ap": 6,
}  # fmt: skip
SHOVE = {
    "name": "Shove", "limit": "turn", "cost": {"ap": 3}, "range": {"kind": "close"},
    "attack": {"element": "air", "damage": 1}, "effects": [{"do": "push", "cells": 2}],
}  # fmt: skip
CARD = {"kind": "card", "slug": "ana-harbour", "body": ANA, "source": "the card in my hand"}
TEXT = {"kind": "text", "slug": "ana-harbour", "body": {"powers": ["dodge"], "spells": [SHOVE]}}
FACTS = content_of([CARD, TEXT])
TEAM = ("ana-harbour", "bill-tell", "oscar-kass", "bad-aboum")
SHOVED = do("cast", spell="shove", target="J2", critical=["lock"])


def log_of(*actions: Action, **changes: Any) -> bytes:
    team = {f"a{number}": slug for number, slug in enumerate(TEAM, 1)}
    players = {
        "A": {"name": "Ana", "team": team, "timeline": list(team)},
        "B": {"name": "Bo", "team": TEAM_B, "timeline": list(TEAM_B)},
    }
    return json.dumps(document(*THREE_TURNS, *actions, **{"players": players, "result": None, **changes})).encode()


def pack_of(*facts: dict[str, Any]) -> dict[str, Any]:
    return {"format": "krosmaster-facts/1", "game": "arena", "facts": list(facts)}


def faults(data: bytes, facts: bytes = FACTS) -> list[tuple[str | None, str]]:
    return [(found.article, found.code) for found in replay(data, facts).errors]


@pytest.mark.article("1.1.1.h")
def test_facts_prove_a_log_with_a_brought_figure() -> None:
    report = replay(log_of(SHOVED), FACTS)
    assert (report.verdict, report.errors) == ("valid", ())
    assert report.facts == known_from(FACTS).digest


@pytest.mark.article("1.1.1.h", "7.1.3.a", "7.1.5", "1.3.8", breaks=True)
def test_a_brought_figure_is_held_to_its_facts() -> None:
    assert ("1.1.1.h", "unknown-figure") in faults(log_of(SHOVED), b"")
    assert faults(log_of(SHOVED, SHOVED)) == [("7.1.3.a", "once-per-turn")]
    assert faults(log_of({**SHOVED, "target": "H2"})) == [("7.1.5", "out-of-range")]
    slow = content_of([{**CARD, "body": {**ANA, "initiative": 0}}, TEXT])
    assert {article for article, _code in faults(log_of(SHOVED), slow)} >= {"1.3.8"}


@pytest.mark.article("1.1.1.b", "1.1.1.e")
@pytest.mark.article("1.1.1.b", breaks=True)
def test_a_team_list_counts_a_brought_figure() -> None:
    known = known_from(FACTS).cards
    for name in ("ana-harbour", "Ana Harbour", "ana du port"):
        assert check((name, *TEAM[1:]), known=known).is_legal
    assert check(TEAM).verdict == "malformed"
    strong = known_from(content_of([{**CARD, "body": {**ANA, "level": 4}}])).cards
    assert [each.article for each in check(TEAM, known=strong).violations] == ["1.1.1.b"]
    assert "ana-harbour" not in catalogue()


@pytest.mark.article("1.1.1.h", breaks=True)
def test_a_brought_figure_is_legal_where_every_expansion_is() -> None:
    known = known_from(FACTS).cards
    few = profile("few", {"expansions": ["season-1"]})
    assert check(TEAM, legality=profiles()["none"], known=known).is_legal
    assert "1.1.1.h" in {each.article for each in check(TEAM, legality=few, known=known).violations}


def test_a_light_log_knows_brought_figures_and_names_their_facts() -> None:
    log = parse(log_of(SHOVED), FACTS)
    assert {"card:ana-harbour", "text:ana-harbour"} <= set(named_in(log))
    assert "card:bill-tell" not in named_in(log)
    fallen = [do("turn", player="A"), do("turn", player="B"), do("ko", unit="a1", by="b1")]
    light = log_of(detail="ledger", actions=fallen)
    assert ("1.1.1.h", "unknown-figure") not in faults(light)
    assert ("1.1.1.h", "unknown-figure") in faults(light, b"")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"level": 7}, "out-of-bounds"),
        ({"hp": 0}, "out-of-bounds"),
        ({"name": "Ana"}, "another-slug"),
        ({"wings": 2}, "unknown-field"),
        ({"colour": "blue"}, "not-a-choice"),
        ({"types": "Sailor"}, "wrong-type"),
        ({"name": "\N{GRINNING FACE}"}, "not-a-name"),
        ({"expansion": "--"}, "not-a-name"),
        ({"french": "Maître Corbac"}, "in-the-catalogue"),
        ({"boss": "yes"}, "contradiction"),
        ({"boss": "no", "types": ["Boss"]}, "contradiction"),
        ({"boss": "unknown", "types": ["boss", "Sailor"]}, "contradiction"),
    ],
)
def test_an_unreadable_card_is_refused_with_its_field(change: dict[str, Any], code: str) -> None:
    facts, problems = read_all(pack_of({**CARD, "body": ANA | change}))
    assert (facts, [problem.code for problem in problems]) == ([], [code])
    assert (problems[0].pointer or "").startswith(f"/facts/0/body/{next(iter(change))}")


def test_a_card_of_the_catalogue_is_not_brought_again() -> None:
    again = {"kind": "card", "slug": "bill-tell", "body": ANA | {"name": "Bill Tell", "french": "Tell"}}
    _facts, problems = read_all(pack_of(again))
    assert [problem.code for problem in problems] == ["in-the-catalogue"]


def brought(**changes: Any) -> Card:
    """Ana Harbour, of whom only what is given is said beside what every card says; None leaves a field out."""
    body = {name: value for name, value in {**ANA, **changes}.items() if value is not None}
    card = known_from(content_of([{**CARD, "body": body}])).cards.get("ana-harbour")
    assert card
    return card


def test_a_brought_figure_is_a_boss_according_to_its_types() -> None:
    assert brought(boss=None, types=["Sailor", "boss"]).boss is True
    assert brought(boss="yes", types=None).types == ("Boss",)
    assert brought(boss="yes", types=["Sailor", "boss"]).types == ("Sailor", "Boss")
    assert brought(boss=None).boss is None
    assert brought(boss="no").boss is False


def test_a_brought_figure_does_not_take_a_french_name() -> None:
    """A figure of the catalogue is found by its French name, whoever else is brought under it."""
    first = next(card for card in catalogue().cards if card.french and catalogue().find(card.french) is card)
    other, free = brought(french=None), brought()
    known = catalogue().with_cards(
        [replace(other, french=first.french), replace(free, slug="zoe", french="Zoé du Port")]
    )
    assert first.french and known.find(first.french) is first
    assert known.find("zoe du port") == known.get("zoe")
    again = catalogue().with_cards([replace(free, slug="zoe"), free])
    assert again.find("Ana du Port") is None


def test_a_text_needs_its_figure() -> None:
    _facts, problems = read_all(pack_of(TEXT))
    assert [problem.code for problem in problems] == ["unknown-card"]


def explained(*arguments: str) -> str:
    out = io.StringIO()
    try:
        call_command(*arguments, stdout=out)
    except SystemExit as end:
        return f"{end.code} {out.getvalue()}"
    return out.getvalue()


def test_both_commands_read_figures_from_a_file(tmp_path: Path) -> None:
    pack, log, team = tmp_path / "pack.json", tmp_path / "game.json", tmp_path / "list.txt"
    pack.write_bytes(FACTS)
    log.write_bytes(log_of(SHOVED))
    team.write_text("\n".join(TEAM))
    assert ": valid" in explained("validate_log", str(log), "--facts", str(pack))
    assert explained("validate_log", str(log)).startswith("1 ")
    assert ": legal, level 12" in explained("validate_team", str(team), "--facts", str(pack))
    assert "There is no figure called ana-harbour" in explained("validate_team", str(team))
    pack.write_text("[[]]")
    with pytest.raises(CommandError, match="an object is expected"):
        explained("validate_team", str(team), "--facts", str(pack))
