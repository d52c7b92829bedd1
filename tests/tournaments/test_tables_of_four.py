"""Rounds of a free-for-all event: drawn, looked at, swapped, published and taken back."""

import pytest

from core.errors import Refused, Stale
from tests.tournaments.tables import a_free_for_all, drawn_round, published_round, sizes
from tests.tournaments.worlds import a_player, seat, staff
from tournaments.models import ForbiddenPair, Round, RoundState
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, seating
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("players", "threes", "tables"),
    [(7, True, [3, 4]), (14, True, [3, 3, 4, 4]), (5, True, [1, 4]), (14, False, [1, 1, 4, 4, 4]), (3, True, [3])],
)
def test_everybody_sits_at_tables_of_four_or_three(players, threes, tables):
    event, _players = a_free_for_all(players, tables_of_three=threes)
    assert sizes(drawn_round(event, staff(event))) == tables


def test_two_players_are_too_few_for_a_table():
    event, _players = a_free_for_all(2)
    with pytest.raises(Refused) as refusal:
        drawn_round(event, staff(event))
    assert refusal.value.code == "too-few-players"


def test_draft_page_says_how_good_the_tables_are(signed_in):
    event, players = a_free_for_all(7)
    organiser = staff(event)
    drawn = drawn_round(event, organiser)
    page = signed_in(organiser).get(drawn.get_absolute_url()).content.decode()
    assert 'data-code="best-possible"' in page
    assert all(player.shown_name in page for player in players)


def test_a_draft_marks_who_meets_again(signed_in):
    event, players = a_free_for_all(8)
    organiser = staff(event)
    ana, bo, cy, di, *others = players
    first = Round.objects.create(event=event, number=1, state=RoundState.CLOSED, minutes=60)
    second = Round.objects.create(event=event, number=2, state=RoundState.UNPUBLISHED, minutes=60)
    seat(ana, bo, cy, di, round=first, table=1), seat(*others, round=first, table=2)
    seat(ana, bo, *others[:2], round=second, table=1), seat(cy, *others[2:], round=second, table=2)
    page = signed_in(organiser).get(second.get_absolute_url()).content.decode()
    rows = [row.split("</tr>")[0] for row in page.split("<tbody>")[1].split("<tr>")[1:]]
    assert [row.count("badge-warn") for row in rows] == [4, 2]


def test_published_tables_are_on_the_round_page(signed_in, client):
    event, players = a_free_for_all(7)
    played = published_round(event, staff(event))
    assert played.state == RoundState.PUBLISHED
    page = client.get(played.get_absolute_url()).content.decode()
    assert all(player.shown_name in page for player in players)


def test_swapped_players_are_published_as_they_sit(signed_in):
    event, _players = a_free_for_all(8)
    organiser = staff(event)
    drawn = drawn_round(event, organiser)
    first, second = drawn.matches.by_table().seat_lists().values()
    client = signed_in(organiser)
    address = drawn.get_absolute_url()
    swap = {"first": first[0], "second": second[1], "why": "They share a car.", "version": drawn.version}
    assert client.post(f"{address}swap/", swap).status_code == 302
    page = client.get(address).content.decode()
    assert "They share a car." in page
    assert "best-possible" not in page
    drawn.refresh_from_db()
    assert client.post(f"{address}publish/", {"version": drawn.version}).status_code == 302
    assert drawn.matches.by_table().seat_lists()[drawn.matches.by_table()[0].pk][0] == second[1]


def test_published_tables_are_taken_back_and_drawn_again(signed_in):
    event, _players = a_free_for_all(14)
    organiser = staff(event)
    played = published_round(event, organiser)
    client, address = signed_in(organiser), played.get_absolute_url()
    assert client.post(f"{address}unpublish/", {"why": "Too early."}).status_code == 302
    played.refresh_from_db()
    assert client.post(f"{address}redraw/", {"version": played.version, "why": "Ana came."}).status_code == 302
    assert sizes(played) == [3, 3, 4, 4]


def test_large_round_drawn_ahead_is_held_to_the_event(monkeypatch):
    event, _players = a_free_for_all(9)
    organiser = staff(event)
    monkeypatch.setitem(seating.DRAWN_UNDER_THE_LOCK, "tables", 8)

    def and_somebody_arrives(*args, **kwargs):
        ahead = seating.draw_ahead(*args, **kwargs)
        a_player(event)
        return ahead

    monkeypatch.setattr(pairing, "draw_ahead", and_somebody_arrives)
    with pytest.raises(Stale):
        drawn_round(event, organiser)
    assert not event.rounds.exists()
    monkeypatch.setattr(pairing, "draw_ahead", seating.draw_ahead)
    assert sizes(drawn_round(event, organiser)) == [3, 3, 4]


def test_forbidden_pairs_and_clubs_sit_apart():
    event, players = a_free_for_all(8, club_rounds=1)
    for player in players[:2]:
        player.club = "Blue"
        player.save()
    ForbiddenPair.objects.create(event=event, first=players[2], second=players[3])
    drawn = drawn_round(event, staff(event))
    tables = [set(seated) for seated in drawn.matches.seat_lists().values()]
    assert not any({players[0].pk, players[1].pk} <= table for table in tables)
    assert not any({players[2].pk, players[3].pk} <= table for table in tables)


def test_draft_says_who_has_met_before(signed_in):
    event, _players = a_free_for_all(4)
    organiser = staff(event)
    match = published_round(event, organiser).matches.get()
    enter_result(match_id=match.pk, who=organiser, score=Score((1, 2, 3, 4), (5, 0, 0, 0)))
    drawn = drawn_round(event, organiser)
    page = signed_in(organiser).get(drawn.get_absolute_url()).content.decode()
    assert "have met before" in page
    assert "at most 6 points apart" in page
    assert (drawn.rematches, drawn.details.reasons["seating"][2]) == (6, True)
    assert publish_round(round_id=drawn.pk, who=organiser).is_open


def test_two_rounds_drawn_at_once_are_one(signed_in):
    event, _players = a_free_for_all(7)
    client = signed_in(staff(event))
    for _click in range(2):
        assert client.post(f"{event.get_absolute_url()}rounds/pair/", {"once": "a"}).status_code == 302
    assert event.rounds.count() == 1
