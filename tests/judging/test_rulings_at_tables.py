"""A ruling on a table of four: places, GG and who did not come, seat by seat; previewed, replaced, undone, appealed."""

import pytest
from django.core import mail
from django.urls import reverse

from core.models import AuditEntry
from judging.cases.services.from_states import open_missing
from judging.models import Case, Ruling
from tests.judging.people import url, user
from tests.tournaments import worlds
from tests.tournaments.seated import a_round_of_tables, at_tables
from tests.tournaments.tables import typed
from tournaments.models import MatchState, Role
from tournaments.results.services.entry import current_score
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db
FIRST_WINS = Score((1, 2, 3, 4), (5, 0, 0, 0))


@pytest.fixture
def event():
    event, players = at_tables(4)
    a_round_of_tables(event, players)
    worlds.staff(event, Role.HEAD_JUDGE, "hal")
    worlds.staff(event, Role.JUDGE, "jo")
    return event


@pytest.fixture
def table(event):
    match = event.rounds.get().matches.get()
    report_result(match_id=match.pk, who=match.seats()[0].user, score=FIRST_WINS)
    dispute_result(match_id=match.pk, who=match.seats()[1].user, seen_version=2, note="I had 2 GG.")
    match.refresh_from_db()
    assert match.state == MatchState.DISPUTED
    return match


@pytest.fixture
def case(table, event, client):
    open_missing(event)
    found = Case.objects.get(match=table)
    client.force_login(user("jo"))
    client.post(url("claim", found.pk))
    return found


def ruling(*score, **more):
    words = {"reason": "The dice.", "message": "Seats were mixed up.", "remedy": "correct-result"}
    return {**words, **typed(*score, more.pop("ending", "glory")), **more}


def rule(client, case, *score, **more):
    former = Case.objects.get(pk=case.pk).current_ruling
    sent = ruling(*score, **more) | ({"replaces": former.pk} if former else {})
    return client.post(url("rule", case.pk), sent)


def places(table):
    score = current_score(table)
    return score and score["places"]


def test_a_judge_previews_and_rules_the_places_of_a_table(client, case, table, event):
    page = client.get(case.get_absolute_url()).content.decode()
    assert all(f'name="place_{seat}"' in page for seat in "abcd")
    sent = ruling([2, 1, 3, 4], [0, 5, 0, 0])
    shown = client.post(url("preview", case.pk), sent, headers={"HX-Request": "true"}).content.decode()
    assert f"1. {table.seats()[1].shown_name} (5 GG)" in shown
    assert "0 → 6" in shown
    assert places(table) is None
    assert rule(client, case, [2, 1, 3, 4], [0, 5, 0, 0]).status_code == 302
    assert (places(table), table.results.get().source) == ([2, 1, 3, 4], "ruling")
    assert standings(event)[0].player == table.seats()[1].pk
    assert "Seats were mixed up." in client.get(case.get_absolute_url()).content.decode()
    audit_log = client.get(reverse("tournaments:audit_log", args=[event.slug])).content.decode()
    assert "2, 1, 3, 4" in audit_log
    client.force_login(table.seats()[2].user)
    assert f"1. {table.seats()[1].shown_name} (5 GG)" in client.get(case.get_absolute_url()).content.decode()


def test_a_ruling_says_who_did_not_come(client, case, table):
    assert rule(client, case, [1, 2, 3, "absent"], [5, 0, 0, 0]).status_code == 302
    assert current_score(table)["absent"] == [3]
    assert f"{table.seats()[3].full_name} did not come" in client.get(case.get_absolute_url()).content.decode()


def test_a_ruling_as_a_player_reported_takes_one_tap(client, case, table):
    page = client.get(case.get_absolute_url()).content.decode()
    assert f'value="as-{table.seats()[0].pk}"' in page
    client.post(url("plain", case.pk), {"choice": f"as-{table.seats()[0].pk}", "log": "", "replaces": ""})
    assert places(table) == [1, 2, 3, 4]


def test_a_later_ruling_replaces_the_result_of_a_table(client, case, table):
    rule(client, case, [2, 1, 3, 4], [0, 5, 0, 0])
    assert rule(client, case, [1, 2, 4, 3], [5, 0, 0, 0]).status_code == 302
    assert places(table) == [1, 2, 4, 3]
    assert case.rulings.current().count() == 1


def test_an_undone_ruling_leaves_the_table_disputed(client, case, table):
    rule(client, case, [2, 1, 3, 4], [0, 5, 0, 0])
    client.post(url("undo", case.pk), {})
    table.refresh_from_db()
    assert (places(table), table.state) == (None, MatchState.DISPUTED)


def test_an_appeal_upholds_the_result_of_a_table(client, case, table):
    rule(client, case, [2, 1, 3, 4], [0, 5, 0, 0])
    client.force_login(table.seats()[0].user)
    assert client.post(url("appeal", case.pk), {"text": "No."}).status_code == 302
    client.force_login(user("hal"))
    client.post(url("claim", case.pk))
    former = Case.objects.get(pk=case.pk).current_ruling
    client.post(url("plain", case.pk), {"choice": "uphold", "replaces": former.pk, "log": ""})
    assert case.rulings.current().get().is_final
    assert places(table) == [2, 1, 3, 4]


@pytest.mark.parametrize(
    "score",
    [
        ([1, 2, 2, 3], [5, 0, 0, 0]),
        (["", 2, 3, 4], [5, 0, 0, 0]),
        ([1, 2, 3, 4], [5, 61, 0, 0]),
        ([1, 1, 3, 4], [5, 5, 0, 0]),
    ],
)
def test_an_impossible_ruling_on_a_table_is_refused_and_kept(client, case, table, score):
    page = rule(client, case, *score, message="Look here.")
    assert page.status_code == 400
    assert "Look here." in page.content.decode()
    assert places(table) is None


def test_who_loses_the_game_is_not_ruled_first(client, case, table):
    loser = table.seats()[0]
    page = rule(client, case, [1, 2, 3, 4], [5, 0, 0, 0], penalty="game-loss", penalised=loser.pk)
    assert (page.status_code, page.context["refusal"].code) == (400, "loser-wins")
    more = {"penalty": "game-loss", "penalised": loser.pk, "ending": "ruling"}
    assert rule(client, case, [4, 1, 2, 3], [0, 5, 0, 0], **more).status_code == 302


def test_a_table_ruling_is_in_the_audit_log_once(client, case, table):
    for _twice in range(2):
        client.post(url("rule", case.pk), ruling([2, 1, 3, 4], [0, 5, 0, 0]))
    assert Ruling.objects.count() == 1
    assert AuditEntry.objects.filter(action="ruled").count() == 1
    settled = AuditEntry.objects.get(action="result-settled")
    assert settled.after["places"] == [2, 1, 3, 4]
    assert not mail.outbox
