"""A ruling settles the game, adds to the penalties, is told to those concerned, and is never edited."""

import json

import pytest

from accounts.errors import Invalid, NotAllowed, Refused
from accounts.live import version
from accounts.models import JournalEntry
from judging.models import Case, Ruling, Submission
from judging.services.appealing import appeal
from judging.services.cases_of_states import open_missing
from judging.services.correcting import Correction
from judging.services.decisions import Decision, score_of_loss
from judging.services.desk import claim
from judging.services.ruling import rule
from tests.judging.hall import a_case, a_hall, player, table_1, user
from tests.tournaments import worlds
from tournaments.models import MailChoice, MatchState, OutgoingMail, Penalty, PenaltyKind, Role, Status
from tournaments.services.penalties import proposed_penalty
from tournaments.services.reporting import dispute_result, report_result
from tournaments.services.results import current_score
from tournaments.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


@pytest.fixture
def case(fake) -> Case:
    """Ana's invalid log, taken by the judge Jo."""
    return claim(case_id=a_case(fake).pk, judge=user("jo"))


def decide(remedy: str = "stands", **what) -> Decision:
    return Decision(remedy=remedy, reason="7.1.4.a", message="Please mind your AP.", **what)


def ruled(case: Case, remedy: str = "stands", judge: str = "jo", **what) -> Ruling:
    former = case.rulings.standing().first()
    decision = decide(remedy, replaces=former.pk if former else None, **what)
    return rule(case_id=case.pk, judge=user(judge), decision=decision)


def refusal(case: Case, remedy: str = "stands", judge: str = "jo", **what) -> str:
    with pytest.raises((Refused, NotAllowed)) as refused:
        ruled(case, remedy, judge, **what)
    assert not Ruling.objects.filter(case=case, supersedes=None).exclude(judge=user("jo")).exists()
    code: str = refused.value.code  # type: ignore[attr-defined]
    return code


def status(case: Case) -> str:
    return Case.objects.get(pk=case.pk).status


# --- what a ruling does -----------------------------------------------------------------------------------------


def test_a_dismissed_case_is_settled_and_nothing_else_moves(case):
    ruling = ruled(case, "dismiss")
    assert (status(case), ruling.penalty, current_score(table_1())) == ("ruled", None, None)
    assert Case.objects.get(pk=case.pk).claimed_by is None


def test_the_corrected_result_counts_at_once(case):
    ruled(case, "correct-result", score=Score("b", 0, 6))
    assert current_score(table_1()) == {"outcome": "b", "glory_a": 0, "glory_b": 6, "ending": "glory"}
    assert table_1().results.get().source == "ruling"


def test_a_game_loss_gives_the_match_to_the_other_player(case):
    assert refusal(case, "correct-result", penalty="game-loss", penalised=player("ana")) == "score-missing"
    lost = score_of_loss(table_1(), "game-loss", player("ana"))
    assert lost == Score("b", ending="ruling")
    ruled(case, "correct-result", score=lost, penalty="game-loss", penalised=player("ana"))
    assert current_score(table_1()) == lost.fields()


@pytest.mark.parametrize("remedy", ["stands", "replay-game"])
@pytest.mark.parametrize("penalty", ["game-loss", "match-loss"])
def test_a_loss_never_changes_what_the_judge_chose_about_the_game(case, remedy, penalty):
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
    ruled(case, "correct-result", score=Score("b", 0, 6))
    ruled(case, "replay-game")
    assert current_score(table_1()) is None
    assert table_1().state == MatchState.OPEN


def test_a_corrected_log_is_a_copy_with_one_entry_more_that_waits_to_be_validated(case):
    original = Submission.objects.get(pk=case.submission_id)
    Submission.objects.filter(pk=original.pk).update(content=b'{"actions": [{"do": "place"}, {"do": "time"}]}')
    correction = Correction(after=0, changes={"units": {"a2": {"cell": "D5"}}}, told="wrong cell")
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


# --- what a ruling must hold ------------------------------------------------------------------------------------


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
    report_result(match_id=table_1().pk, who=user("ana"), score=Score("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    open_missing(hall)
    case = claim(case_id=Case.objects.get().pk, judge=user("jo"))
    assert refusal(case, "dismiss") == "still-disputed"
    ruled(case, "correct-result", score=Score("a", 8, 0))
    assert table_1().state == MatchState.DONE
    assert open_missing(hall) == 0


# --- rulings are added to, never edited -------------------------------------------------------------------------


def test_a_ruling_is_never_edited(case):
    ruling = ruled(case)
    ruling.reason = "something else"
    with pytest.raises(TypeError):
        ruling.save()
    with pytest.raises(TypeError):
        ruling.delete()


def test_a_later_ruling_takes_the_place_of_the_first_with_its_penalty(case):
    first = ruled(case, penalty="warning", penalised=player("ana"))
    second = ruled(case, "dismiss")
    assert second.supersedes == first
    assert list(case.rulings.standing()) == [second]
    assert not Penalty.objects.standing().exists()
    assert Ruling.objects.count() == 2


def test_only_its_judge_or_the_head_judge_replaces_a_ruling(case, hall):
    ruled(case)
    other = worlds.staff(hall, Role.JUDGE, "kim")
    assert refusal(case, judge=other.username) == "not-your-ruling"
    assert ruled(case, judge="hal").judge == user("hal")


# --- pressed twice ----------------------------------------------------------------------------------------------


def test_a_ruling_sent_twice_is_one_ruling(case):
    decision = decide(penalty="caution", penalised=player("ana"))
    first = rule(case_id=case.pk, judge=user("jo"), decision=decision)
    assert rule(case_id=case.pk, judge=user("jo"), decision=decision) == first
    assert Penalty.objects.count() == 1


def test_another_ruling_from_an_old_page_is_no_repetition(case):
    rule(case_id=case.pk, judge=user("jo"), decision=decide())
    with pytest.raises(Refused) as refused:
        rule(case_id=case.pk, judge=user("jo"), decision=decide("dismiss"))
    assert refused.value.code == "stale"


def test_an_appeal_sent_twice_is_one_appeal(case):
    ruled(case)
    first = appeal(case_id=case.pk, by=user("ana"), text="the cell was D4")
    assert appeal(case_id=case.pk, by=user("ana"), text="the cell was D4") == first


# --- appeals ----------------------------------------------------------------------------------------------------


def appealed(case: Case, by: str = "ana") -> Case:
    appeal(case_id=case.pk, by=user(by), text="the cell was D4")
    case.refresh_from_db()
    return case


def test_an_appeal_goes_to_the_head_judge_whose_ruling_ends_the_case(case):
    ruled(case, penalty="warning", penalised=player("ana"))
    appealed(case)
    assert status(case) == "appealed"
    with pytest.raises(NotAllowed):
        claim(case_id=case.pk, judge=user("jo"))
    claim(case_id=case.pk, judge=user("hal"))
    final = ruled(case, "dismiss", judge="hal")
    assert (status(case), final.is_final) == ("closed", True)
    assert refusal(case, judge="hal") == "closed"


def test_there_is_one_appeal(case):
    ruled(case)
    appealed(case)
    claim(case_id=case.pk, judge=user("hal"))
    ruled(case, judge="hal")
    with pytest.raises(Refused) as refused:
        appeal(case_id=case.pk, by=user("bo"), text="again")
    assert refused.value.code == "appealed-already"


def test_only_those_concerned_appeal_and_only_against_a_ruling(case):
    with pytest.raises(Refused):
        appeal(case_id=case.pk, by=user("ana"), text="too early")
    ruled(case)
    with pytest.raises(NotAllowed):
        appeal(case_id=case.pk, by=user("jo"), text="not mine")


# --- everybody is told ------------------------------------------------------------------------------------------


def test_open_pages_of_both_players_learn_of_it_at_once(case, django_capture_on_commit_callbacks):
    topics = [player("ana").topic, player("bo").topic, table_1().topic, case.topic]
    before = [version(topic) for topic in topics]
    with django_capture_on_commit_callbacks(execute=True):
        ruled(case)
    assert all(version(topic) > was for topic, was in zip(topics, before, strict=True))


def test_the_journal_knows_who_ruled_what_and_why(case):
    ruled(case, penalty="caution", penalised=player("bo"))
    entry = JournalEntry.objects.get(action="ruled")
    assert (entry.who, entry.why, entry.after["penalty"]) == (user("jo"), "7.1.4.a", "caution")


def test_both_players_get_a_mail_unless_they_chose_otherwise(case):
    MailChoice.objects.create(user=user("bo"), ruling=False)
    ruled(case, penalty="caution", penalised=player("ana"))
    mail = OutgoingMail.objects.get()
    assert mail.to == user("ana").email
    assert "Please mind your AP." in mail.body
    assert "7.1.4.a" not in mail.body, "the reason is for the judges"
