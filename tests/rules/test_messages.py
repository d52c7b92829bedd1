"""A sentence and its facts: apart until somebody reads them, and the same after being stored."""

import json
from dataclasses import replace

import pytest

from rules.arena.team import check
from rules.common.messages import message, message_of
from rules.common.verdicts import Issue, stored_issue
from rules.games import replay
from tools.selfplay.game import random_game
from tools.selfplay.mutation import ALL, mutate
from tools.selfplay.rng import Rng


def stored(said):
    return message_of(json.loads(json.dumps(said.as_template())))


def test_facts_are_put_in_their_places():
    said = message("{unit} costs {cost}: {why}", unit="a1", cost=3, why=message("no {what}", what="AP"))
    assert str(said) == "a1 costs 3: no AP"
    assert str(message("{units} wait", units=["a1", message("b{n}", n=1)])) == "a1, b1 wait"


def test_a_sentence_with_nested_sentences_is_unchanged_by_storing():
    said = message("{units}: {why}", units=["a1", message("b{n}", n=1)], why=message("no {what}", what="AP"))
    assert stored(said) == said


def test_a_name_with_braces_is_only_a_name():
    assert str(message("There is no unit called {unit}.", unit="{cost} {0.__class__}")).count("{") == 2


@pytest.mark.ci
def test_messages_about_every_mutation_can_be_stored_and_rendered():
    games = [random_game(f"sayings/{number}") for number in range(3)]
    reported = set()
    for number, mutator in enumerate(ALL):
        mutated = mutate(games[number % 3], Rng(number), [mutator.name])
        for finding in replay(json.dumps(mutated.document).encode()).findings if mutated else ():
            assert str(stored(finding.message)) == finding.as_finding()["message"]
            reported.add(finding.code)
    assert len(reported) > 20


def test_messages_about_malformed_documents_can_be_stored_and_rendered():
    for content in (b"{", b"\xff", b'{"a": NaN}', b"[1]", b'{"format": "krosmaster-log/1"}'):
        (finding,) = replay(content).findings
        assert str(stored(finding.message)) == finding.as_finding()["message"]


def test_a_violation_that_was_kept_is_said_again():
    for broken in check(["percedal", "percedal-percylax"]).violations:
        assert stored_issue(json.loads(json.dumps(broken.as_stored()))) == broken


def test_a_note_is_kept_with_and_without_its_remedy():
    uncorrected = Issue("note", "x", message("{count} left", count=3), about=("ush",))
    assert uncorrected.as_stored()["said"] == {"text": "{count} left", "facts": {"count": 3}, "mend": ""}
    assert uncorrected.as_violation()["mend"] == ""
    corrected = replace(uncorrected, remedy=message("Take {count}.", count=3))
    assert corrected.as_stored()["said"]["mend"] == "Take {count}."
    assert corrected.as_violation()["mend"] == "Take 3."
    assert stored_issue(json.loads(json.dumps(corrected.as_stored()))).message == corrected.message


def test_an_error_says_where_the_document_is_wrong():
    assert Issue("error", "x", message("no"), "/a/0").as_error()["pointer"] == "/a/0"
    assert Issue("error", "x", message("no")).as_error()["pointer"] == ""


@pytest.mark.parametrize(
    "text", ["{count:>99999999}", "{count.__class__}", "{count!r}", "{other}", "{", "}", "{{count}}", "{0}"]
)
def test_a_kept_sentence_holds_fact_names_and_no_other_formatting(text):
    kept = check(["ush"]).violations[0].as_stored()
    for part in ("text", "mend"):
        with pytest.raises(ValueError, match="belong together"):
            stored_issue(kept | {"said": kept["said"] | {part: text}})
