"""A ruling settles the game, adds to the penalties, and is refused where it makes no sense."""

import json

import pytest

from core.errors import Invalid
from judging.cases.services.desk import claim
from judging.cases.services.from_states import open_missing
from judging.models import Case, Submission
from judging.rulings.services.amended_log import Correction
from judging.rulings.services.decisions import Decision, score_of_loss
from judging.rulings.services.ruling import rule
from tests.judging.event_setup import refusal, ruled, status
from tests.judging.people import a_hall, player, table_1, user
from tests.tournaments import worlds
from tournaments.models import MatchState, Penalty, PenaltyKind, Status
from tournaments.players.services.penalties import proposed_penalty
from tournaments.results.services.entry import current_score
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def test_a_dismissed_case_is_settled_and_nothing_else_changes(case):
    ruling = ruled(case, "dismiss")
    assert (status(case), ruling.penalty, current_score(table_1())) == ("ruled", None, None)
    assert Case.objects.get(pk=case.pk).claimed_by is None


def test_the_corrected_result_counts_at_once(case):
    ruled(case, "correct-result", score=Score.duel("b", 0, 6))
    assert current_score(table_1()) == {"outcome": "b", "glory_a": 0, "glory_b": 6, "ending": "glory"}
    assert table_1().results.get().source == "ruling"


def test_a_game_loss_gives_the_match_to_the_other_player(case):
    assert refusal(case, "correct-result", penalty="game-loss", penalised=player("ana")) == "score-missing"
    lost = score_of_loss(table_1(), "game-loss", player("ana"))
    assert lost == Score.duel("b", ending="ruling")
    ruled(case, "correct-result", score=lost, penalty="game-loss", penalised=player("ana"))
    assert current_score(table_1()) == lost.fields()


@pytest.mark.parametrize("remedy", ["stands", "replay-game"])
@pytest.mark.parametrize("penalty", ["game-loss", "match-loss"])
def test_a_loss_never_overrides_the_judges_choice_of_remedy(case, remedy, penalty):
    assert refusal(case, remedy, penalty=penalty, penalised=player("ana")) == "loss-without-result"
    assert current_score(table_1()) is None


def test_who_is_disqualified_plays_no_game_again(case):
    code = refusal(case, "replay-game", penalty="disqualification", penalised=player("ana"))
    assert code == "disqualified-plays-no-more"


def test_a_disqualified_player_leaves_the_event_and_forfeits(case):
    ruled(case, penalty="disqualification", penalised=player("ana"))
    assert player("ana").status == Status.DISQUALIFIED
    assert current_score(table_1())["outcome"] == "b"


def test_a_game_that_is_played_again_has_no_result(case):
    ruled(case, "correct-result", score=Score.duel("b", 0, 6))
    ruled(case, "replay-game")
    assert current_score(table_1()) is None
    assert table_1().state == MatchState.OPEN


def test_a_corrected_log_is_a_copy_with_one_added_entry(case):
    original = Submission.objects.get(pk=case.submission_id)
    Submission.objects.filter(pk=original.pk).update(content=b'{"actions": [{"do": "place"}, {"do": "time"}]}')
    correction = Correction(after=0, changes={"units": {"a2": {"cell": "D5"}}}, description="wrong cell")
    copy = ruled(case, "correct-log", correction=correction).corrected_log
    assert json.loads(bytes(copy.content))["actions"][1] == {
        "do": "correct",
        "set": {"units": {"a2": {"cell": "D5"}}},
        "reason": "wrong cell",
    }
    assert (copy.state, copy.source, copy.corrects) == ("queued", "correction", original)
    assert len(json.loads(bytes(Submission.objects.get(pk=original.pk).content))["actions"]) == 2


def test_penalties_add_up_along_the_ladder(case, hall):
    assert proposed_penalty(player("ana")) == "caution"
    ruled(case, penalty="caution", penalised=player("ana"))
    assert proposed_penalty(player("ana")) == "warning"


@pytest.mark.parametrize(
    ("remedy", "what", "code"),
    [
        ("hang-them", {}, "unknown-remedy"),
        ("correct-result", {}, "score-missing"),
        ("correct-log", {}, "correction-missing"),
        ("correct-log", {"correction": Correction(-1, {}, "nothing")}, "correction-missing"),
        ("stands", {"penalty": "prison"}, "unknown-penalty"),
        ("stands", {"penalty": "caution"}, "penalty-without-person"),
        ("stands", {"article": "99.9.9"}, "unknown-article"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(case, remedy, what, code):
    assert refusal(case, remedy, **what) == code
    assert status(case) == "open"


def test_no_penalty_where_no_fault_was_found(case):
    for penalty in PenaltyKind.values:
        assert refusal(case, "dismiss", penalty=penalty, penalised=player("ana")) == "dismissed-with-penalty"


def test_nobody_is_penalised_who_has_nothing_to_do_with_it(case, hall):
    assert refusal(case, penalty="caution", penalised=worlds.a_player(hall)) == "penalty-without-person"


def test_a_ruling_gives_its_reason(case):
    with pytest.raises(Invalid):
        rule(case_id=case.pk, judge=user("jo"), decision=Decision("stands", reason=" ", message="x"))


def test_a_ruling_that_cannot_be_carried_out_leaves_nothing_behind(case, hall):
    """The player has left already: neither the penalty nor the ruling is written."""
    player("ana").__class__.objects.filter(user=user("ana")).update(status=Status.WITHDRAWN)
    assert refusal(case, penalty="disqualification", penalised=player("ana")) == "not-playing"
    assert not Penalty.objects.exists()


def test_a_case_is_ruled_by_the_judge_who_took_it(case):
    assert refusal(case, judge="hal") == "not-claimed"


def test_a_disputed_match_needs_a_result_or_a_new_game(hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    open_missing(hall)
    case = claim(case_id=Case.objects.get().pk, judge=user("jo"))
    assert refusal(case, "dismiss") == "still-disputed"
    ruled(case, "correct-result", score=Score.duel("a", 8, 0))
    assert table_1().state == MatchState.DONE
    assert open_missing(hall) == 0
