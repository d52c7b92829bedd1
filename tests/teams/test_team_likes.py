"""Likes and copies of other people's teams: once, for a day only so many, and never of a private one."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from teams.lists import services
from teams.models import TeamLike, TeamList
from tests.teams.public import press, share

pytestmark = pytest.mark.django_db


# -- likes -------------------------------------------------------------------------------------------------------


def likes(client: Client, team: TeamList) -> int:
    return int(client.get(team.get_public_url()).context["team"].likes_count)


def test_a_person_likes_a_team_once_and_takes_it_back(client, as_bo, team):
    for _again in range(2):
        assert press(as_bo, team, "like", liked="yes").status_code == 302
    assert likes(client, team) == 1
    assert "Take back like" in as_bo.get(team.get_public_url()).content.decode()
    for _again in range(2):
        press(as_bo, team, "like", liked="no")
    assert likes(client, team) == 0


def test_nobody_likes_their_own_team(as_ana, team):
    press(as_ana, team, "like", liked="yes")
    assert likes(as_ana, team) == 0


@pytest.mark.parametrize("what", ["like", "copy"])
def test_who_is_not_signed_in_is_sent_to_sign_in(client, team, what):
    assert "/accounts/login/" in press(client, team, what).url


@pytest.mark.parametrize("what", ["like", "copy"])
def test_a_private_team_is_neither_liked_nor_copied(as_bo, as_ana, team, what):
    share(as_ana, team, "private")
    assert press(as_bo, team, what).status_code == 404
    assert (TeamLike.objects.count(), TeamList.objects.count()) == (0, 1)


@pytest.mark.parametrize(("what", "made"), [("like", TeamLike), ("copy", TeamList)])
def test_likes_and_copies_are_limited_for_a_day(as_bo, team, what, made, monkeypatch):
    before = made.objects.count()
    monkeypatch.setattr(services, "A_DAY", {"like": 0, "copy": 0})
    cache.clear()
    answer = as_bo.post(reverse(f"teams:{what}-team", args=[team.share_code]), follow=True)
    assert "many times today" in answer.content.decode()
    assert made.objects.count() == before


def test_a_like_of_a_suspended_account_does_not_count(client, as_bo, bo, team):
    press(as_bo, team, "like")
    User.objects.filter(pk=bo.pk).update(is_active=False)
    assert likes(client, team) == 0


# -- copies ------------------------------------------------------------------------------------------------------


def test_a_copy_is_a_private_team_naming_its_first_owner(as_bo, bo, team):
    answer = press(as_bo, team, "copy")
    mine = TeamList.objects.of(bo).get()
    assert answer.url == mine.get_absolute_url()
    assert (mine.figures, mine.name, mine.legality) == (team.figures, "Stasis", team.legality)
    assert (mine.sharing, mine.share_code) == ("private", None)
    page = as_bo.get(answer.url).content.decode()
    assert f'Copied from <a href="{team.get_public_url()}">Stasis</a> by Ana Arcos.' in page


def test_a_copy_stays_when_its_source_is_private_or_gone(as_ana, as_bo, bo, team):
    press(as_bo, team, "copy")
    mine = TeamList.objects.of(bo).get()
    share(as_ana, team, "private")
    page = as_bo.get(mine.get_absolute_url()).content.decode()
    assert "Copied from a team that is not public any more." in page
    assert "Ana" not in page.split("<main")[1]
    team.delete()
    assert as_bo.get(mine.get_absolute_url()).status_code == 200


def test_a_full_shelf_refuses_a_copy(as_bo, bo, team, monkeypatch):
    monkeypatch.setattr("teams.lists.services.MOST_LISTS", 0)
    page = as_bo.post(reverse("teams:copy-team", args=[team.share_code]), follow=True).content.decode()
    assert "maximum number of lists" in page
    assert not TeamList.objects.of(bo).exists()
