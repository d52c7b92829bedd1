"""Whole free-for-all events of 7 and of 14 players, from the check-in to the final ranking, through the pages."""

from fractions import Fraction

import pytest

from tests.tournaments.tables import Hall, typed
from tests.tournaments.worlds import a_player
from tournaments.cut.services.seeding import final_ranks
from tournaments.models import Match, MatchState, Registration
from tournaments.players.services.dropping import drop
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db


def test_seven_players_with_late_entry_drop_dispute_and_correction(client):
    hall = Hall(client, 7)
    hall.moves("running")
    four, three = sorted(hall.publishes(1), key=lambda match: -len(match.seats()))
    hall.posts(f"{hall.here}rounds/1/clock/start/")
    assert "Round ends at" in hall.sees(f"{hall.here}rounds/1/clock/")
    hall.agrees(four, [1, 2, 3, 4])
    first, second, third = three.seats()
    hall.posts(f"/matches/{three.pk}/report/", first.user, **typed([1, 2, 3], [4, 0, 0]))
    three.refresh_from_db()
    hall.posts(f"/matches/{three.pk}/dispute/", third.user, version=three.version, note="I won.")
    three.refresh_from_db()
    assert three.state == MatchState.DISPUTED
    hall.posts(f"/matches/{three.pk}/enter/", version=three.version, **typed([2, 3, 1], [0, 0, 4]))
    assert sorted(hall.points().values()) == [0, 0, 1, 2, 3, 6, 6]

    late = a_player(hall.event, entered_round=2)
    drop(registration=second, who=second.user)
    tables = hall.publishes(2)
    assert sorted(len(match.seats()) for match in tables) == [3, 4]
    small = next(match for match in tables if len(match.seats()) == 3)
    assert late not in small.seats()
    for match in tables:
        hall.agrees(match, list(range(1, len(match.seats()) + 1)))

    _is_corrected(hall, three, first)

    for match in hall.publishes(3):
        hall.agrees(match, [1, 1, 3, 4][: len(match.seats())], [3, 3, 1, 0][: len(match.seats())], "time")
    hall.moves("finished")
    ranked = final_ranks(hall.event)
    assert len(ranked) == 8
    assert [rank for rank, _player in ranked] == list(range(1, 9))
    _is_shown(hall, first)


def _is_corrected(hall, match, winner):
    before = hall.points()[winner.pk]
    match.refresh_from_db()
    change = {"version": match.version, "why": "Read wrongly.", **typed([1, 3, 2], [4, 0, 0])}
    hall.client.force_login(hall.organiser)
    preview = hall.client.post(f"/matches/{match.pk}/correct/", change)
    assert "Published since then" in preview.content.decode()
    hall.posts(f"/matches/{match.pk}/correct/", then="keep", **change)
    assert hall.points()[winner.pk] == before + 4


def _is_shown(hall, player):
    page = hall.sees(f"{hall.here}standings/")
    assert all(one.shown_name in page for one in Registration.objects.filter(event=hall.event).named())
    opened = hall.sees(f"{hall.here}players/{player.pk}/breakdown/")
    assert "place 1 of 3" in opened
    assert "shared place 1" in opened or "place 3 of" in opened
    hall.sees(f"{hall.here}standings/2/")
    hall.sees(f"{hall.here}report/")


def test_fourteen_players_rarely_meet_again_in_three_rounds(client):
    hall = Hall(client, 14)
    hall.moves("running")
    for number in (1, 2, 3):
        tables = hall.publishes(number)
        assert sorted(len(match.seats()) for match in tables) == [3, 3, 4, 4]
        for match in tables:
            hall.posts(
                f"/matches/{match.pk}/enter/",
                version=match.version,
                **typed([1, 2, 3, 4][: len(match.seats())], [5, 0, 0, 0][: len(match.seats())]),
            )
    rows = standings(hall.event)
    assert sum(row.points for row in rows) == 3 * (2 * 10 + 2 * 8)
    assert hall.event.rounds.get(number=2).rematches == 0
    assert all(Fraction(0) < row.value("opponents-share") < 1 for row in rows)
    hall.moves("finished")


def test_ten_players_meet_again_once_as_the_draft_says(client):
    hall = Hall(client, 10)
    hall.moves("running")
    for match in hall.publishes(1):
        hall.enters(match, [1, 2, 3, 4][: len(match.seats())])
    hall.posts(f"{hall.here}rounds/pair/")
    drawn = hall.event.rounds.get(number=2)
    assert drawn.rematches == 1
    page = hall.sees(drawn.get_absolute_url())
    assert page.count("has sat at a table of three before") == 4
    assert "for each turn there" in page


def test_fours_only_give_every_bye_once(client):
    hall = Hall(client, 7, tables_of_three=False, swiss_rounds=2)
    hall.moves("running")
    with_bye = []
    for number in (1, 2):
        (match,) = hall.publishes(number)
        hall.agrees(match, [1, 2, 3, 4])
        byes = Match.objects.filter(round__number=number, round__event=hall.event, bye=True)
        with_bye += [player for players in byes.seat_lists().values() for player in players]
    assert len(set(with_bye)) == len(with_bye) == 6
    assert sum(hall.points().values()) == 2 * 10 + 6 * 3
