"""A case from both sides: taken, told, handed over, appealed."""

import json
import re

import pytest
from django.utils import translation

from judging.cases.pages.case_file import LINES_AROUND
from judging.cases.services.desk import call_judge
from judging.cases.services.from_states import open_missing
from judging.logs.pages.wording import finding_rows
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case
from tests.judging.people import InProcess, a_case, a_hall, judged, listed, player, ruling, table_1, url, user
from tests.tournaments import worlds
from tools.selfplay.game import random_game
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def test_two_different_logs_are_shown_side_by_side(as_, hall):
    ours, theirs = random_game("told by two"), random_game("told by two")
    theirs["actions"][3] = {**theirs["actions"][3], "cell": "L12"}
    for who, log in (("ana", ours), ("bo", theirs)):
        submit_log(content=json.dumps(log).encode(), submitter=user(who), match=table_1())
        work_one(InProcess())
    case = Case.objects.get(kind=Case.Kind.LOGS_DIFFER)
    page = as_("jo").get(case.get_absolute_url())
    log_difference = page.context["file"].log_difference
    pair = log_difference.lines[LINES_AROUND]
    assert (log_difference.number, pair.left.number, pair.right.number, pair.differs) == (4, 4, 4, True)
    assert pair.left.words != pair.right.words
    assert (ours["actions"][3]["cell"] in pair.left.words, "L12" in pair.right.words) == (True, True)
    assert [pair.left.entry for pair in log_difference.lines] == [""] * len(log_difference.lines)
    assert log_difference.further == []
    for log in (case.submission, case.other_submission):
        assert f"{url('replay', log.uuid)}#action=4" in page.content.decode()


def test_one_action_more_is_the_only_difference_of_two_logs(as_, hall):
    ours, theirs = random_game("told by two"), random_game("told by two")
    del theirs["actions"][24]
    for who, log in (("ana", ours), ("bo", theirs)):
        submit_log(content=json.dumps(log).encode(), submitter=user(who), match=table_1())
        work_one(InProcess())
    page = as_("jo").get(Case.objects.get(kind=Case.Kind.LOGS_DIFFER).get_absolute_url())
    log_difference, rest = page.context["file"].log_difference, len(ours["actions"]) - 25
    (pair,) = [pair for pair in log_difference.lines if pair.differs]
    assert (pair.left.number, pair.right, log_difference.further) == (25, None, [])
    words = f"The log by Ana has 1 action more at 25; after it, {rest} of {rest} actions are the same."
    assert words in page.content.decode()
    assert words in as_("jo").get(url("match_logs", table_1().pk)).content.decode()


def test_a_walk_that_both_logs_have_is_one_line(as_, hall):
    ours, theirs = random_game("told by two"), random_game("told by two")
    did = [action["do"] for action in ours["actions"]]
    after = next(i for i in range(2, len(did)) if did[i - 2 : i] == ["move", "move"] and did[i] != "move")
    del theirs["actions"][after]
    for who, log in (("ana", ours), ("bo", theirs)):
        submit_log(content=json.dumps(log).encode(), submitter=user(who), match=table_1())
        work_one(InProcess())
    page = as_("jo").get(Case.objects.get(kind=Case.Kind.LOGS_DIFFER).get_absolute_url())
    lines = page.context["file"].log_difference.lines
    walk = next(pair for before, pair in zip(lines[1:], lines, strict=False) if before.differs)
    assert (walk.left.number, walk.right.number) == (after, after)
    assert walk.left.first < after
    assert walk.left.words == walk.right.words


def finding(action, words, severity="error"):
    return {"action": action, "severity": severity, "article": "7.1.4.a", "code": "ap-short", "message": words}


def test_the_first_error_stands_once_and_further_findings_are_listed(as_, fake):
    found = [finding(0, "odd", "warning"), finding(1, "too dear") | {"expected": {"ap": 7}}, finding(3, "too far")]
    report = judged(fake, verdict="invalid", findings=found)
    page = as_("jo").get(Case.objects.get(submission=report.submission).get_absolute_url())
    assert [row.message for row in page.context["file"].further_findings] == ["odd", "too far"]
    text = page.content.decode()
    head = text[text.index("error-card") : text.index('id="findings"')]
    assert text.count("#action=2") == head.count("#action=2") == head.count('data-position="1"') == 1
    assert "<dd>should be 7</dd>" in head
    assert "Further findings in the log" in text


def test_what_a_spell_needs_stands_beside_what_there_was(as_, fake):
    unpaid = finding(1, "too dear") | {"code": "too-few-ap", "expected": {"ap": 0}, "logged": {"ap": 3}}
    report = judged(fake, verdict="invalid", findings=[unpaid])
    page = as_("jo").get(Case.objects.get(submission=report.submission).get_absolute_url())
    row = page.context["file"].first_error
    assert row.facts == [("AP", "has 0, needs 3")]
    assert "<dt>AP</dt><dd>has 0, needs 3</dd>" in page.content.decode()


def test_without_further_findings_only_the_log_is_named(as_, fake):
    text = as_("jo").get(a_case(fake).get_absolute_url()).content.decode()
    assert "indings in the log" not in text
    assert 'class="card finding"' not in text


def test_both_sides_speak_and_the_loser_appeals(as_, fake):
    case = a_case(fake)
    as_("ana").post(url("statement", case.pk), {"text": "It was E3."})
    judge = as_("jo")
    assert "It was E3." in judge.get(url("case_state", case.pk)).content.decode()
    judge.post(url("claim", case.pk))
    judge.post(url("rule", case.pk), ruling())
    as_("ana").post(url("appeal", case.pk), {"text": "No."})
    case.refresh_from_db()
    assert case.status == Case.Status.APPEALED


def test_a_result_set_by_a_judge_is_called_ruling_once(as_, fake):
    case, judge = a_case(fake), as_("jo")
    judge.post(url("claim", case.pk))
    judge.post(
        url("rule", case.pk), ruling(remedy="correct-result", outcome="b", glory_a=0, glory_b=6, ending="ruling")
    )
    assert "(ruling)" in judge.get(case.get_absolute_url()).content.decode()


def test_a_case_is_handed_over_and_released(as_, fake, hall):
    case = a_case(fake)
    as_("jo").post(url("claim", case.pk))
    as_("jo").post(url("hand_over", case.pk), {"to": user("hal").pk})
    case.refresh_from_db()
    assert case.claimed_by == user("hal")
    as_("hal").post(url("release", case.pk))
    case.refresh_from_db()
    assert case.claimed_by is None


def test_an_appealed_case_is_offered_to_head_judges_only(as_, fake, hall):
    case = a_case(fake)
    worlds.staff(hall, Role.JUDGE, "ju")
    worlds.staff(hall, Role.HEAD_JUDGE, "hel")
    as_("hal").post(url("claim", case.pk))
    assert [judge.username for judge in as_("hal").get(case.get_absolute_url()).context["others"]] == [
        "hel",
        "jo",
        "ju",
    ]
    Case.objects.update(status=Case.Status.APPEALED)
    assert [judge.username for judge in as_("hal").get(case.get_absolute_url()).context["others"]] == ["hel"]


@pytest.mark.parametrize("to", ["", "hal", "-1", "²", "9" * 5000])
def test_a_case_is_handed_over_only_to_a_judge_present(as_, fake, hall, to):
    case = a_case(fake)
    as_("jo").post(url("claim", case.pk))
    assert as_("jo").post(url("hand_over", case.pk), {"to": to}).status_code == 404


def test_earlier_cases_of_these_players_stand_on_the_page(as_, fake, hall):
    earlier = call_judge(match=table_1(), by=player("ana").user, text="x")
    assert list(as_("jo").get(a_case(fake).get_absolute_url()).context["file"].earlier) == [earlier]


def test_a_case_of_every_kind_has_a_page(as_, fake, hall):
    listed("ana", "bill-tell", legal=False, locked_at=hall.starts_at, commitment="x")
    open_missing(hall)
    call_judge(match=table_1(), by=user("bo"), text="x")
    a_case(fake)
    assert {as_("jo").get(case.get_absolute_url()).status_code for case in Case.objects.all()} == {200}


def test_a_judge_is_called_from_the_table(as_):
    assert as_("ana").post(url("call_judge", table_1().pk), {"text": "please"}).status_code == 302
    assert Case.objects.get().kind == Case.Kind.JUDGE_CALL


def test_my_rulings_start_empty_and_then_hold_what_concerns_me(as_, fake):
    assert b"empty" in as_("ana").get(url("mine")).content
    case = a_case(fake)
    assert case.get_absolute_url() in as_("bo").get(url("mine")).content.decode()


def test_a_case_is_read_without_the_bytes_of_its_log(fake):
    case = Case.objects.with_people().get(pk=a_case(fake).pk)
    assert case.submission.get_deferred_fields() == {"content"}


def test_the_page_of_a_case_makes_few_queries(as_, fake, django_assert_max_num_queries):
    case, judge = a_case(fake), as_("jo")
    judge.get(case.get_absolute_url())
    with django_assert_max_num_queries(49):
        assert judge.get(case.get_absolute_url()).status_code == 200


def test_a_target_out_of_range_has_one_sentence():
    finding = {"severity": "error", "code": "out-of-range", "message": "", "action": 3, "article": "7.1.5"}
    (row,) = finding_rows([{**finding, "expected": {"range": [1, 5]}, "logged": {"range": 17}}])
    assert [words for _name, words in row.facts] == ["reaches 1 to 5 cells, the target is 17 away"]


def test_glyphs_that_are_short_have_one_sentence():
    finding = {"severity": "error", "code": "too-few-glyphs", "message": "", "action": 3, "article": "B-9.1"}
    with translation.override("fr"):
        (row,) = finding_rows([{**finding, "expected": {"glyphs": 5}, "logged": {"glyphs": 0}}])
    assert row.facts == [("glyphes", "a 0, il faut 5")]


BOTH = ["3 in the log, should be 2", "0 in the log, should be 1"]


@pytest.mark.parametrize(
    ("code", "expected", "logged", "words"),
    [
        ("wrong-rank", {"rank": "jade"}, {"rank": "silver"}, ["silver in the log, should be jade"]),
        ("no-such-pile", {"pile": [1, 2]}, {"pile": 3}, ["3 in the log, possible: 1, 2"]),
        ("beyond-any-card", {"hp": 16}, {"hp": 20}, ["20 in the log, at most 16"]),
        ("critical-dice", {"critical": 2, "armour": 1}, {"armour": 0, "critical": 3}, BOTH),
        ("armour-dice", {"armour": 1}, None, ["should be 1"]),
    ],
)
def test_each_fact_has_one_sentence(code, expected, logged, words):
    finding = {"severity": "error", "code": code, "message": "", "action": 3, "article": "1.3.7"}
    (row,) = finding_rows([finding | {"expected": expected, "logged": logged}])
    assert [sentence for _name, sentence in row.facts] == words


def test_a_case_names_its_players_with_a_dash(fake, as_):
    page = as_("jo").get(a_case(fake).get_absolute_url()).content.decode()
    assert re.search(r"Ana[^<]{0,9} – [^<]*Bo", page)
