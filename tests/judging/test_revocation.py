"""A ruling that is replaced is taken back with all that it moved; then the new one is carried out, by HTTP."""

import pytest
from django.urls import reverse

from judging.models import Case
from tests.judging.people import a_hall, player, post, rules, table_1, user
from tests.tournaments import worlds
from tournaments.corrections.services.correction import correct_result
from tournaments.cut.services.prizes import final_report
from tournaments.models import (
    Event,
    EventState,
    Match,
    MatchState,
    Penalty,
    Registration,
    Result,
    Role,
    Round,
    RoundState,
    Stage,
    Status,
)
from tournaments.results.services.entry import current_score
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score

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
    return list(Penalty.objects.current().values_list("kind", flat=True))


def test_an_overturned_result_returns_as_a_new_row(client, case, settled):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    assert current_score(table_1())["outcome"] == "b"
    assert not rules(client, case, "dismiss")
    assert current_score(table_1()) == ANA_WON
    assert [result.outcome for result in table_1().results.all()] == ["a", "b", "a"]
    assert standing_penalties() == []


def test_a_match_without_an_earlier_result_is_open_again(client, case):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    assert not rules(client, case, "correct-result", outcome="b", glory_b=6)
    assert not rules(client, case, "stands")
    assert (table_1().state, current_score(table_1())) == (MatchState.REPORTED, None)


def test_cancelling_a_replayed_game_restores_its_result(client, case, settled):
    assert not rules(client, case, "replay-game")
    assert not rules(client, case, "stands", penalty="warning", against="ana")
    assert (table_1().state, current_score(table_1())) == (MatchState.DONE, ANA_WON)


def test_cancelling_a_replayed_game_restores_its_dispute(client, case):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    assert not rules(client, case, "replay-game")
    assert table_1().state == MatchState.OPEN
    assert not rules(client, case, "dismiss")
    assert table_1().state == MatchState.DISPUTED


def test_a_result_newer_than_the_ruling_is_kept(client, case, settled, hall):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    scorer = worlds.staff(hall, Role.SCOREKEEPER)
    correct_result(match_id=table_1().pk, who=scorer, score=Score.duel("b", 0, 3), why="slip")
    assert not rules(client, case, "dismiss")
    assert current_score(table_1())["glory_b"] == 3


def test_a_ruling_replaced_twice_restores_the_original_state(client, case, settled):
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


def test_revocation_never_changes_a_bracket_that_went_on(client, case, settled, hall):
    Round.objects.update(stage=Stage.CUT, state=RoundState.CLOSED)
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    Round.objects.create(event=hall, number=2, stage=Stage.CUT, state=RoundState.PUBLISHED)
    assert rules(client, case, "dismiss") == "bracket-went-on"
    assert not rules(client, case, "correct-result", outcome="b", glory_b=6), "the same winner moves nothing"


def test_an_archived_event_is_left_as_it_is(client, case, settled):
    assert not rules(client, case, "correct-result", penalty="game-loss", against="ana")
    Event.objects.update(state=EventState.ARCHIVED)
    assert rules(client, case, "dismiss") == "event-is-over"


def test_a_dismissed_disqualification_removes_its_forfeit(client, case):
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    assert (player("ana").status, table_1().state) == (Status.DISQUALIFIED, MatchState.DONE)
    appealed(client, case)
    assert not rules(client, case, "dismiss", who="hal")
    assert (player("ana").status, player("ana").left_after_round) == (Status.REGISTERED, None)
    assert (table_1().state, current_score(table_1())) == (MatchState.OPEN, None)
    assert standing_penalties() == []


@pytest.mark.parametrize("later", [False, True], ids=["in the same round", "a round later"])
def test_a_confirmed_disqualification_counts_once_from_its_first_round(client, case, hall, later):
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


def test_a_player_disqualified_by_a_ruling_returns_only_by_ruling(client, case, hall):
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    ana = player("ana")
    client.force_login(worlds.staff(hall, Role.OWNER))
    page = client.get(ana.get_absolute_url()).content.decode()
    assert 'id="place"' in page and 'value="reinstate"' not in page
    decide = reverse("tournaments:decide", args=[hall.slug, ana.pk])
    answer = client.post(decide, {"do": "reinstate", "why": "a mistake"})
    assert (answer.status_code, answer.context["refusal"].code) == (409, "ruling-stands")
    assert player("ana").status == Status.DISQUALIFIED
    assert not rules(client, case, "stands", penalty="warning", against="ana")
    assert player("ana").status == Status.REGISTERED


def test_a_disqualification_made_on_the_page_is_revoked_there(client, case, hall):
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    assert not rules(client, case, "stands", penalty="warning", against="ana")
    client.force_login(worlds.staff(hall, Role.OWNER))
    decide = reverse("tournaments:decide", args=[hall.slug, player("ana").pk])
    client.post(decide, {"do": "disqualify", "why": "shouted"})
    assert client.post(decide, {"do": "reinstate", "why": "a mistake"}).status_code == 302
    assert player("ana").status == Status.REGISTERED


def test_who_had_dropped_before_he_was_disqualified_has_dropped_again(client, case):
    Registration.objects.filter(pk=player("ana").pk).update(status=Status.DROPPED, left_after_round=1)
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    assert not rules(client, case, "stands", penalty="warning", against="ana")
    assert (player("ana").status, player("ana").left_after_round) == (Status.DROPPED, 1)
    assert not player("ana").can_undo_leaving
    assert standing_penalties() == ["warning"]


def test_a_player_is_disqualified_once(client, case, fake):
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    other = Case.objects.create(event=case.event, kind=Case.Kind.JUDGE_CALL, cause="m", match=table_1())
    post(client, "hal", "claim", other)
    code = rules(client, other, "stands", who="hal", penalty="disqualification", against="ana")
    assert code == "disqualified-already"


def test_a_disqualification_after_the_end_removes_only_the_prize(client, case, settled, hall):
    Round.objects.update(state=RoundState.CLOSED)
    Event.objects.update(state=EventState.FINISHED, prizes="1: trophy")
    hall.refresh_from_db()
    assert final_report(hall)[0].prizes == ["trophy"]
    assert not rules(client, case, "stands", penalty="disqualification", against="ana")
    assert player("ana").status == Status.DISQUALIFIED
    assert [(row.player.full_name, row.prizes) for row in final_report(hall)] == [("Ana", []), ("Bo", ["trophy"])]
    assert "disqualified" in client.get(reverse("tournaments:standings", args=[hall.slug])).content.decode()


def test_a_final_given_to_the_other_player_reopens_the_cut(client, case, settled):
    """A double elimination: the second final that was due before the ruling is due again."""
    ana, bo = player("ana"), player("bo")
    final = table_1()
    first = worlds.a_round(case.event, (ana, bo), state=RoundState.CLOSED)
    Round.objects.filter(pk=final.round_id).update(number=3)
    Round.objects.update(stage=Stage.CUT)
    first.matches.update(bracket_slot="W1.1", state=MatchState.DONE)
    Result.objects.create(match=first.matches.get(), source=Result.Source.STAFF, **Score.duel("a", 6).columns())
    Match.objects.filter(pk=final.pk).update(bracket_slot="final")
    Event.objects.update(state=EventState.CUT, cut_kind="double", cut_size=2, cut_seeds=[ana.pk, bo.pk])
    keeper = worlds.staff(case.event, Role.SCOREKEEPER)
    correct_result(match_id=final.pk, who=keeper, score=Score.duel("b", 0, 6), why="typed wrong")
    assert not rules(client, case, "correct-result", outcome="a", glory_a=6)
    Round.objects.update(state=RoundState.CLOSED)
    Event.objects.update(state=EventState.FINISHED)
    assert not rules(client, case, "dismiss")
    assert Event.objects.get().state == EventState.CUT
