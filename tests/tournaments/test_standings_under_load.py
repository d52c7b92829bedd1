"""When a whole hall asks at once, standings are made once a version, and a phone that has them gets no body."""

from unittest import mock

import pytest

from tests.tournaments.worlds import a_match, a_player, staff
from tournaments.base.views import windows
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.standings import views as standings

pytestmark = pytest.mark.django_db(transaction=True)


def test_standings_are_rendered_once_per_version_and_use_etags(client):
    match = a_match()
    event = match.round.event
    keeper = staff(event)
    path = f"/events/{event.slug}/standings/table/"
    with mock.patch.object(standings, "standings_table", wraps=standings.standings_table) as made:
        etag = client.get(path)["ETag"]
        assert client.get(path).status_code == 200
        assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
        assert made.call_count == 1
        enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 4, 0))
        answer = client.get(path, headers={"If-None-Match": etag})
        assert (answer.status_code, made.call_count) == (200, 2)
        assert answer["ETag"] != etag


@pytest.mark.parametrize("odd", ["0", "-1", "x", "99999"])
def test_an_odd_page_number_shows_nobody_else_another_page(client, monkeypatch, odd):
    monkeypatch.setattr(windows, "ROWS", 2)
    event = a_match().round.event
    a_player(event)
    path = f"/events/{event.slug}/standings/table/"
    first, second = (client.get(path, {"page": number}).content for number in ("1", "2"))
    assert client.get(path, {"page": odd}).content in (first, second)
    assert [client.get(path, {"page": number}).content for number in ("", "1", "2")] == [first, first, second]
