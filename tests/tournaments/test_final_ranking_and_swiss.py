"""The standings of an event with a top cut say that they are of the Swiss rounds, and where the final ranking is."""

import pytest

from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def with_a_cut(state: str) -> Event:
    event = an_event(state, swiss_rounds=1, cut_size=2)
    ana, bo = a_player(event, "ana"), a_player(event, "bo")
    a_round(event, (ana, bo), state="closed")
    event.cut_seeds = [ana.pk, bo.pk]
    event.save(update_fields=["cut_seeds"])
    return event


def test_finished_standings_lead_to_the_final_ranking(client):
    event = with_a_cut("finished")
    here = f"/events/{event.slug}/"
    page = client.get(f"{here}standings/").content.decode()
    assert "Standings of the Swiss rounds</h1>" in page
    assert "These are the standings of the Swiss rounds." in page
    assert f'href="{here}report/">See the final ranking' in page
    ranking = client.get(f"{here}report/").content.decode()
    assert "Final ranking</h1>" in ranking
    assert f'href="{here}standings/">Swiss rounds</a>' in ranking
    assert f'<a href="{here}report/"' in client.get(here).content.decode()


def test_during_the_cut_the_standings_lead_to_the_bracket(client):
    event = with_a_cut("cut")
    page = client.get(f"/events/{event.slug}/standings/").content.decode()
    assert f'href="/events/{event.slug}/bracket/">See the top cut' in page


def test_without_a_cut_the_standings_are_the_standings(client):
    event = an_event("finished", swiss_rounds=1)
    page = client.get(f"/events/{event.slug}/standings/").content.decode()
    assert "Standings</h1>" in page
    assert "Swiss rounds." not in page
