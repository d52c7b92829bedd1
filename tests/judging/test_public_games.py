"""Who may open a game: one table, with what strangers are shown, and what ends it again."""

import datetime as dt
import gzip
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core.privacy import personal_data
from judging.logs.services.submission import submit_log
from judging.models import Case, Recording, Report, Submission
from judging.recorder.services.recording import start_recording
from judging.replay.services.public_games import DEMONSTRATION, game_of_the_day
from tests.browser import sample_game
from tests.cases import some_of
from tests.judging.people import player, table_1, user
from tests.judging.public_log import LOG, PAGES, SECRET, a_public_log, as_, opens
from tests.work import queries_of
from tournaments.models import Event, Registration

pytestmark = pytest.mark.django_db

INSIDERS = {"ana": True, "bo": True, "hal": True, "olga": True}  # player, opponent, head judge, owner
OUTSIDERS = ("stranger", "somebody")
CHANGES = {
    "as it is": (lambda log: None, True),
    "the event keeps its games private": (lambda log: Event.objects.update(public_games=False), False),
    "Ana withdraws": (lambda log: Registration.objects.filter(user__username="ana").update(public_games=False), False),
    "Bo withdraws": (lambda log: Registration.objects.filter(user__username="bo").update(public_games=False), False),
    "Bo deletes their account": (lambda log: personal_data.erase(user("bo")), False),
    "Bo is suspended": (lambda log: User.objects.filter(username="bo").update(is_active=False), False),
    "lists are secret and rounds go on": (
        lambda log: Event.objects.update(state="running", lists_required=True, lists_during="opponent"),
        False,
    ),
    "lists are public and rounds go on": (
        lambda log: Event.objects.update(state="running", lists_required=True, lists_during="public"),
        True,
    ),
    "moderators hide the event": (lambda log: Event.objects.update(hidden_by_moderators=True), False),
    "the event is cancelled": (lambda log: Event.objects.update(state="cancelled"), False),
    "an infringement was found": (lambda log: Report._base_manager.filter().update(verdict="invalid"), False),
    "a case is open": (
        lambda log: Case.objects.create(event=log.match.round.event, kind="judge-call", cause="x", match=log.match),
        False,
    ),
}


@pytest.fixture
def log(db) -> Submission:
    return a_public_log()


@pytest.mark.parametrize("change", some_of(CHANGES, 3))
def test_a_game_is_public_only_while_everything_allows_it(log, change):
    happens, is_public = CHANGES[change]
    happens(log)
    for page in PAGES:
        assert [opens(who, log.uuid, page) for who in OUTSIDERS] == [is_public] * 2, page
    listed = Client().get(reverse("judging:gallery"))
    assert (str(log.uuid) in listed.content.decode()) is is_public
    if "Bo" not in change or "withdraws" in change:
        assert {who: opens(who, log.uuid) for who in INSIDERS} == INSIDERS


def test_what_strangers_embed_is_not_opened_by_insiders_alone(log):
    """The embedded page, its picture and a preview show what strangers may see, no matter who asks."""
    Event.objects.update(public_games=False)
    assert [opens(who, log.uuid, page) for who in INSIDERS for page in ("embed", "replay_picture")] == [False] * 8


def test_strangers_get_no_note_no_reason_and_nothing_unknown(log):
    document = json.loads(bytes(log.content))
    document["actions"].append({"do": "correct", "set": {"kamas": {"A": 9}}, "reason": SECRET})
    Submission.objects.filter(pk=log.pk).update(content=json.dumps(document).encode())
    for page in ("replay", "film", "embed", "replay_log"):
        answer = as_("stranger").get(reverse(f"judging:{page}", args=[log.uuid]))
        content = answer.content if page != "film" else gzip.decompress(answer.content)
        assert SECRET.encode() not in content, page
    assert SECRET.encode() in as_("bo").get(reverse("judging:replay_log", args=[log.uuid])).content


def test_a_game_whose_log_names_nobody_is_shown_to_strangers(log):
    document = json.loads(bytes(log.content))
    for each in document["players"].values():
        del each["name"]
    Submission.objects.filter(pk=log.pk).update(content=json.dumps(document).encode())
    assert all(opens("stranger", log.uuid, page) for page in PAGES)


def test_what_a_player_copies_to_share_names_no_minor(log):
    Registration.objects.filter(user__username="ana").update(is_minor=True)
    document = json.loads(bytes(log.content))
    document["players"]["A"]["name"] = "Ana Blanchet"
    User.objects.filter(username="ana").update(public_name="Ana Blanchet")
    Submission.objects.filter(pk=log.pk).update(content=json.dumps(document).encode())
    share = as_("bo").get(reverse("judging:replay", args=[log.uuid])).context["share"]
    assert (share["title"], "Blanchet" in share["code"]) == ("A. B. – Bo", False)


def test_minors_are_shown_and_found_by_their_initials_only(log):
    Registration.objects.filter(user__username="ana").update(is_minor=True)
    User.objects.filter(username="ana").update(public_name="Ana Blanchet")
    stranger = as_("stranger")
    pages = [stranger.get(reverse(f"judging:{page}", args=[log.uuid])).content.decode() for page in ("replay", "embed")]
    pages += [stranger.get("/games/").content.decode(), stranger.get("/games/featured/").content.decode()]
    assert [("Blanchet" in page, "A. B." in page) for page in pages] == [(False, True)] * 4
    document = json.loads(stranger.get(reverse("judging:replay_log", args=[log.uuid])).content)
    assert {each["name"] for each in document["players"].values()} == {"A. B.", "Bo"}
    assert str(log.uuid) not in stranger.get("/games/?player=Blanchet").content.decode()


def test_players_hidden_by_moderators_are_not_found_by_name(log):
    User.objects.filter(username="bo").update(hidden_by_moderators=True)
    assert str(log.uuid) not in Client().get("/games/?player=bo").content.decode()
    assert str(log.uuid) in Client().get("/games/?player=ana").content.decode()


def test_a_replay_is_reported_by_all_who_may_open_it(log):
    there = reverse("accounts:report", args=[f"replay/{log.uuid}/"])
    for is_public, answer in ((True, 200), (False, 404)):
        Event.objects.update(public_games=is_public)
        assert [as_(who).get(there).status_code for who in ("stranger", "bo")] == [answer, 200]


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ("player=bo", True),
        ("player=nobody", False),
        ("event=open", True),
        ("event=closed", False),
        ("figure=no+such+figure", False),
        ("page=99", True),
        ("figure=%00", True),
    ],
)
def test_public_games_are_searched(log, query, is_found):
    page = Client().get(f"/games/?{query}")
    assert page.status_code == 200
    assert (str(log.uuid) in page.content.decode()) is is_found


def test_public_games_are_found_by_a_figure_of_either_team(log):
    figure = next(iter(LOG["players"]["B"]["team"].values()))
    assert str(log.uuid) in Client().get("/games/", {"figure": figure}).content.decode()


def test_a_match_with_two_equal_logs_is_listed_once(log):
    twin = submit_log(
        content=bytes(Submission.objects.defer(None).get().content) + b"\n", submitter=user("bo"), match=table_1()
    )
    Submission.objects.filter(pk=twin.pk).update(state="done")
    report = Report.objects.get(submission=log)
    Report.objects.create(submission=twin, verdict="valid", body=report.body, header=report.header, engine="e")
    assert Client().get("/games/").context["page"].paginator.count == 1


def agrees(who: str, answer: str) -> int:
    return as_(who).post(reverse("judging:public_games", args=["open"]), {"agrees": answer}).status_code


def test_each_player_agrees_for_themselves_and_takes_it_back(log):
    assert agrees("ana", "no") == 302
    assert not player("ana").public_games
    assert player("bo").public_games
    assert agrees("ana", "yes") == 302
    assert player("ana").public_games
    assert (agrees("olga", "yes"), agrees("somebody", "yes")) == (404, 404)


def test_nobody_agrees_where_the_event_keeps_games_private(log):
    Event.objects.update(public_games=False)
    assert agrees("ana", "no") == 302  # taking it back is always possible
    assert agrees("ana", "yes") == 409
    assert not player("ana").public_games


def test_a_player_without_an_account_agrees_by_their_link(log):
    guest = Registration.objects.create(event=Event.objects.get(), guest_name="Gil", lot=99)
    address = reverse("judging:personal_public_games", args=[guest.link_token])
    assert Client().post(address, {"agrees": "yes"}).status_code == 302
    guest.refresh_from_db()
    assert guest.public_games
    assert Client().get(address).status_code == 200
    assert as_("olga").post(address, {"agrees": "no"}).status_code == 403


def test_practice_tables_are_open_by_their_address_and_never_listed(db):
    table = start_recording(header=sample_game.header(), dice="rolled", who=None)
    assert all(opens("stranger", table.replay_uuid, page) for page in PAGES)
    assert str(table.replay_uuid) not in Client().get("/games/").content.decode()


def test_a_recording_of_a_match_is_never_public(log):
    table = start_recording(header=sample_game.header(), dice="rolled", who=None)
    type(table).objects.filter(pk=table.pk).update(match=log.match)
    assert not any(opens("stranger", table.replay_uuid, page) for page in PAGES)


def test_an_empty_site_has_one_example_to_show(db):
    assert all(opens("stranger", DEMONSTRATION, page) for page in PAGES)
    for address in ("/games/", "/games/featured/"):
        assert str(DEMONSTRATION) in Client().get(address).content.decode()


def test_a_visitor_sees_the_example_game_once(db):
    asked = re.search(r'hx-get="(/games/featured/[^"]*)"', Client().get("/").content.decode())
    assert asked and str(DEMONSTRATION) not in Client().get(asked[1]).content.decode()


def test_the_game_of_the_day_is_chosen_without_loading_others(log, django_assert_num_queries):
    with django_assert_num_queries(3) as asked:
        assert game_of_the_day(dt.date(2026, 1, 1)) == log
    assert not any("frozen_standings" in query["sql"] for query in asked.captured_queries)


def test_all_who_may_open_a_recorded_match_may_report_it(log):
    table = Recording.objects.create(header=sample_game.header(), match=log.match)
    page = f"/replay/{table.replay_uuid}/"
    there = reverse("accounts:report", args=[page.removeprefix("/")])
    assert there in as_("bo").get(page).content.decode()
    assert [as_(who).get(there).status_code for who in ("bo", "stranger")] == [200, 404]


def test_only_replays_that_people_played_offer_a_report(log):
    pages = [as_("stranger").get(f"/replay/{uuid}/").content.decode() for uuid in (log.uuid, DEMONSTRATION)]
    assert ["/report/replay/" in page for page in pages] == [True, False]


def test_the_start_page_shows_a_public_game(log):
    assert str(log.uuid) in Client().get("/games/featured/").content.decode()


def test_the_gallery_takes_few_queries(log):
    stranger = Client()
    assert queries_of(lambda: stranger.get("/games/")) <= 6  # numbers, games, seats, players, reports
    Event.objects.update(public_games=False)
    assert queries_of(lambda: stranger.get("/games/")) == 2  # whether one is public, or live
