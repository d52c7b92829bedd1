"""Pages that only show something show it by themselves: no script has to fetch it."""

import pytest
from django.urls import reverse

from tests.tournaments.worlds import a_match

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["standings", "round"])
def test_standings_and_pairings_come_with_their_page(client, page):
    match = a_match()
    number = [match.round.number] if page == "round" else []
    shown = client.get(reverse(f"tournaments:{page}", args=[match.a.event.slug, *number])).content.decode()
    assert match.a.shown_name in shown


def test_match_logs_are_a_link_without_scripts(client):
    match = a_match()
    client.force_login(match.a.user)
    page = client.get(match.get_absolute_url()).content.decode()
    assert f'<a href="{reverse("judging:match_logs", args=[match.pk])}">' in page
