"""Standings show how often each player won, drew and lost; at tables of four, in which places their tables ended."""

import csv
import io

import pytest
from django.urls import reverse

from tests.tournaments import seated
from tests.tournaments.duels import duel
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.core import scoring
from tournaments.models import Event, Round
from tournaments.results.services.entry import amend_result, enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db
R = scoring.Result


def test_byes_count_as_won_and_missed_rounds_as_lost():
    results = [
        duel(1, "ana", "bo", "a", 6, 0),
        duel(2, "cy", "ana", "draw", 0, 0, "intentional-draw"),
        R.bye(3, "ana"),
        R.missed(4, "ana"),
        duel(5, "ana", "bo", "b", ending="no-show"),
        duel(6, "ana", "bo", "both-lose"),
    ]
    records = scoring.records(results, scoring.SCORING)
    assert records["ana"].counts == (2, 1, 3)
    assert records["bo"].counts == (1, 0, 2)


def test_tables_of_four_count_each_place():
    def table(number: int, *places: int) -> R:
        return R(number, tuple("abcd"), places, (0, 0, 0, 0))

    results = [table(1, 1, 2, 3, 4), table(2, 1, 1, 3, 4), R.bye(3, "a")]
    records = scoring.records(results, scoring.PointsByPlace())
    assert [records[name].counts for name in "abcd"] == [(2, 0, 0, 0), (1, 1, 0, 0), (0, 0, 2, 0), (0, 0, 0, 2)]


@pytest.fixture
def played() -> Round:
    """Ana beat Bo, Cy and Di drew; round 2 is published, so the standings of round 1 are kept."""
    event = an_event(swiss_rounds=3)
    ana, bo, cy, di = (a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    first, owner = a_round(event, (ana, bo), (cy, di)), staff(event)
    for match, score in zip(
        first.matches.order_by("table"), (Score.duel("a", 3, 0), Score.duel("draw", 3, 3, "time")), strict=True
    ):
        enter_result(match_id=match.pk, who=owner, score=score)
    publish_round(round_id=a_round(event, (ana, cy), (bo, di), state="draft").pk, who=owner)
    return Round.objects.get(pk=first.pk)


def records(client, event: Event, name: str, *args) -> dict[str, str]:
    sheet = client.get(reverse(f"tournaments:{name}", args=[event.slug, *args])).content.decode("utf-8-sig")
    return {
        row["player"]: "-".join((row["won"], row["drawn"], row["lost"])) for row in csv.DictReader(io.StringIO(sheet))
    }


def test_published_standings_keep_their_records(client, played):
    expected = {"Ana": "1-0-0", "Bo": "0-0-1", "Cy": "0-1-0", "Di": "0-1-0"}
    assert records(client, played.event, "standings_csv_after", 1) == expected
    amend_result(match=played.matches.get(table=1), who=staff(played.event), score=Score.duel("b", 0, 3), why="misread")
    assert records(client, played.event, "standings_csv_after", 1) == expected
    assert records(client, played.event, "standings_csv")["Ana"] == "0-0-1"


def test_standings_older_than_records_count_as_uncorrected(client, played):
    rows = [{name: value for name, value in row.items() if name != "record"} for row in played.details.frozen_standings]
    played.keep(frozen_standings=rows)
    page = client.get(reverse("tournaments:standings_after", args=[played.event.slug, 1])).content.decode()
    assert "notice-warn" not in page
    assert records(client, played.event, "standings_csv_after", 1)["Cy"] == "0-1-0"
    amend_result(match=played.matches.get(table=1), who=staff(played.event), score=Score.duel("b", 0, 3), why="misread")
    assert records(client, played.event, "standings_csv_after", 1)["Ana"] == "--"


def test_page_and_paper_of_tables_show_places(client):
    event, players = seated.an_evening()
    name = players[0].shown_name
    for page in ("standings", "print_standings"):
        shown = client.get(reverse(f"tournaments:{page}", args=[event.slug])).content.decode()
        row = next(row for row in shown.split("<tr")[2:] if name in row)
        assert ">1-0-0-0</td>" in row
    sheet = client.get(reverse("tournaments:standings_csv", args=[event.slug])).content.decode("utf-8-sig")
    assert next(row for row in csv.reader(io.StringIO(sheet)) if row[1] == name)[-4:] == ["1", "0", "0", "0"]
