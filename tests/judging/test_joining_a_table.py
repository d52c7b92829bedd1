"""The second phone joins the game that is being recorded; locked lists are what is played."""

import re

import pytest
from django.contrib import messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.pages.live import version
from judging.logs.services.worker import work_one
from judging.models import Recording
from tests.judging.people import InProcess, a_hall, judged, listed, table_1, url, user
from tournaments.models import Event, Match, MatchState
from tournaments.results.services.reporting import report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
TEAMS = {"team_a": "Queen of the Tofus", "team_b": "Anna Tommy"}
FORM = TEAMS | {"arena": "the-pit", "side_of_a": "south"}


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


def address() -> str:
    return reverse("judging:record_match", args=[table_1().pk])


def test_the_second_phone_joins_at_once(client):
    client.force_login(user("ana"))
    client.post(address(), FORM)
    client.force_login(user("bo"))
    recording = Recording.objects.get()
    assert client.get(address()).headers["Location"] == recording.get_absolute_url()
    assert client.get(f"{address()}?new").status_code == 200
    client.post(f"{address()}?new", FORM)
    assert client.get(address()).status_code == 200  # of two games the player chooses


def test_who_sets_up_second_joins_the_game_begun_meanwhile():
    for who in ("ana", "bo", "ana"):
        client = Client()
        client.force_login(user(who))
        answer = client.post(address(), FORM)
        recording = Recording.objects.get()
        assert answer.headers["Location"] == recording.get_absolute_url()
        said = [str(each) for each in messages.get_messages(answer.wsgi_request)]
        assert said == (["Ana had set up this table meanwhile: you record the same game."] if who == "bo" else [])


def test_of_two_games_an_empty_one_is_discarded(client):
    client.force_login(user("ana"))
    client.post(address(), FORM)
    full = Recording.objects.get()
    sent = {"id": "x", "version": 1, "by": str(user("ana").pk), "action": {"do": "time"}, "asPlayed": True}
    client.post(reverse("judging:record_enter", args=[full.uuid]), sent, content_type="application/json")
    client.force_login(user("bo"))
    client.post(f"{address()}?new", FORM)
    empty = Recording.objects.exclude(pk=full.pk).get()
    page = client.get(address()).content.decode()
    assert "Begun by Ana, 1 entry" in page
    assert "Begun by Bo, 0 entries" in page
    assert page.count("Discard empty game") == 1
    doors = {each: reverse("judging:record_discard", args=[each.uuid]) for each in (full, empty)}
    client.force_login(user("ana"))
    assert [client.post(doors[each]).status_code for each in (full, empty)] == [409, 409]
    client.force_login(user("bo"))
    assert client.post(doors[empty]).headers["Location"] == address()
    assert client.get(address()).headers["Location"] == full.get_absolute_url()
    assert client.post(doors[empty]).status_code == 404


@pytest.mark.parametrize("locked", [True, False])
def test_a_locked_list_is_not_edited(client, locked):
    listed("ana", "bill-tell", locked_at=timezone.now() if locked else None, commitment="x" if locked else "")
    client.force_login(user("ana"))
    page = client.get(address())
    letter = "a" if str(table_1().a) == "Ana" else "b"
    assert page.context["form"].fields[f"team_{letter}"].disabled is locked
    client.post(address(), FORM)
    played = Recording.objects.get().header["players"][letter.upper()]["team"].values()
    assert ("bill-tell" in played) is locked


def ways(client, who: str, page: str = "") -> list[str]:
    """Which of these the page of the match, or the start page, shows as a way to the recorded game."""
    client.force_login(user(who))
    text = client.get(page or table_1().get_absolute_url()).content.decode()
    words = ("Record the game", "Continue recording", "Replay", "Score")
    return [each for each in words if re.search(rf"<a [^>]*class=\"button[^>]*>(<svg.*?</svg>)?{each}</a>", text)]


def submitted(client, recording: Recording) -> None:
    client.force_login(user("ana"))
    recording.refresh_from_db()
    client.post(reverse("judging:record_submit", args=[recording.uuid]), {"version": recording.version})


def test_match_page_and_start_page_lead_to_the_recording(client, django_capture_on_commit_callbacks):
    assert [ways(client, who) for who in ("ana", "bo", "jo")] == [["Record the game"], ["Record the game"], []]
    assert ways(client, "bo", "/") == []
    before = version(table_1().topic)
    client.force_login(user("ana"))
    with django_capture_on_commit_callbacks(execute=True):
        client.post(address(), FORM)
    assert version(table_1().topic) > before
    for page in ("", "/"):
        assert [ways(client, who, page) for who in ("ana", "bo")] == [["Continue recording"]] * 2
    assert "This game is being recorded" in client.get("/").content.decode()
    logs = reverse("judging:match_logs", args=[table_1().pk])
    assert ways(client, "jo", logs) == ["Continue recording"]


@pytest.mark.parametrize(("detail", "after"), [("full", "Replay"), ("ledger", "Score")])
def test_after_the_end_the_game_takes_the_place_of_recording(client, detail, after):
    recording = recorded(client, detail)
    submitted(client, recording)
    for where in ("", "/"):
        assert [ways(client, who, where) for who in ("ana", "bo")] == [[after]] * 2
    page = client.get(table_1().get_absolute_url()).content.decode()
    target = re.search(rf'href="([^"]+)"><svg[^>]*><use [^>]*/></svg>{after}<', page)
    assert client.get(target.group(1)).status_code == 200


@pytest.mark.parametrize(("verdict", "shown"), [("valid", ["Replay"]), ("malformed", [])])
def test_today_leads_to_the_replay_of_an_uploaded_log(client, fake, verdict, shown):
    report = judged(fake, verdict=verdict)
    assert ways(client, "ana", "/") == []  # the match is still open
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    assert [ways(client, who, "/") for who in ("ana", "bo")] == [shown] * 2
    assert (url("replay", report.submission.uuid) in client.get("/").content.decode()) == bool(shown)


def recorded(client, detail: str) -> Recording:
    """A game, or its score alone, in which Ana concedes."""
    Event.objects.update(recorded_games=detail)
    client.force_login(user("ana"))
    client.post(address(), FORM | {"detail": detail})
    recording = Recording.objects.get()
    concession = {"do": "concede", "player": "A"}
    door = "light_entries" if recording.is_light else "record_enter"
    sent = {"id": "c", "version": recording.version, "by": str(user("ana").pk), "action": concession}
    answer = client.post(reverse(f"judging:{door}", args=[recording.uuid]), sent, content_type="application/json")
    assert answer.status_code == 200, answer.json()
    return recording


def test_who_submitted_an_unfinished_game_may_record_again(client):
    client.force_login(user("ana"))
    client.post(address(), FORM)
    submitted(client, Recording.objects.get())
    assert ways(client, "ana") == ["Record the game"]


def test_a_game_over_on_time_is_shown_before_its_report(client, fake):
    """Time names no winner here: the log waits for the players to report."""
    client.force_login(user("ana"))
    client.post(address(), FORM)
    recording = Recording.objects.get()
    time = {"action": {"do": "time"}, "asPlayed": True}
    sent = {"id": "t", "version": recording.version, "by": str(user("ana").pk), **time}
    client.post(reverse("judging:record_enter", args=[recording.uuid]), sent, content_type="application/json")
    submitted(client, recording)
    work_one(InProcess())
    assert [ways(client, who) for who in ("ana", "bo")] == [["Replay"]] * 2
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    Match.objects.update(state=MatchState.OPEN)  # as a ruling does that has it played again
    assert ways(client, "ana") == ["Record the game"]
