"""How much the pages of saved and public teams cost, in queries: numbers that a change must not raise."""

import pytest
from django.test import Client

from tests.teams.public import INDEX, opens, press
from tests.work import queries_of

pytestmark = pytest.mark.django_db


def test_a_public_team_takes_few_queries(as_bo, team):
    url = team.get_public_url()
    assert queries_of(lambda: as_bo.get(url)) <= 6  # session, reader, last use, its number, team, like


def test_an_own_team_takes_few_queries(as_ana, team):
    url = team.get_absolute_url()
    assert queries_of(lambda: as_ana.get(url)) <= 7  # with the facts that its cards lack, and their corrections


@pytest.mark.parametrize("order", ["new", "likes"])
def test_the_list_of_public_teams_takes_few_queries(as_bo, team, order):
    page = as_bo.get(INDEX, {"sort": order})
    assert [row["team"] for row in page.context["rows"]] == [team]
    assert queries_of(lambda: as_bo.get(INDEX, {"sort": order})) <= 6  # with an organiser's list of legal figures


def test_a_like_is_shown_to_the_person_who_likes_alone(as_ana, as_bo, team):
    press(as_bo, team, "like", liked="yes")
    url = team.get_public_url()
    for at, likes in ((as_bo, True), (Client(), False), (as_ana, False), (as_bo, True)):
        page = at.get(url)
        assert (page.context["liked"], "1 like" in page.content.decode()) == (likes, True)


def test_a_hidden_team_is_found_by_its_owner_alone(as_ana, as_bo, team):
    code = team.share_code
    assert opens(as_bo, code) and opens(as_bo, code, "public-team-sheet")
    type(team).objects.filter(pk=team.pk).update(hidden_by_moderators=True)
    assert not opens(as_bo, code) and not opens(as_ana, code, "public-team-sheet")
    assert as_ana.get(team.get_absolute_url()).status_code == 200
    assert as_bo.get(team.get_absolute_url()).status_code == 404
