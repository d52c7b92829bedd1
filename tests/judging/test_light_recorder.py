"""The score alone, recorded on a phone: one form, each button an entry, held against the rules at once."""

import datetime as dt
import json
import re
from types import SimpleNamespace
from unittest import mock

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.logs.pages.ledger import entry_in_words
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Recording, Report, Submission
from rules.games import DEFAULT, MAX_BYTES
from tests.accounts.signed_in import a_person
from tests.judging.people import InProcess, a_hall, table_1, user
from tests.judging.test_practice_tables import FORM
from tools.selfplay.game import random_game
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db
TEAMS = {
    "team_a": "Queen of the Tofus\nBill Tell\nOscar Kass\nBad Aboum",
    "team_b": "Anna Tommy\nKassius Kaos\nKing of the Gobballs\nLil Healey",
}


@pytest.fixture
def table(client) -> Recording:
    client.post(reverse("judging:practice"), FORM | TEAMS | {"detail": "ledger"})
    return Recording.objects.get()


def tap(client, table, **action):
    table.refresh_from_db()
    sent = {"version": table.version, "entry": json.dumps(action)}
    return client.post(reverse("judging:record_light", args=[table.uuid]), sent, follow=True)


def test_a_light_table_opens_its_own_recorder(client, table):
    page = client.get(reverse("judging:record", args=[table.uuid]), follow=True)
    assert page.redirect_chain[-1][0] == reverse("judging:record_light", args=[table.uuid])
    assert "Queen of the Tofus" in page.content.decode()


def test_the_first_entry_begins_the_first_turn(client, table):
    tap(client, table, do="kamas", kamas={"A": 2})
    table.refresh_from_db()
    assert [action["do"] for action in table.actions] == ["turn", "kamas"]


def test_undo_takes_back_what_one_tap_entered(client, table):
    tap(client, table, do="kamas", kamas={"A": 2})
    table.refresh_from_db()
    client.post(reverse("judging:record_light", args=[table.uuid]), {"version": table.version, "undo": "1"})
    table.refresh_from_db()
    assert table.actions == []


def test_the_page_names_the_price_of_the_laws(table):
    dearer = SimpleNamespace(game=DEFAULT.game, light_logs=SimpleNamespace(glory_price=13))
    with mock.patch("judging.logs.pages.ledger.of", return_value=dearer):
        assert entry_in_words({"do": "buy-glory"}, table.header) == "1 GG bought for 13 Kamas"


def test_what_the_rules_forbid_is_refused_with_its_article(client, table):
    page = tap(client, table, do="buy-glory").content.decode()
    assert "12 Kamas" in page
    table.refresh_from_db()
    assert table.actions == []


@pytest.mark.parametrize("entry", ["", "[]", "{", '{"do": "move"}', '{"do": "ko"}', "[" * 50, "1" * 3_000])
def test_an_unreadable_entry_loses_nothing(client, table, entry):
    tap(client, table, do="kamas", kamas={"A": 2})
    table.refresh_from_db()
    sent = {"version": table.version, "entry": entry}
    page = client.post(reverse("judging:record_light", args=[table.uuid]), sent, follow=True)
    assert page.status_code in (200, 400, 409, 422)
    table.refresh_from_db()
    assert len(table.actions) == 2


def test_a_second_phone_does_not_enter_the_same_twice(client, table):
    stale = table.version
    tap(client, table, do="ko", unit="b1")
    sent = {"version": stale, "entry": json.dumps({"do": "ko", "unit": "b1"})}
    client.post(reverse("judging:record_light", args=[table.uuid]), sent, follow=True)
    table.refresh_from_db()
    assert [action["do"] for action in table.actions] == ["turn", "ko"]


def test_a_whole_game_is_submitted_and_reported_as_its_score(client, table, django_user_model):
    client.force_login(django_user_model.objects.create_user("ana", "ana@example.org"))
    tap(client, table, do="ko", unit="b1")
    tap(client, table, do="turn", player="B" if table.header["first_player"] == "A" else "A")
    tap(client, table, do="concede", player="B")
    table.refresh_from_db()
    page = client.get(table.get_absolute_url()).content.decode()
    assert "Submit log" in page
    client.post(reverse("judging:record_submit", args=[table.uuid]), {"version": table.version})
    work_one(InProcess())
    submission = Submission.objects.get()
    assert submission.current_report.verdict == Report.Verdict.LEDGER
    page = client.get(submission.get_absolute_url()).content.decode()
    assert "Score checked, play not recorded." in page
    assert "Anna Tommy is KO" in page


def test_a_light_game_takes_thirty_taps_at_most(client, table):
    """Eight turns, five purchases, two KOs, Kamas each turn and the end."""
    first = table.header["first_player"]
    other = {"A": "B", "B": "A"}[first]
    taps = 0
    for turn in range(8):
        player = (first, other)[turn % 2]
        if turn:
            tap(client, table, do="turn", player=player)
            taps += 1
        tap(client, table, do="kamas", kamas={player: 2})
        taps += 1
    for side in "ab":
        tap(client, table, do="ko", unit=f"{side}1")
        taps += 1
    tap(client, table, do="concede", player=first)
    table.refresh_from_db()
    assert Match.objects.count() == 0
    assert [action["do"] for action in table.actions].count("turn") == 8
    assert taps + 1 <= 30


@pytest.mark.parametrize(
    ("recorded", "status", "offered"), [("none", 409, False), ("ledger", 200, True), ("full", 200, False)]
)
def test_an_event_says_what_is_recorded(client, recorded, status, offered):
    hall = a_hall()
    Event.objects.filter(pk=hall.pk).update(recorded_games=recorded, recorded_cut_games="full")
    client.force_login(user("ana"))
    page = client.get(reverse("judging:record_match", args=[table_1().pk]))
    assert (page.status_code, 'name="detail"' in page.content.decode()) == (status, offered)
    match = client.get(table_1().get_absolute_url()).content.decode()
    assert ("/record/" in match) is (recorded != "none")


def test_the_score_of_a_match_is_recorded_and_reported(client):
    hall = a_hall()
    Event.objects.filter(pk=hall.pk).update(recorded_games="ledger")
    client.force_login(user("ana"))
    client.post(reverse("judging:record_match", args=[table_1().pk]), FORM | TEAMS | {"detail": "ledger"})
    table = Recording.objects.get()
    tap(client, table, do="concede", player="A")
    table.refresh_from_db()
    client.post(reverse("judging:record_submit", args=[table.uuid]), {"version": table.version})
    assert table_1().reports.count() == 1


@pytest.fixture
def table_of_match(client) -> Recording:
    """Ana records the score at table 1, against Bo."""
    hall = a_hall()
    Event.objects.filter(pk=hall.pk).update(recorded_games="ledger")
    client.force_login(user("ana"))
    client.post(reverse("judging:record_match", args=[table_1().pk]), FORM | TEAMS | {"detail": "ledger"})
    return Recording.objects.get()


def page_of(client, name: str, table: Recording) -> str:
    client.force_login(user(name))
    return client.get(reverse("judging:record_light", args=[table.uuid])).content.decode()


def test_players_call_a_judge_from_the_score_in_one_tap(client, table_of_match):
    door = reverse("judging:call_judge", args=[table_1().pk])
    assert door not in page_of(client, "jo", table_of_match)
    assert 'id="call-judge"' in page_of(client, "ana", table_of_match)
    client.post(door)
    assert reverse("judging:cancel_call", args=[table_1().pk]) in page_of(client, "ana", table_of_match)


def test_the_score_is_of_one_side_until_both_have_sealed(client, table_of_match):
    tap(client, table_of_match, do="concede", player="A")
    assert "Entered by one side: Ana" in page_of(client, "bo", table_of_match)
    client.force_login(user("ana"))
    table_of_match.refresh_from_db()
    client.post(reverse("judging:record_submit", args=[table_of_match.uuid]), {"version": table_of_match.version})
    door = reverse("judging:record_seal", args=[table_of_match.uuid])
    assert door not in page_of(client, "ana", table_of_match)  # who submits seals
    assert door in page_of(client, "bo", table_of_match)
    client.post(door)
    assert door not in page_of(client, "bo", table_of_match)
    assert "Sealed by both sides" in page_of(client, "bo", table_of_match)


def test_the_other_side_confirms_a_recorded_score_there(client, table_of_match):
    tap(client, table_of_match, do="concede", player="A")
    table_of_match.refresh_from_db()
    client.post(reverse("judging:record_submit", args=[table_of_match.uuid]), {"version": table_of_match.version})
    door = reverse("tournaments:confirm", args=[table_1().pk])
    assert [door in page_of(client, who, table_of_match) for who in ("ana", "bo")] == [False, True]
    client.post(door, {"version": table_1().version, "next": table_of_match.get_absolute_url()})
    assert "Result confirmed: " in page_of(client, "bo", table_of_match)


def test_no_buttons_enter_anything_after_submitting(client, table_of_match):
    tap(client, table_of_match, do="concede", player="A")
    table_of_match.refresh_from_db()
    client.post(reverse("judging:record_submit", args=[table_of_match.uuid]), {"version": table_of_match.version})
    page = page_of(client, "bo", table_of_match)
    assert re.search(r'name="undo"[^>]*disabled', page)
    assert reverse("judging:record_submit", args=[table_of_match.uuid]) not in page
    assert table_1().get_absolute_url() in page


def test_no_score_is_recorded_beyond_what_can_be_submitted(client, table):
    tap(client, table, do="kamas", kamas={"A": 1}, note="x" * 1_000)
    table.refresh_from_db()
    table.actions[-1]["note"] = "x" * (MAX_BYTES - 400)
    table.save()
    assert "The log is full" in tap(client, table, do="kamas", kamas={"A": 1}, note="x" * 1_000).content.decode()
    table.refresh_from_db()
    assert len(table.actions) == 2


@pytest.fixture
def light_and_full(client) -> Recording:
    """Table 1 has a full log of Ana's and a light log of Bo's that breaks a rule, and records another score."""
    hall = a_hall()
    Event.objects.filter(pk=hall.pk).update(recorded_games="ledger")
    client.force_login(user("bo"))
    client.post(reverse("judging:record_match", args=[table_1().pk]), FORM | TEAMS | {"detail": "ledger"})
    table = Recording.objects.get()
    tap(client, table, do="kamas", kamas={"A": 2})
    table.refresh_from_db()
    broken = table.document() | {"actions": [*table.actions, {"do": "buy-glory"}]}
    for who, log in (("ana", random_game("light and full")), ("bo", broken)):
        submit_log(content=json.dumps(log).encode(), submitter=user(who), match=table_1())
        work_one(InProcess())
    return table


def test_a_light_log_is_not_compared_with_a_full_one(light_and_full):
    assert {report.verdict for report in Report.objects.filter(submission__submitter=user("bo"))} == {"invalid"}
    assert not Case.objects.filter(kind=Case.Kind.LOGS_DIFFER).exists()


def test_the_pages_of_a_light_log_show_no_board(client, light_and_full):
    case = Case.objects.get(kind=Case.Kind.INVALID_LOG, submission__submitter=user("bo"))
    client.force_login(user("jo"))
    client.post(reverse("judging:claim", args=[case.pk]))
    page = client.get(case.get_absolute_url())
    assert page.status_code == 200
    assert "correct-log" not in dict(page.context["form"].fields["remedy"].choices)
    assert reverse("judging:replay", args=[case.submission.uuid]) not in page.content.decode()
    boards = [reverse("judging:position_now", args=[case.pk]), reverse("judging:position", args=[case.pk, 0])]
    for uuid in (case.submission.uuid, light_and_full.replay_uuid):
        boards += [reverse(f"judging:{name}", args=[uuid]) for name in ("replay", "film", "reach", "replay_picture")]
    assert {client.get(address).status_code for address in boards} <= {403, 404}


def test_two_logs_that_an_older_report_compared_open(client, light_and_full):
    """Older reports hold digests of light logs: their case is there, and its page opens."""
    Report._base_manager.update(steps="0" * 16)
    ana, bo = (Submission.objects.get(submitter=user(name)) for name in ("ana", "bo"))
    facts = {"event": table_1().round.event, "match": table_1(), "cause": "x"}
    case = Case.objects.create(kind=Case.Kind.LOGS_DIFFER, submission=ana, other_submission=bo, **facts)
    Report._base_manager.filter(submission=bo).update(steps="1" * 16)
    client.force_login(user("jo"))
    assert client.get(case.get_absolute_url()).status_code == 200
    assert client.get(reverse("judging:position", args=[case.pk, 0]) + "?log=other").status_code == 404


@pytest.mark.parametrize("name", ["state", "why", "enter", "undo", "note"])
def test_the_recorder_of_plays_refuses_a_light_table(client, table, name):
    address = reverse(f"judging:record_{name}", args=[table.uuid])
    sent = {"version": table.version, "id": "x", "action": {"do": "time"}, "note": "x"}
    get = name in ("state", "why")
    answer = client.get(address) if get else client.post(address, json.dumps(sent), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "score-only")


def send(client, table, version=None, **sent):
    table.refresh_from_db()
    address = reverse("judging:light_entries", args=[table.uuid])
    document = json.dumps({"version": version or table.version, "by": "guest", **sent})
    return client.post(address, document, content_type="application/json")


def test_an_entry_that_waited_counts_once_and_at_its_time(client, table):
    Recording.objects.update(started_at=timezone.now() - dt.timedelta(minutes=10))
    for _again in range(2):
        answer = send(client, table, id="x", action={"do": "kamas", "kamas": {"A": 2}}, waited=120, by="guest")
        assert (answer.status_code, answer.json()["actions"]) == (200, 2)
    table.refresh_from_db()
    assert [action["do"] for action in table.actions] == ["turn", "kamas"]
    assert {action["arrived"] - action["at"] for action in table.actions} == {120}
    assert "Kamas" in answer.json()["page"]
    assert send(client, table, version=table.version).json()["actions"] == 0


def test_what_the_rules_refuse_of_waiting_entries_says_why(client, table):
    refused = send(client, table, id="x", action={"do": "buy-glory"})
    assert (refused.status_code, "12 Kamas" in refused.json()["detail"]) == (422, True)


def test_a_waiting_entry_meets_what_another_phone_wrote(client, table):
    stale = table.version
    tap(client, table, do="ko", unit="b1")
    answer = send(client, table, version=stale, id="x", action={"do": "ko", "unit": "b1"}).json()
    assert (answer["code"], [each["words"] for each in answer["state"]["entries"]][1:]) == (
        "stale",
        ["Anna Tommy is KO'd"],
    )


def test_nobody_sends_the_score_that_another_person_entered(client, table):
    assert send(client, table, id="x", action={"do": "time"}, by="5").json()["code"] == "another-author"


@pytest.mark.parametrize("by", [None, "guest"])
def test_nobody_takes_the_score_of_another_person_back(client, table, by):
    tap(client, table, do="kamas", kamas={"A": 2})
    bo = a_person("bo")
    client.force_login(bo)
    assert send(client, table, by=by).json()["code"] == "another-author"
    assert len(Recording.objects.get().actions) == 2
    assert send(client, table, by=str(bo.pk)).json()["actions"] == 0


@pytest.mark.parametrize("action", [None, [], "x", {"do": "move"}, {"do": "ko"}, {}])
def test_an_unreadable_waiting_entry_is_refused(client, table, action):
    assert send(client, table, id="x", action=action).status_code in (400, 422)


def test_a_table_that_records_the_game_has_no_score_page(client, table):
    Recording.objects.update(header={name: value for name, value in table.header.items() if name != "detail"})
    assert client.get(reverse("judging:light_entries", args=[table.uuid])).json()["code"] == "not-score-only"
