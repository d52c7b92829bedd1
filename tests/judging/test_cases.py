"""Everything that needs a judge comes onto one desk, once, by what holds up the round."""

import re

import pytest
from django.urls import reverse

from core.errors import NotAllowed
from judging.cases.services.desk import call_judge, claim
from judging.cases.services.from_states import open_missing
from judging.logs.services.revalidation import validate_event_again
from judging.logs.services.worker import work_one
from judging.models import Case
from tests.expected_errors import refused
from tests.judging.people import ANA_PLAYS, INVALID, a_case, a_hall, judged, listed, player, table_1, user
from tests.tournaments import worlds
from tournaments.models import Event, Registration, RoundState, Status
from tournaments.players.services.closing_lists import close_lists
from tournaments.results.services.reporting import confirm_result, dispute_result, report_result, take_back_report
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


CHANGED = "have changed since you opened this page"
OVER = "The players no longer dispute the result."


def dispute() -> None:
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version, note="I had 3 GG left")


def test_a_disputed_result_becomes_one_case(hall):
    dispute()
    assert [open_missing(hall), open_missing(hall)] == [1, 0]
    assert Case.objects.get().kind == Case.Kind.DISPUTED_RESULT


def test_a_judge_reads_that_a_dispute_is_over(as_, hall):
    dispute()
    open_missing(hall)
    case, judge = Case.objects.get(), as_("jo")
    page = judge.get(case.get_absolute_url()).content.decode()
    state = re.search(r'data-src="(/cases/[^"]+/state/[^"]*)"', page)
    assert state and f'data-live="{case.topic} {table_1().topic}"' in page
    assert not any(words in judge.get(state[1]).content.decode() for words in (CHANGED, OVER))
    take_back_report(match_id=table_1().pk, who=user("bo"))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    fragment = judge.get(state[1]).content.decode()
    assert CHANGED in fragment and OVER in fragment
    page = judge.get(case.get_absolute_url()).content.decode()
    assert "withdraws dispute" in page and "withdraws report" not in page
    assert CHANGED not in page and OVER in page and 'value="stands"' in page
    assert OVER in judge.get(reverse("judging:desk", args=[hall.slug])).content.decode()


def test_a_result_entered_over_a_dispute_is_named_so(as_, hall):
    dispute()
    open_missing(hall)
    case, line = Case.objects.get(), {"slip": f"{table_1().table} 5-0", "once": "k"}
    entered = as_(worlds.staff(hall, name="olga").username).post(
        reverse("tournaments:entry", args=[hall.slug]), line, headers={"Accept": "application/json"}
    )
    assert "dispute the result" in entered.json()["detail"]
    for address in (case.get_absolute_url(), reverse("judging:desk", args=[hall.slug])):
        page = as_("jo").get(address).content.decode()
        assert "The staff have entered a result since the players disputed it." in page and OVER not in page


def test_a_dispute_after_a_settled_one_opens_a_new_case(hall):
    dispute()
    open_missing(hall)
    Case.objects.update(status=Case.Status.RULED)
    assert open_missing(hall) == 1


def test_an_agreed_result_is_no_case(hall):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    assert open_missing(hall) == 0


def test_an_illegal_list_is_a_case_once_it_is_locked(hall):
    submitted = listed("ana", "bill-tell", legal=False)
    assert open_missing(hall) == 0, "the player can still mend it"
    submitted.locked_at, submitted.commitment = hall.starts_at, "x"
    submitted.save()
    assert [open_missing(hall), open_missing(hall)] == [1, 0]
    assert Case.objects.get().registration == player("ana")


def test_players_withdrawn_for_an_illegal_list_have_no_case(hall):
    hall.illegal_list = "drop"
    hall.save()
    submitted = listed("ana", "bill-tell", legal=False, locked_at=hall.starts_at, commitment="x")
    Registration.objects.filter(pk=submitted.registration_id).update(status=Status.WITHDRAWN)
    assert open_missing(hall) == 0


def test_a_seated_players_illegal_list_goes_to_a_judge(hall):
    Event.objects.filter(pk=hall.pk).update(illegal_list="drop", lists_locked_at=None)
    listed("ana", "bill-tell", legal=False)
    close_lists(event_id=hall.pk, who=worlds.staff(hall, "owner"))
    assert player("ana").status == Status.REGISTERED
    assert Event.objects.get(pk=hall.pk).lists_locked_at
    assert open_missing(hall) == 1


def test_a_log_validated_again_is_still_one_case(fake):
    report = judged(fake, **INVALID)
    report.submission.refresh_from_db()
    assert Case.objects.filter(submission=report.submission).count() == 1


def test_many_logs_of_one_player_share_one_case(fake, client):
    listed("ana", "bill-tell")
    logs = [judged(fake, **INVALID, wish=str(number)).submission for number in range(20)]
    cases = Case.objects.order_by("kind")
    assert [case.kind for case in cases] == ["invalid-log", "log-vs-list"]
    assert {case.submission for case in cases} == {logs[-1]}
    client.force_login(user("jo"))
    page = client.get(cases[0].get_absolute_url())
    assert page.context["file"].other_logs == logs[-2::-1]
    assert cases[0].get_absolute_url() in client.get(logs[0].get_absolute_url()).content.decode()


DECLARED = {"action": 3, "severity": "warning", "article": None, "code": "declared-glory", "message": "1 GG"}


@pytest.mark.parametrize(("code", "kinds"), [("declared-glory", ["declared-glory"]), ("cost-not-declared", [])])
def test_glory_that_only_the_players_declare_is_a_case(fake, code, kinds):
    listed("ana", *ANA_PLAYS.values())
    report = judged(fake, verdict="unverified", findings=[{**DECLARED, "code": code}])
    cases = Case.objects.filter(submission=report.submission)
    assert [case.kind for case in cases if case.kind != "log-vs-match"] == kinds


def test_logs_of_both_players_are_a_case_each(fake):
    assert [judged(fake, who, **INVALID).submission for who in ("ana", "bo")] == [
        case.submission for case in Case.objects.filter(kind="invalid-log").order_by("pk")
    ]


def test_a_settled_case_comes_again_only_for_a_newer_log(fake, hall):
    case = a_case(fake)
    Case.objects.update(status=Case.Status.RULED)
    validate_event_again(event=hall, who=user("jo"))
    work_one(fake)
    assert Case.objects.get() == case
    newer = judged(fake, **INVALID, wish="newer").submission
    assert Case.objects.latest("pk").submission == newer
    assert Case.objects.get(pk=case.pk).submission == case.submission


def test_a_ruling_on_an_outdated_log_is_refused(fake, client):
    case = claim(case_id=a_case(fake).pk, judge=user("jo"))
    client.force_login(user("jo"))
    seen = client.get(case.get_absolute_url()).context["form"]["log"].value()
    judged(fake, **INVALID, wish="newer")
    fields = {"remedy": "stands", "reason": "x", "message": "y", "log": seen}
    page = client.post(reverse("judging:rule", args=[case.pk]), fields)
    assert (page.status_code, page.context["refusal"].code) == (409, "newer-log")


def test_a_player_calls_a_judge_to_the_table():
    first = call_judge(match=table_1(), by=user("ana"), text="line of sight?")
    second = call_judge(match=table_1(), by=user("bo"), text="please come")
    assert first == second
    assert [statement.text for statement in first.statements.all()] == ["line of sight?", "please come"]


def test_a_call_sent_twice_is_announced_once():
    for _ in range(2):
        case = call_judge(match=table_1(), by=user("ana"), text="line of sight?")
    assert case.statements.count() == 1


def test_only_those_who_sit_there_call_a_judge():
    refused("not-your-match", call_judge, NotAllowed, match=table_1(), by=worlds.a_user(), text="hello")


def test_what_holds_up_the_round_comes_first(hall, fake):
    old = listed("ana", "bill-tell", legal=False, locked_at=hall.starts_at, commitment="x")
    open_missing(hall)
    later = a_case(fake)
    played = later.match
    played.round.state = RoundState.CLOSED
    played.round.save()
    cy, dee = worlds.a_player(hall, "cy"), worlds.a_player(hall, "dee")
    worlds.a_round(hall, (cy, dee))
    urgent = call_judge(match=hall.rounds.get(number=2).matches.get(), by=cy.user, text="help")
    order = list(Case.objects.most_urgent_first())
    assert order[0] == urgent
    assert {case.team_list for case in order[1:]} == {old, None}
