"""A page that shows pairings or results follows them; anyone who may see the page may fetch its sections."""

import re

import pytest
from django.urls import reverse

from core.pages import live
from tests.tournaments import worlds
from tournaments.base.views import access
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db
VERSIONS = re.compile(r'data-live="([^"]*)" data-version="([^"]*)"')
SECTION = re.compile(r'data-live="([^"]*)" data-version="[^"]*" data-src="([^"]*)"')


def followed(client, path: str) -> tuple[set[str], str]:
    """By the last section of the page: the one before it is that of the announcements."""
    topics, source = SECTION.findall(client.get(path).content.decode())[-1]
    return set(topics.split()), client.get(source).content.decode()


def test_personal_links_are_live_and_need_no_account(client, match):
    event = match.round.event
    topics, section = followed(client, reverse("tournaments:personal", args=[match.a.link_token]))
    assert topics >= {match.a.topic, f"{event.topic}:pairings", f"{event.topic}:state"}
    assert "figure-big" in section
    assert "<html" not in section


def test_personal_links_are_uncached_and_leak_to_no_other_site(client, match):
    answer = client.get(reverse("tournaments:personal_now", args=[match.a.link_token]))
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["Referrer-Policy"] == "same-origin"


def test_the_run_of_a_player_follows_pairings_and_results(client, match):
    topics, section = followed(client, match.a.get_absolute_url())
    assert topics >= {match.a.topic, f"{match.round.event.topic}:pairings"}
    assert match.get_absolute_url() in section
    assert "<form" not in section


def test_live_updates_keep_a_typed_reason(client, match):
    client.force_login(worlds.staff(match.round.event))
    page = client.get(match.a.get_absolute_url()).content.decode()
    assert 'name="why"' in page
    assert 'name="why"' not in followed(client, match.a.get_absolute_url())[1]


def test_the_rounds_follow_what_is_published(client):
    event = worlds.an_event()
    path = reverse("tournaments:rounds", args=[event.slug])
    topics, section = followed(client, path)
    assert topics >= {f"{event.topic}:rounds", f"{event.topic}:pairings"}
    assert "card-link" not in section
    worlds.a_round(event, (worlds.a_player(event), worlds.a_player(event)))
    assert "card-link" in followed(client, path)[1]


def test_unpublished_rounds_are_hidden_from_players(client):
    event = worlds.an_event()
    worlds.a_round(event, (worlds.a_player(event), worlds.a_player(event)), state="draft")
    path = reverse("tournaments:rounds", args=[event.slug])
    assert "card-link" not in followed(client, path)[1]
    client.force_login(worlds.staff(event))
    assert "card-link" in followed(client, path)[1]


def test_a_result_updates_the_pages_of_both_players(match, django_capture_on_commit_callbacks):
    keeper = worlds.staff(match.round.event)
    before = live.versions([match.a.topic, match.b.topic])
    with django_capture_on_commit_callbacks(execute=True):
        enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 4, 0, "glory"), seen_version=match.version)
    assert all(number > before[topic] for topic, number in live.versions(before).items())


PAGES = ["", "rounds/", "rounds/1/", "standings/", "hall/", "run/", "entry/", "check-in/", "bracket/"]


def test_every_section_shows_the_present_versions(client, match, django_capture_on_commit_callbacks):
    """A topic that is not read before the rows would count as 0, and its section would be asked for twice."""
    event = match.round.event
    with django_capture_on_commit_callbacks(execute=True):
        live.notify(*event.topics(*event.THEMES), match.topic, match.a.topic, match.b.topic)
    client.force_login(worlds.staff(event))
    personal = reverse("tournaments:personal", args=[match.a.link_token])
    paths = [match.get_absolute_url(), match.a.get_absolute_url(), personal]
    for path in [*paths, *(f"{event.get_absolute_url()}{page}" for page in PAGES)]:
        for topics, numbers in VERSIONS.findall(client.get(path).content.decode()):
            present = live.versions(topics.split())
            assert [int(number) for number in numbers.split()] == list(present.values()), (path, topics)
            assert 0 not in present.values()


def test_a_change_while_a_page_is_rendered_is_asked_for(client, match, monkeypatch):
    """The event is read after its topics: what changes after them has a higher number than the page says."""
    event = match.round.event
    called = access.event_called.first

    def changed_before(slug):
        live.announce(topics=event.topics("state"))
        return called(slug)

    monkeypatch.setattr(access.event_called, "first", changed_before)
    shown = dict(VERSIONS.findall(client.get(event.get_absolute_url()).content.decode()))
    assert int(shown[event.topic]) < live.version(event.topic)
