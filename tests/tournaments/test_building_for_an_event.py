"""A team that is built for an event is submitted from the builder."""

import html
import re

import pytest
from django.urls import reverse

from tests.tournaments.worlds import a_player, an_event

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
ILLEGAL = ["bill-tell"]


@pytest.fixture
def me(client):
    player = a_player(an_event("registration", lists_required=True), "ana")
    client.force_login(player.user)
    return player


def builder(client, me, figures, **fields):
    """The page to which the link of the list page leads, with these figures put in."""
    page = client.get(reverse("tournaments:my_list", args=[me.event.slug])).content.decode()
    link = html.unescape(re.search(r'href="(/teams/build/\?[^"]+)"', page).group(1))
    return client.get(f"{link}&" + "&".join(f"f={slug}" for slug in figures), **fields).content.decode()


def submitted(client, me, page):
    text = html.unescape(re.search(r'name="text" value="([^"]*)" form="submit-list"', page).group(1))
    address = re.search(r'<form id="submit-list" method="post" action="([^"]+)"', page).group(1)
    return client.post(address, {"text": text})


def test_a_team_built_for_an_event_is_submitted_there(client, me):
    answer = submitted(client, me, builder(client, me, LEGAL))
    assert answer.url == reverse("tournaments:my_list", args=[me.event.slug])
    assert me.lists.current().get().figures == LEGAL
    assert me.lists.current().get().legal


def test_a_submitted_team_gets_the_verdict_of_its_event(client, me):
    submitted(client, me, builder(client, me, ILLEGAL))
    assert not me.lists.current().get().legal


def test_a_submitted_list_is_changed_in_the_builder(client, me):
    submitted(client, me, builder(client, me, LEGAL[:3]))
    submitted(client, me, builder(client, me, LEGAL[3:]))
    assert sorted(me.lists.current().get().figures) == sorted(LEGAL)


def test_each_change_of_a_team_keeps_its_event(client, me):
    step = {"event": me.event.slug, "f": LEGAL[:3], "add": LEGAL[3]}
    fragment = client.get(reverse("teams:build"), step, headers={"HX-Request": "true"})
    assert f"event={me.event.slug}" in fragment["HX-Push-Url"]
    assert 'form="submit-list"' in fragment.content.decode()
    assert f"event={me.event.slug}" in client.post(reverse("teams:build"), step).url


def test_a_shared_link_is_for_no_event(client, me):
    page = builder(client, me, LEGAL)
    shared = re.search(r'id="share" readonly value="([^"]+)"', page).group(1)
    assert "event=" not in shared and "bad-aboum" in shared


@pytest.mark.parametrize("event", ["", "no such", "../..", "x" * 300, "\x00"])
def test_a_builder_without_a_true_event_offers_no_submission(client, me, event):
    page = client.get(reverse("teams:build"), {"event": event, "f": LEGAL})
    assert (page.status_code, "submit-list" in page.content.decode()) == (200, False)


def test_visitors_of_the_builder_sign_in_before_they_submit(client):
    assert "submit-list" not in client.get(reverse("teams:build"), {"event": "open", "f": LEGAL}).content.decode()
