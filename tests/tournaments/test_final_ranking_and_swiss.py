"""The standings of an event with a top cut say that they are of the Swiss rounds, and where the final ranking is."""

import re

import pytest

from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import Event, Match, Result, Role
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing

pytestmark = pytest.mark.django_db


def with_a_cut(state: str) -> Event:
    event = an_event(state, swiss_rounds=1, cut_size=2)
    ana, bo = a_player(event, "ana"), a_player(event, "bo")
    a_round(event, (ana, bo), state="closed")
    event.cut_seeds = [ana.pk, bo.pk]
    event.save(update_fields=["cut_seeds"])
    return event


def figures_on(page: str) -> list[list[str]]:
    """Record, points and GG of each row."""
    return [re.findall(r'<td class="number[^"]*">([^<]*)</td>', row) for row in page.split("<tr>")[2:]]


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


def test_both_rankings_begin_with_a_capital_in_french(client):
    event = with_a_cut("finished")
    page = client.get(f"/events/{event.slug}/standings/", headers={"accept-language": "fr"}).content.decode()
    assert "Rondes suisses</a>" in page
    assert "Classement final</a>" in page


def test_the_final_ranking_is_printed_and_exported_as_shown(client):
    event = with_a_cut("cut")
    keeper = staff(event, Role.OWNER)
    Match.objects.filter(round__event=event).update(state="done")
    Result.objects.create(
        match=Match.objects.get(round__event=event), source="staff", **Score.duel("a", 6, 0).columns()
    )
    final = pairing.pair_round(event_id=event.pk, who=keeper)
    publishing.publish_round(round_id=final.pk, who=keeper)
    enter_result(match_id=final.matches.get().pk, who=keeper, score=Score.duel("b", 0, 6))
    Event.objects.filter(pk=event.pk).update(state="finished", prizes="1: cup\n2: booster")
    here = f"/events/{event.slug}/"
    ranking = client.get(f"{here}report/").content.decode()
    assert f'href="{here}ranking.csv"' in ranking
    assert f'href="{here}print/ranking/"' in ranking
    assert figures_on(ranking) == [["1-0-1", "3", "6"]] * 2
    rows = client.get(f"{here}ranking.csv").content.decode("utf-8-sig").splitlines()
    assert rows == [
        '"rank","player","prize","state","W-D-L","points","GG"',
        '"1","Bo","cup","","1-0-1","3","6"',
        '"2","Ana","booster","","1-0-1","3","6"',
    ]
    printed = client.get(f"{here}print/ranking/").content.decode()
    assert "Final ranking</h1>" in printed
    assert printed.index("Bo") < printed.index("Ana")
    assert figures_on(printed) == figures_on(ranking)
    client.force_login(keeper)
    assert f'href="{here}print/ranking/"' in client.get(f"{here}print/").content.decode()


def test_who_dropped_is_marked_in_the_final_ranking(client):
    event = with_a_cut("cut")
    event.registrations.filter(pk=event.registrations.named().first().pk).update(status="dropped")
    Event.objects.filter(pk=event.pk).update(state="finished")
    here = f"/events/{event.slug}/"
    for page in ("report/", "print/ranking/"):
        assert '<span class="badge">dropped</span>' in client.get(here + page).content.decode()
    assert client.get(f"{here}ranking.csv").content.decode().count('"dropped"') == 1


def test_during_the_cut_the_standings_lead_to_the_bracket(client):
    event = with_a_cut("cut")
    page = client.get(f"/events/{event.slug}/standings/").content.decode()
    assert f'href="/events/{event.slug}/bracket/">See the top cut' in page


def test_without_a_cut_the_standings_are_the_standings(client):
    event = an_event("finished", swiss_rounds=1)
    page = client.get(f"/events/{event.slug}/standings/").content.decode()
    assert "Standings</h1>" in page
    assert "Swiss rounds." not in page
