"""A ruling that is replaced is taken back with all that it moved; then the new one is carried out, by HTTP."""

import json
from typing import Any

import pytest
from django.urls import reverse

from judging.models import Case, Ruling, Submission
from tests.judging.hall import a_hall, player, post, rules, table_1, user
from tests.tournaments import worlds
from tournaments.models import (
    Event,
    EventState,
    MatchState,
    Penalty,
    Registration,
    Role,
    Round,
    RoundState,
    Stage,
    Status,
)
from tournaments.services.corrections import correct_result
from tournaments.services.prizes import final_report
from tournaments.services.reporting import dispute_result, report_result
from tournaments.services.results import current_score
from tournaments.services.scores import Score

pytestmark = pytest.mark.django_db
ANA_WON = {"outcome": "a", "glory_a": 8, "glory_b": 0, "ending": "glory"}


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall()


def appealed(client, case: Case) -> None:
    """To the head judge Hal, who takes it."""
    post(client, "ana", "appeal", case, text="It was D4.")
    post(client, "hal", "claim", case)


def standing_penalties() -> list[str]:
    return list(Penalty.objects.standing().values_list("kind", flat=True))


# --- the result -------------------------------------------------------------------------------------------------


def test_the_result_that_a_game_loss_overturned_counts_again_in_a_row_of_its_own(client, case, settled):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    assert current_score(table_1())["outcome"] == "b"
    assert not rules(client, case, "dismiss")
    assert current_score(table_1()) == ANA_WON
    assert [result.outcome for result in table_1().results.all()] == ["a", "b", "a"]
    assert standing_penalties() == []


def test_a_match_without_a_result_before_the_ruling_is_open_again(client, case):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score("a", 8, 0))
    assert not rules(client, case, "correct-result", outcome="b", glory_b=6)
    assert not rules(client, case, "stands")
    assert (table_1().state, current_score(table_1())) == (MatchState.REPORTED, None)


def test_a_game_that_is_not_to_be_played_again_has_its_result_back(client, case, settled):
    assert not rules(client, case, "replay-game")
    assert not rules(client, case, "stands", penalty="warning", against="ana")
    assert (table_1().state, current_score(table_1())) == (MatchState.DONE, ANA_WON)


def test_a_dispute_that_a_new_game_had_ended_is_a_dispute_again_with_what_both_had_said(client, case):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    assert not rules(client, case, "replay-game")
    assert table_1().state == MatchState.OPEN
    assert not rules(client, case, "dismiss")
    assert table_1().state == MatchState.DISPUTED


def test_a_result_that_is_newer_than_the_ruling_is_left_alone(client, case, settled, hall):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    scorer = worlds.staff(hall, Role.SCOREKEEPER)
    correct_result(match_id=table_1().pk, who=scorer, score=Score("b", 0, 3), why="slip")
    assert not rules(client, case, "dismiss")
    assert current_score(table_1())["glory_b"] == 3


def test_a_ruling_replaced_twice_goes_back_to_what_stood_before_the_first(client, case, settled):
    assert not rules(client, case, "correct-result", outcome="b", glory_b=6)
    assert not rules(client, case, "correct-result", outcome="draw", ending="time")
    assert not rules(client, case, "dismiss")
    assert current_score(table_1()) == ANA_WON


def test_a_finished_round_is_not_left_without_a_result(client, case):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    Round.objects.update(state=RoundState.CLOSED)
    assert rules(client, case, "dismiss") == "result-needed"
    assert current_score(table_1())["outcome"] == "b", "nothing was done by halves"
    assert standing_penalties() == ["game-loss"]
    assert not rules(client, case, "correct-result", outcome="a", glory_a=6)
    assert standing_penalties() == []


def test_the_winner_of_a_bracket_that_went_on_is_not_changed_by_taking_back(client, case, settled, hall):
    Round.objects.update(stage=Stage.CUT, state=RoundState.CLOSED)
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    Round.objects.create(event=hall, number=2, stage=Stage.CUT, state=RoundState.PUBLISHED)
    assert rules(client, case, "dismiss") == "bracket-went-on"
    assert not rules(client, case, "correct-result", outcome="b", glory_b=6), "the same winner moves nothing"


def test_an_archived_event_is_left_as_it_is(client, case, settled):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    Event.objects.update(state=EventState.ARCHIVED)
    assert rules(client, case, "dismiss") == "event-is-over"


# --- disqualification -------------------------------------------------------------------------------------------


def test_a_disqualification_that_the_head_judge_dismisses_is_gone_with_the_forfeit(client, case):
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    assert (player("ana").status, table_1().state) == (Status.DISQUALIFIED, MatchState.DONE)
    appealed(client, case)
    assert not rules(client, case, "dismiss", who="hal")
    assert (player("ana").status, player("ana").left_after_round) == (Status.REGISTERED, None)
    assert (table_1().state, current_score(table_1())) == (MatchState.OPEN, None)
    assert standing_penalties() == []


@pytest.mark.parametrize("later", [False, True], ids=["in the same round", "a round later"])
def test_a_disqualification_that_the_head_judge_confirms_stands_once_and_from_the_same_round(client, case, hall, later):
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    if later:
        Round.objects.update(state=RoundState.CLOSED)
        worlds.a_round(hall, (worlds.a_player(hall), player("bo")))
    appealed(client, case)
    assert not rules(client, case, "stands", who="hal", penalty="disqualification", against="ana")
    assert (player("ana").status, player("ana").left_after_round) == (Status.DISQUALIFIED, 1)
    assert standing_penalties() == ["disqualification"]
    assert current_score(table_1())["outcome"] == "b"
    assert Case.objects.get(pk=case.pk).status == Case.Status.CLOSED


def test_who_had_dropped_before_he_was_disqualified_has_dropped_again(client, case):
    Registration.objects.filter(pk=player("ana").pk).update(status=Status.DROPPED, left_after_round=1)
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    assert not rules(client, case, "stands", penalty="warning", against="ana")
    assert (player("ana").status, player("ana").left_after_round) == (Status.DROPPED, 1)
    assert standing_penalties() == ["warning"]


def test_a_player_is_disqualified_once(client, case, fake):
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    other = Case.objects.create(event=case.event, kind=Case.Kind.JUDGE_CALL, cause="m", match=table_1())
    post(client, "hal", "claim", other)
    code = rules(client, other, "stands", who="hal", penalty="disqualification", against="ana")
    assert code == "disqualified-already"


def test_a_disqualification_after_the_end_leaves_the_ranks_and_takes_the_prize(client, case, settled, hall):
    Round.objects.update(state=RoundState.CLOSED)
    Event.objects.update(state=EventState.FINISHED, prizes="1: trophy")
    hall.refresh_from_db()
    assert final_report(hall)[0].prizes == ["trophy"]
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    assert player("ana").status == Status.DISQUALIFIED
    assert [(row.player.full_name, row.prizes) for row in final_report(hall)] == [("Ana", []), ("Bo", ["trophy"])]
    assert "disqualified" in client.get(reverse("tournaments:standings", args=[hall.slug])).content.decode()


# --- the corrected log ------------------------------------------------------------------------------------------


def corrects(client, case: Case, after: int) -> list[str]:
    fields: dict[str, Any] = {"after": after, "piece-TOTAL_FORMS": 0, "piece-INITIAL_FORMS": 0, "has-wild": 3}
    assert not rules(client, case, "correct-log", **fields)
    return entries(case)


def entries(case: Case) -> list[str]:
    copy = Submission.objects.get(ruled_by=case.rulings.standing().get())
    return [action["do"] for action in json.loads(bytes(copy.content))["actions"]]


@pytest.fixture
def three_actions(case) -> Case:
    log = {"actions": [{"do": "move"}, {"do": "cast"}, {"do": "end-turn"}]}
    Submission.objects.filter(pk=case.submission_id).update(content=json.dumps(log).encode())
    return case


def test_a_correction_that_is_replaced_is_not_in_the_next_copy(client, three_actions):
    assert corrects(client, three_actions, after=1) == ["move", "correct", "cast", "end-turn"]
    assert corrects(client, three_actions, after=2) == ["move", "cast", "correct", "end-turn"]
    assert Submission.objects.filter(source="correction").count() == 2, "what was made is kept"


def test_the_correction_of_a_replaced_ruling_made_once_more_is_the_same_copy(client, three_actions):
    corrects(client, three_actions, after=1)
    rules(client, three_actions, "dismiss")
    corrects(client, three_actions, after=1)
    assert Submission.objects.filter(source="correction").count() == 1


def test_corrections_of_two_cases_about_one_log_add_up_at_the_numbers_of_that_log(client, three_actions):
    corrects(client, three_actions, after=1)
    other = Case.objects.create(
        event=three_actions.event, kind="log-vs-list", cause="c", match=table_1(), submission=three_actions.submission
    )
    post(client, "jo", "claim", other)
    assert corrects(client, other, after=2) == ["move", "correct", "cast", "correct", "end-turn"]


# --- what the judge is told -------------------------------------------------------------------------------------


def test_the_form_says_what_goes_back_and_says_it_once(client, case, settled):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    page = client.get(case.get_absolute_url())
    assert any("Ana, 8\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0" in line for line in page.context["goes_back"])
    assert any("game loss" in line for line in page.context["goes_back"])
    assert page.content.count(b"data-goes-back") == 1
    again = post(client, "jo", "preview", case, replaces=Ruling.objects.get().pk, remedy="dismiss")
    assert again.content.count(b"data-goes-back") == 1


def test_a_new_game_that_is_called_off_brings_back_what_the_players_had_said_and_no_result(client, case):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score("a", 8, 0))
    assert not rules(client, case, "replay-game")
    (line,) = client.get(case.get_absolute_url()).context["goes_back"]
    assert "said" in line, "there was no result, and there is none"


def test_the_next_step_of_the_ladder_leaves_out_the_penalty_that_would_be_replaced(client, case):
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
    assert client.get(case.get_absolute_url()).content.decode().count("replaced, no longer stands") == 1


def test_what_a_ruling_moved_is_kept_with_it(client, case, settled):
    rules(client, case, "correct-result", penalty="game-loss", against="ana")
    first, second = table_1().results.all()
    assert Ruling.objects.get().moved["matches"][0] == {
        "match": table_1().pk,
        "result": first.pk,
        "words": [said.pk for said in table_1().reports.all()],
        "then": second.pk,
    }
