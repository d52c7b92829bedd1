"""An event shows and records figures with the levels and numbers that its card texts correct."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from judging.models import Recording
from rules.arena.cards import catalogue
from tests.judging.people import listed
from tests.teams.facts_people import known, reviewer
from tests.tournaments import worlds
from tests.tournaments.pools.steps import locked_pool, page_of
from tournaments.lists.services.facts import pin_facts
from tournaments.models import Event, Match, Registration, Role

pytestmark = pytest.mark.django_db
TEAM = ["kivin", "ush", "kassius-kaos", "lil-healey"]
OTHERS = ["nox", "anna-tommy", "king-of-the-gobballs"]
KIVIN = catalogue().by_slug["kivin"]


def correct(**front: Any) -> None:
    body = {"spells": [], "front": front | {"reason": "The card in my hand says so."}}
    known(worlds.a_user("mia"), reviewer(), {"kind": "text", "slug": "kivin", "body": body, "source": "the card"})


def an_event(**fields: Any) -> tuple[Event, Registration, Registration]:
    event = worlds.an_event(name="Open", slug="open", **fields)
    ana, bo = worlds.a_player(event, "ana"), worlds.a_player(event, "bo")
    worlds.a_round(event, (ana, bo))
    pin_facts(event, who=None)
    return event, ana, bo


def as_(user: User | None) -> Client:
    assert user is not None
    client = Client()
    client.force_login(user)
    return client


def level_shown(page: Any) -> int:
    return next(shown.card.level for shown in page.context["cards"] if shown.card.slug == "kivin")


def test_a_list_shows_the_corrected_level():
    correct(level=KIVIN.level + 1)
    event, ana, _bo = an_event()
    listed("ana", *TEAM)
    for path in ("my-list/", f"lists/{ana.pk}/"):
        assert level_shown(as_(ana.user).get(f"{event.get_absolute_url()}{path}")) == KIVIN.level + 1
    judge = as_(worlds.staff(event, Role.JUDGE, "jo"))
    checked = judge.get(reverse("tournaments:deck_check", args=[event.slug, ana.pk])).context["figures"]
    assert [box["level"] for box in checked if box["slug"] == "kivin"] == [KIVIN.level + 1]


def test_a_pool_shows_and_counts_the_corrected_level():
    event, ana, bo = an_event(team_format="limited", limited_kind="sealed", lists_required=True)
    assert bo.user is not None
    locked_pool(ana, bo.user)
    judge = as_(worlds.staff(event, Role.JUDGE, "jo"))
    before = judge.get(page_of(ana))
    assert level_shown(before) == KIVIN.level
    assert [*before.context["reachable"].figures].count("kivin") == 2
    correct(level=KIVIN.level + 1)
    pin_facts(event, who=None)
    after = judge.get(page_of(ana))
    assert level_shown(after) == KIVIN.level + 1
    assert [*after.context["reachable"].figures].count("kivin") == 1


def test_a_corrected_initiative_decides_who_begins():
    correct(initiative=20)
    event, ana, _bo = an_event()
    match = Match.objects.get(round__event=event)
    sent = {"team_a": "\n".join(OTHERS), "team_b": "\n".join(TEAM), "arena": "the-pit", "side_of_a": "south"}
    assert as_(ana.user).post(reverse("judging:record_match", args=[match.pk]), sent).status_code == 302
    header = Recording.objects.get().header
    assert header["players"]["B"]["team"]["b1"] == "kivin"
    assert header["first_player"] == "B"
