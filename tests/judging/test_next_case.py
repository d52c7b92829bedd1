"""Which case a judge works on next, in a hall with many of them."""

import pytest

from judging.cases.services.desk import call_judge, next_case
from judging.models import Case
from tests.judging.people import a_hall, post, table_1, user
from tournaments.results.services.reporting import confirm_result, report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


def test_an_open_call_is_next_before_fifty_results_on_trust(client):
    hall = a_hall()
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
    for number in range(51):
        Case.objects.create(event=hall, kind="believed-result", cause=f"x{number}", match=table_1())
    fault = Case.objects.create(event=hall, kind="invalid-log", cause="y", match=table_1())
    call = call_judge(match=table_1(), by=user("bo"), text="x")
    assert next_case(hall, user("jo")) == call
    post(client, "jo", "claim", call)
    answer = post(client, "jo", "plain", call, choice="dismiss", replaces="", log="")
    assert answer.headers["Location"] == fault.get_absolute_url()
