"""Team lists by the book of 2013, as validate_team reads them."""

import json
from typing import Any

import pytest

from rules.games import UnreadableListError, lists_of
from tests.rules.logs import TEAM_A

BOX = [*TEAM_A.values()]


def answer(**changes: Any) -> dict[str, Any]:
    document = {"format": "krosmaster-team/1", "ruleset": "arena-2013", "team_format": "constructed", **changes}
    data = json.dumps(document).encode()
    try:
        ruleset = lists_of(data)
        assert ruleset.slug == ("arena-2013" if document["ruleset"] == "arena-2013" else "arena-2.7")
        return ruleset.lists.parse_json(data).check().as_dict()
    except UnreadableListError as unreadable:
        return unreadable.verdict.as_dict()


def broken(**changes: Any) -> list[str]:
    return [violation["article"] for violation in answer(**changes)["violations"]]


@pytest.mark.article("p30.10", "p30.11", "p30.12", "p30.13", "p30.15", "p21.1")
@pytest.mark.parametrize(
    ("team_format", "figures"),
    [("constructed", ["goultard", "nox"]), ("constructed", BOX), ("four-player", ["nox"]), ("box", BOX)],
)
def test_a_list_that_follows_the_book(team_format, figures):
    found = answer(team_format=team_format, figures=figures)
    assert (found["verdict"], found["violations"], found["errors"]) == ("legal", [], [])


@pytest.mark.article("p30.10", "p30.11", "p30.12", "p30.13", "p30.15", "p21.1", breaks=True)
@pytest.mark.parametrize(
    ("team_format", "figures", "found"),
    [
        ("constructed", ["goultard"], ["p30.10", "p30.11"]),
        ("constructed", ["queen-of-the-tofus", *BOX[:3]], ["p30.12"]),
        ("constructed", ["katsu-mi"] * 3 + ["raul-bak"], ["p30.13"]),
        ("four-player", ["goultard", "nox"], ["p30.15"]),
        ("four-player", ["moe-lawr", "kivin", "wally-sumwerels", "chafer-foot-soldier", "persee-phore"], ["p30.15"]),
        ("box", BOX[:3], ["p21.1"]),
        ("box", [*BOX[:3], BOX[0]], ["p21.1"]),
        ("box", [*BOX[:3], "nox"], ["p21.1"]),
    ],
)
def test_a_list_that_breaks_the_book(team_format, figures, found):
    assert broken(team_format=team_format, figures=figures) == found


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"team_format": "limited"}, "/team_format", "not-a-choice"),
        ({"legality": "another"}, "/legality", "not-in-ruleset"),
        ({"ruleset": "quest-1"}, "/ruleset", "not-a-choice"),
        ({"team_format": "box", "ruleset": "arena-2.7"}, "/team_format", "wrong-team-format"),
    ],
)
def test_what_the_book_does_not_know_makes_a_list_malformed(changes, pointer, code):
    found = answer(figures=BOX, **changes)
    assert [(error["pointer"], error["code"]) for error in found["errors"]] == [(pointer, code)]


def test_a_pool_is_no_field_of_a_list_of_2013():
    assert [note["code"] for note in answer(figures=BOX, pool=[])["notes"]] == ["unknown-field"]


def test_a_list_keeps_its_ruleset_when_it_is_written_again():
    for ruleset in ({"ruleset": "arena-2013"}, {}):
        data = json.dumps({"format": "krosmaster-team/1", "team_format": "constructed", "figures": BOX, **ruleset})
        assert ("ruleset" in lists_of(data.encode()).lists.parse_json(data.encode()).as_dict()) == bool(ruleset)
