"""Of two logs of a match that differ, a judge says in one tap whose counts, and its result is the ruling."""

import json

import pytest

from core.records.audit import AuditEntry
from judging.cases.services.from_states import open_missing
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case
from judging.rulings.pages import plain_rulings
from judging.rulings.services.appeals import appeal
from tests.judging.event_setup import status
from tests.judging.people import INVALID, InProcess, a_hall, header, judged, player, post, table_1, url, user
from tests.judging.test_plain_rulings import tap
from tools.selfplay.game import random_game
from tournaments.results.services.entry import current_score
from tournaments.results.services.reporting import confirm_result, dispute_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db

BO_WINS = {"winner": "B", "glory": {"A": 2, "B": 8}}


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


@pytest.fixture
def logs(fake):
    """Ana's log says that Ana has won by 8, Bo's that Bo has."""
    one = judged(fake, steps="aaaaaaaabbbbbbbb")
    other = judged(fake, who="bo", steps="aaaaaaaacccccccc", header=header(result=BO_WINS))
    return {"ana": one.submission, "bo": other.submission}


def the_case(kind=Case.Kind.LOGS_DIFFER):
    return Case.objects.get(kind=kind)


def counted(page) -> list[str]:
    return [row["log"].author.username for row in page.context["logs"] if row["counts"]]


def test_a_tap_on_a_players_log_sets_its_result(client, logs, as_):
    case = the_case()
    page = as_("jo").get(case.get_absolute_url()).content.decode().replace("\xa0", " ")
    assert page.count("Count log of Ana: Ana, 8 : 0") == page.count("Count log of Bo: Bo, 8 : 2") == 2
    tap(client, case, f"log-{logs['bo'].pk}")
    assert (status(case), current_score(table_1())["outcome"]) == ("ruled", "b")
    ruling = case.rulings.get()
    english, french = ruling.message.replace("\xa0", " ").splitlines()
    assert english == "The log of Bo counts: Bo, 8 : 2."
    assert french.startswith("C’est le journal de Bo qui compte")
    assert ruling.details["counts"] == str(logs["bo"].uuid)
    assert counted(as_("ana").get(url("match_logs", table_1().pk))) == ["bo"]
    assert AuditEntry.objects.filter(action="ruled", why="This log counts").exists()


def test_undo_takes_back_the_log_and_its_result(client, logs, as_):
    tap(client, the_case(), f"log-{logs['bo'].pk}")
    post(client, "jo", "undo", the_case())
    assert current_score(table_1()) is None
    assert counted(as_("ana").get(url("match_logs", table_1().pk))) == []


def test_the_log_of_the_result_that_stands_changes_nothing(client, logs):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    case, before = the_case(), current_score(table_1())
    texts = {each.key: each.text.splitlines()[0].replace("\xa0", " ") for each in plain_rulings(case)}
    assert texts[f"log-{logs['ana'].pk}"] == "The log of Ana counts. The result stands as reported."
    assert texts[f"log-{logs['bo'].pk}"] == "The log of Bo counts: Bo, 8 : 2, instead of Ana, 8 : 0."
    tap(client, case, f"log-{logs['ana'].pk}")
    assert (case.rulings.get().remedy, current_score(table_1())) == ("stands", before)


def test_the_log_of_the_other_replaces_the_result(client, logs):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    tap(client, the_case(), f"log-{logs['bo'].pk}")
    now = current_score(table_1())
    assert (now["outcome"], now["glory_a"], now["glory_b"]) == ("b", 2, 8)


def test_a_disputed_result_is_settled_by_a_log(client, logs):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version, note="no")
    open_missing(table_1().round.event)
    dispute = the_case(Case.Kind.DISPUTED_RESULT)
    keys = [each.key for each in plain_rulings(dispute)]
    assert keys == [f"as-{player('ana').pk}", f"log-{logs['ana'].pk}", f"log-{logs['bo'].pk}"]
    tap(client, dispute, f"log-{logs['bo'].pk}", together=the_case().pk)
    assert (status(dispute), status(the_case()), current_score(table_1())["outcome"]) == ("ruled", "ruled", "b")


def test_the_dispute_closes_with_the_log_that_counts(client, logs):
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    dispute_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version, note="no")
    open_missing(table_1().round.event)
    dispute = the_case(Case.Kind.DISPUTED_RESULT)
    tap(client, the_case(), f"log-{logs['ana'].pk}", together=dispute.pk)
    assert (status(dispute), current_score(table_1())["outcome"]) == ("ruled", "a")


def test_a_log_that_is_not_over_counts_without_a_result(client, fake):
    judged(fake, steps="aaaaaaaa", ended=False)
    log = judged(fake, who="bo", steps="bbbbbbbb", ended=False).submission
    tap(client, the_case(), f"log-{log.pk}")
    assert the_case().rulings.get().message.splitlines()[0] == "The log of Bo counts."
    assert current_score(table_1()) is None


def test_an_appeal_can_uphold_the_log_that_counts(client, logs, as_):
    tap(client, the_case(), f"log-{logs['bo'].pk}")
    appeal(case_id=the_case().pk, by=user("ana"), text="no")
    tap(client, the_case(), "uphold", who="hal")
    assert current_score(table_1())["outcome"] == "b"
    assert counted(as_("ana").get(url("match_logs", table_1().pk))) == ["bo"]


def test_of_two_invalid_logs_each_case_says_whose_counts(client, fake, as_):
    one = judged(fake, **INVALID, steps="aaaaaaaabbbbbbbb").submission
    other = judged(fake, who="bo", **INVALID, steps="aaaaaaaacccccccc", header=header(result=BO_WINS)).submission
    cases = [Case.objects.get(kind=Case.Kind.INVALID_LOG, submission=log) for log in (one, other)]
    for case in cases:
        page = as_("jo").get(case.get_absolute_url()).content.decode()
        assert [f'value="log-{log.pk}"' in page for log in (one, other)] == [True, True]
    tap(client, cases[0], f"log-{other.pk}", together=cases[1].pk)
    assert [status(case) for case in cases] == ["ruled", "ruled"]
    assert counted(as_("ana").get(url("match_logs", table_1().pk))) == ["bo"]


def test_the_case_of_the_only_log_asks_for_no_choice(fake):
    log = judged(fake, **INVALID).submission
    assert f"log-{log.pk}" not in [each.key for each in plain_rulings(Case.objects.get(submission=log))]


def test_a_log_replaced_since_the_page_opened_is_refused(client, fake, logs):
    case = the_case()
    judged(fake, who="bo", steps="aaaaaaaadddddddd", header=header(result=BO_WINS))
    answer = tap(client, case, f"log-{logs['bo'].pk}")
    assert answer.context["refusal"].code == "unknown-remedy"
    assert current_score(table_1()) is None


def test_a_whole_game_that_counts_keeps_its_ending(client):
    ours, theirs = random_game("told by two"), random_game("told by two")
    theirs["actions"][3] = {**theirs["actions"][3], "cell": "L12"}
    for who, log in (("ana", ours), ("bo", theirs)):
        submit_log(content=json.dumps(log).encode(), submitter=user(who), match=table_1())
        work_one(InProcess())
    case = the_case()
    report = case.submission.current_report
    tap(client, case, f"log-{case.submission_id}")
    stated = report.body["glory"]
    now = current_score(table_1())
    assert (now["glory_a"], now["glory_b"]) == (stated["A"], stated["B"])
    assert now["ending"] != "ruling"
