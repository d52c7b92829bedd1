"""A page that did not change costs a 304; whatever it shows that did change, its reader sees."""

import datetime as dt
import re

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from core.pages.live import PEOPLE, notify
from core.pages.page_cache import page_cache
from core.records.audit import record
from tests.tournaments import worlds
from tests.tournaments.test_cached_pages import read, without_tokens
from tournaments.base.views import access
from tournaments.events.services import announcements
from tournaments.models import Event, Role, Round, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import timer

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "csrfmiddlewaretoken"


@pytest.fixture
def reader(client, match) -> Client:
    client.force_login(match.a.user)
    return client


def pages(event: Event) -> list[str]:
    names = ("standings", "cross_table", "charts", "players")
    player = event.registrations.earliest("pk").pk
    return [
        reverse("tournaments:round", args=[event.slug, 1]),
        event.get_absolute_url(),
        reverse("tournaments:breakdown", args=[event.slug, player]),
    ] + [reverse(f"tournaments:{name}", args=[event.slug]) for name in names]


def known(client: Client, path: str) -> str:
    """The tag of the page, once its reader has the cookie of its forms."""
    client.get(path)
    return client.get(path)["ETag"]


def asked_again(client: Client, path: str, tag: str, **headers: str):
    return client.get(path, headers={"If-None-Match": tag, **headers})


def test_an_unchanged_page_is_answered_without_a_body(reader, event):
    for path in pages(event):
        answer = asked_again(reader, path, known(reader, path))
        assert (answer.status_code, answer.content, answer["Cache-Control"]) == (304, b"", "private, no-cache"), path


def test_a_reader_who_lost_the_cookies_gets_forms_that_work(client, event):
    path = pages(event)[0]
    tag = known(client, path)
    assert (asked_again(client, path, tag).status_code, asked_again(Client(), path, tag).status_code) == (304, 200)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_staff_have_their_style_sheet_in_every_language(match, event, language):
    organiser = worlds.staff(event)
    client = Client(headers={"Accept-Language": language})
    visitor, path = client.get(pages(event)[0]), pages(event)[0]
    client.force_login(organiser)
    assert (b"css/run" in visitor.content, b"css/run" in client.get(path).content) == (False, True)


def test_a_result_is_seen_by_everybody(reader, match, event):
    path, organiser = pages(event)[0], worlds.staff(event)
    stranger = Client()
    tags = {each: known(each, path) for each in (reader, stranger)}
    enter_result(match_id=match.pk, who=organiser, score=Score.duel("a", 7, 0))
    for each, tag in tags.items():
        answer = asked_again(each, path, tag)
        assert answer.status_code == 200
        assert "7" in answer.content.decode().split("<table")[1]


def test_a_breakdown_follows_each_result(reader, match, event):
    path = reverse("tournaments:breakdown", args=[event.slug, match.a_id])
    tag, organiser = known(reader, path), worlds.staff(event)
    enter_result(match_id=match.pk, who=organiser, score=Score.duel("a", 7, 0))
    after = asked_again(reader, path, tag)
    assert after.status_code == 200
    assert match.b.shown_name in after.content.decode().split("<table")[1]


def test_a_browser_recognises_a_section_that_it_got_compressed(reader, match, event):
    for number in range(12):
        worlds.a_player(event, name=f"Player {number}")
    for path in (f"/events/{event.slug}/standings/table/", f"/events/{event.slug}/standings/"):
        reader.get(path)
        first = reader.get(path, headers={"Accept-Encoding": "gzip"})
        assert first["Content-Encoding"] == "gzip"
        assert asked_again(reader, path, first["ETag"], **{"Accept-Encoding": "gzip"}).status_code == 304


def test_another_reader_language_or_colour_gets_its_own_page(reader, match, event):
    path = reverse("tournaments:standings", args=[event.slug])
    tag = known(reader, path)
    assert asked_again(reader, path, tag, **{"Accept-Language": "fr"}).status_code == 200
    other = Client()
    other.force_login(match.b.user)
    other.cookies["csrftoken"] = reader.cookies["csrftoken"].value
    assert asked_again(other, path, tag).status_code == 200
    reader.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in asked_again(reader, path, tag).content.decode()


def test_a_new_name_is_on_every_page_again(reader, match, event):
    path = reverse("tournaments:standings", args=[event.slug])
    stranger = Client()
    tag = known(stranger, path)
    User.objects.filter(pk=match.b.user.pk).update(public_name="Nobody else")
    notify(PEOPLE)
    assert "Nobody else" in asked_again(stranger, path, tag).content.decode()


def test_what_moderators_hide_is_gone_from_a_page_once_read(reader, event):
    path = reverse("tournaments:standings", args=[event.slug])
    Event.objects.filter(pk=event.pk).update(name="Rude words")
    tag = known(reader, path)
    assert "Rude words" in reader.get(path).content.decode()
    Event.objects.filter(pk=event.pk).update(hidden_by_moderators=True)
    answer = asked_again(reader, path, tag)
    assert answer.status_code == 200
    assert "Rude words" not in answer.content.decode()


def test_a_lost_right_is_not_answered_with_unchanged(reader, event):
    path = reverse("tournaments:standings", args=[event.slug])
    tag = known(reader, path)
    Event.objects.filter(pk=event.pk).update(state="draft")
    assert asked_again(reader, path, tag).status_code == 404


def test_staff_get_a_page_of_their_own(reader, event):
    path = pages(event)[0]
    tag = known(reader, path)
    reader.force_login(worlds.staff(event))
    answer = asked_again(reader, path, tag)
    assert answer.status_code == 200
    assert b"css/run" in answer.content


STAFF_PAGES = ("run", "entry", "hall", "check_in", "manage_players", "audit_log", "players", "event")


@pytest.fixture
def organiser(client, event, monkeypatch) -> Client:
    monkeypatch.setattr(access, "minute_now", lambda: 100)
    client.force_login(worlds.staff(event))
    return client


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_an_unchanged_staff_page_is_answered_without_a_body(organiser, event, monkeypatch, page):
    path = reverse(f"tournaments:{page}", args=[event.slug])
    tag = known(organiser, path)
    answer = asked_again(organiser, path, tag)
    assert (answer.status_code, answer.content, answer["Cache-Control"]) == (304, b"", "private, no-cache")
    monkeypatch.setattr(access, "minute_now", lambda: 101)
    assert asked_again(organiser, path, tag).status_code == 200


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_what_is_logged_is_on_staff_pages_at_once(organiser, event, page):
    path = reverse(f"tournaments:{page}", args=[event.slug])
    tag = known(organiser, path)
    record("staff-left", who=worlds.a_user(), subject=event, scope=event)
    assert asked_again(organiser, path, tag).status_code == 200


@pytest.mark.parametrize("page", ["run", "entry", "check_in", "manage_players", "audit_log"])
def test_who_lost_a_role_no_longer_gets_the_page(organiser, event, page):
    path = reverse(f"tournaments:{page}", args=[event.slug])
    tag = known(organiser, path)
    Staff.objects.filter(event=event).delete()
    assert asked_again(organiser, path, tag).status_code == 403


def test_a_player_also_on_staff_gets_another_page_per_role(reader, match, event):
    path = reverse("tournaments:players", args=[event.slug])
    tag = known(reader, path)
    Staff.objects.create(event=event, user=match.a.user, role=Role.SCOREKEEPER)
    answer = asked_again(reader, path, tag)
    assert answer.status_code == 200
    Staff.objects.create(event=event, user=match.a.user, role=Role.ORGANISER)
    assert asked_again(reader, path, answer["ETag"]).status_code == 200


@pytest.mark.parametrize("page", STAFF_PAGES)
def test_a_staff_page_with_a_running_clock_is_unchanged(organiser, match, event, page):
    timer.start_timer(played=match.round, who=worlds.staff(event))
    path = reverse(f"tournaments:{page}", args=[event.slug])
    tag = known(organiser, path)
    assert "data-ends-at" in organiser.get(path).content.decode()
    assert asked_again(organiser, path, tag).status_code == 304


CLOCK = re.compile(r"data-(?:ends-at|paused)=[^>]+>")


def test_a_page_changes_with_its_clock_and_not_with_time(reader, match, event):
    who, played = worlds.staff(event), match.round
    steps = (timer.start_timer, timer.pause_timer, timer.resume_timer)
    for path in (pages(event)[0], reverse("tournaments:hall", args=[event.slug])):
        Round.objects.update(started_at=None, paused_at=None, paused_seconds=0)
        tag, clocks = known(reader, path), set()
        for step in steps:
            Round.objects.update(paused_at=F("paused_at") - dt.timedelta(minutes=1))  # so long it was paused
            step(played=played, who=who)
            answer = asked_again(reader, path, tag)
            assert answer.status_code == 200, (path, step)
            clocks.update(CLOCK.findall(answer.content.decode()))
            tag = answer["ETag"]
            assert asked_again(reader, path, tag).status_code == 304, (path, step)
        assert len(clocks) == len(steps)
        timer.extend_table(match=match, who=who, minutes=5)
        assert asked_again(reader, path, tag).status_code == 200


def test_hours_alone_change_nothing_on_pages_without_the_minute(reader, match, event, monkeypatch):
    timer.start_timer(played=match.round, who=worlds.staff(event))
    paths = [reverse("tournaments:hall", args=[event.slug]), *pages(event)]
    paths.remove(event.get_absolute_url())
    before = [without_tokens(read(reader, path)) for path in paths]
    began = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: began() + dt.timedelta(hours=3))
    page_cache.clear()
    assert [without_tokens(read(reader, path)) for path in paths] == before


def test_two_tabs_never_hold_the_same_key_of_a_form(organiser, match, event):
    match.round.matches.update(state="done")  # so that the next round can be paired
    path = reverse("tournaments:run", args=[event.slug])
    first, second = organiser.get(path), organiser.get(path)
    assert "ETag" not in second
    keys = [re.findall(r'name="once" value="(\w+)"', answer.content.decode()) for answer in (first, second)]
    assert all(keys)
    assert set(keys[0]).isdisjoint(keys[1])


def test_what_is_sent_is_never_answered_as_unchanged(organiser, event):
    path = reverse("tournaments:entry", args=[event.slug])
    tag = known(organiser, path)
    answer = organiser.post(path, {"slip": "nonsense"}, headers={"If-None-Match": tag})
    assert (answer.status_code, "ETag" in answer) == (400, False)


def test_news_and_a_started_clock_are_shown_at_once(reader, match, event):
    path = pages(event)[0]
    tag = known(reader, path)
    announcements.announce(event_id=event.pk, who=worlds.staff(event), text="Pizza is here")
    answer = asked_again(reader, path, tag)
    assert "Pizza is here" in answer.content.decode()
    timer.start_timer(played=match.round, who=worlds.staff(event))
    assert "data-ends-at" in asked_again(reader, path, answer["ETag"]).content.decode()


def test_a_page_with_a_message_is_shown_and_not_cached(reader, event):
    path = reverse("tournaments:standings", args=[event.slug])
    tag = known(reader, path)
    reader.cookies["messages"] = "anything"
    answer = asked_again(reader, path, tag)
    assert answer.status_code == 200
    assert "ETag" not in answer


def test_each_page_has_its_own_readers_token_and_name(reader, match, event):
    path = reverse("tournaments:standings", args=[event.slug])
    User.objects.filter(pk=match.a.user.pk).update(public_name="<b>Ana</b>")
    mine, again = (reader.get(path).content.decode() for _ in range(2))
    stranger = Client().get(path).content.decode()
    tokens = [page.split(f'name="{TOKEN}" value="')[1].split('"')[0] for page in (mine, again, stranger)]
    assert len(set(tokens)) == 3
    assert {len(token) for token in tokens} == {64}
    assert '<span class="tool-name">&lt;b&gt;Ana&lt;/b&gt;</span>' in mine
    assert 'tool-name">&lt;b&gt;' not in stranger


def test_the_front_page_is_rendered_again_each_minute(reader, event, monkeypatch):
    path = event.get_absolute_url()
    for minute, status in ((100, 304), (101, 200), (101, 304)):
        if status == 304:
            monkeypatch.setattr(access.time, "time", lambda minute=minute: minute * 60.0)
            tag = known(reader, path)
        monkeypatch.setattr(access.time, "time", lambda minute=minute: minute * 60.0 + 59)
        assert asked_again(reader, path, tag).status_code == status
