"""What a replaced ruling brings back is told to the judge before, and to the players after; its corrections go too."""

import json
from typing import Any

import pytest

from judging.models import Case, Ruling, Submission
from tests.judging.people import a_hall, post, rules, table_1, user
from tournaments.models import Event
from tournaments.results.services.reporting import report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall()


def corrects(client, case: Case, after: int) -> list[str]:
    fields: dict[str, Any] = {"after": after, "piece-TOTAL_FORMS": 0, "piece-INITIAL_FORMS": 0, "has-wild": 3}
    assert not rules(client, case, "correct-log", **fields)
    return entries(case)


def entries(case: Case) -> list[str]:
    copy = Submission.objects.get(ruled_by=case.rulings.current().get())
    return [action["do"] for action in json.loads(bytes(copy.content))["actions"]]


@pytest.fixture
def three_actions(case) -> Case:
    log = {"actions": [{"do": "move"}, {"do": "cast"}, {"do": "end-turn"}]}
    Submission.objects.filter(pk=case.submission_id).update(content=json.dumps(log).encode())
    return case


def test_a_replaced_correction_is_not_in_the_next_copy(client, three_actions):
    assert corrects(client, three_actions, after=1) == ["move", "correct", "cast", "end-turn"]
    assert corrects(client, three_actions, after=2) == ["move", "cast", "correct", "end-turn"]
    assert Submission.objects.filter(source="correction").count() == 2, "what was made is kept"


def test_repeating_a_replaced_correction_returns_the_same_copy(client, three_actions):
    corrects(client, three_actions, after=1)
    rules(client, three_actions, "dismiss")
    corrects(client, three_actions, after=1)
    assert Submission.objects.filter(source="correction").count() == 1


def test_corrections_of_two_cases_about_one_log_add_up(client, three_actions):
    corrects(client, three_actions, after=1)
    other = Case.objects.create(
        event=three_actions.event, kind="log-vs-list", cause="c", match=table_1(), submission=three_actions.submission
    )
    post(client, "jo", "claim", other)
    assert corrects(client, other, after=2) == ["move", "correct", "cast", "correct", "end-turn"]


def test_the_form_says_what_goes_back_and_says_it_once(client, case, settled):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    page = client.get(case.get_absolute_url())
    assert any("Ana, 8\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0" in line for line in page.context["goes_back"])
    assert any("game loss" in line for line in page.context["goes_back"])
    assert page.content.count(b"data-goes-back") == 1
    again = post(client, "jo", "preview", case, replaces=Ruling.objects.get().pk, remedy="dismiss")
    assert again.content.count(b"data-goes-back") == 1


def test_cancelling_a_new_game_restores_reports_and_no_result(client, case):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    assert not rules(client, case, "replay-game")
    (line,) = client.get(case.get_absolute_url()).context["goes_back"]
    assert "count again" in line, "there was no result, and there is none"


def test_the_next_penalty_ignores_the_one_being_replaced(client, case):
    assert not rules(client, case, "stands", penalty="warning", against="ana")
    ana, _bo = client.get(case.get_absolute_url()).context["file"].people
    assert (ana.penalties, ana.proposed) == (["warning"], "caution")


def test_a_first_ruling_takes_nothing_back(client, case):
    client.force_login(user("jo"))
    assert b"data-goes-back" not in client.get(case.get_absolute_url()).content


@pytest.mark.parametrize("who", ["jo", "ana"])
def test_a_ruling_that_was_replaced_says_so(client, case, who):
    rules(client, case, "stands", penalty="warning", against="ana")
    rules(client, case, "dismiss")
    client.force_login(user(who))
    assert client.get(case.get_absolute_url()).content.decode().count("replaced, no longer counts") == 1


def test_what_a_ruling_changed_is_kept_with_it(client, case, settled):
    rules(client, case, "correct-result", penalty="game-loss", against="ana")
    first, second = table_1().results.all()
    assert Ruling.objects.get().state_before["matches"][0] == {
        "match": table_1().pk,
        "result": first.pk,
        "words": [said.pk for said in table_1().reports.all()],
        "then": second.pk,
    }
