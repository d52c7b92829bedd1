"""A table of three: its logs, and a ruling on it."""

import json

import pytest

from judging.cases.services.from_states import open_missing
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Comparison
from tests.judging.people import InProcess, url, user
from tests.rules.fours import four_players
from tests.tournaments import worlds
from tests.tournaments.seated import a_round_of_tables, at_tables, settled
from tests.tournaments.tables import typed
from tournaments.models import MatchState, Role
from tournaments.results.services.entry import current_score
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db
SECOND_WINS = {"winners": ["B"], "glory": {"A": 0, "B": 3, "C": 0}}


@pytest.fixture
def table():
    event, players = at_tables(3)
    worlds.staff(event, Role.JUDGE, "jo")
    return a_round_of_tables(event, players).matches.get()


def handed_in(table, *, of=3):
    """The players of the log are those of the table, and one more where four played; all but the second concede."""
    names = [*(player.full_name for player in table.seats()), "Zoe"]
    actions = [{"do": "concede", "player": player} for player in "ACD"[: of - 1]]
    result = {**SECOND_WINS, "glory": SECOND_WINS["glory"] | ({"D": 0} if of == 4 else {})}
    log = four_players(*actions, letters="ABCD"[:of], result=result)
    for letter, name in zip("ABCD"[:of], names, strict=False):
        log["players"][letter]["name"] = name
    submission = submit_log(content=json.dumps(log).encode(), submitter=table.seats()[0].user, match=table)
    work_one(InProcess())
    return submission.reports.get(current=True)


def differences(table, report, **result):
    played = settled(table, **result)
    open_missing(table.round.event)
    return [each["code"] for each in Comparison.objects.get(report=report, result=played).differences]


def test_a_log_of_three_agrees_with_the_result_it_proves(table):
    report = handed_in(table)
    assert (report.verdict, report.body["winners"], report.differences) == ("valid", ["B"], [])
    assert differences(table, report, places=[3, 1, 2], tallies=[0, 3, 0], ending="concession") == []


def test_a_log_of_three_that_another_won_opens_a_case(table):
    report = handed_in(table)
    codes = differences(table, report, places=[1, 2, 3], tallies=[3, 0, 0], ending="concession")
    assert codes == ["places-differ", "glory-differs"]
    assert Case.objects.filter(match=table).exists()


def test_a_log_of_four_is_refused_in_one_sentence(table):
    report = handed_in(table, of=4)
    assert (report.verdict, [each["code"] for each in report.errors]) == ("malformed", ["not-this-table"])


def test_a_judge_rules_the_places_of_three(table, client):
    reported = Score((1, 2, 3), (5, 0, 0))
    report_result(match_id=table.pk, who=table.seats()[0].user, score=reported)
    dispute_result(match_id=table.pk, who=table.seats()[1].user, seen_version=2, note="I had 2 GG.")
    table.refresh_from_db()
    assert table.state == MatchState.DISPUTED
    open_missing(table.round.event)
    case = Case.objects.get(match=table)
    client.force_login(user("jo"))
    client.post(url("claim", case.pk))
    page = client.get(case.get_absolute_url()).content.decode()
    assert [f'name="place_{seat}"' in page for seat in "abcd"] == [True, True, True, False]
    words = {"reason": "The dice.", "message": "Seats were mixed up.", "remedy": "correct-result"}
    assert client.post(url("rule", case.pk), words | typed([2, 1, 3], [0, 5, 0])).status_code == 302
    assert current_score(table)["places"] == [2, 1, 3]
    assert standings(table.round.event)[0].player == table.seats()[1].pk
