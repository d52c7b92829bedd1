"""What pages, prints, files and the API say of a table with three or four seats."""

import csv
import io
import json

import pytest
from django.urls import reverse
from jsonschema import Draft202012Validator

from core.errors import Invalid
from tests.database import standing
from tests.tournaments.seated import a_round_of_tables, an_evening, at_tables, settled
from tests.tournaments.test_api import client_of
from tests.tournaments.worlds import a_user, staff
from tools.document_schemas import path_of
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.mail.services.mail import notify_pairings
from tournaments.models import MailChoice, Match, OutgoingMail, RoundState
from tournaments.privacy import export
from tournaments.results.services.own_games import own_events
from tournaments.standings.services.player_record import games_of
from tournaments.standings.services.ranking import standings
from tournaments.standings.services.table import cross_table

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    with standing(an_evening, django_db_blocker) as (event, _players):
        yield event


def names_of(event):
    return {player.user.username.rstrip("0123456789"): player.shown_name for player in event.registrations.named()}


def rows_of(page):
    """The lines of a table as lists of words, for pages whose words matter and not their markup."""
    return [" ".join(part.split()) for part in page.split("<tr")]


def test_hall_names_everybody_at_a_table(client, evening):
    page = client.get(f"/events/{evening.slug}/hall/").content.decode()
    assert all(name in page for name in names_of(evening).values())


def test_print_by_name_lists_all_opponents(client, evening):
    page = client.get(f"/events/{evening.slug}/print/pairings/1/by-name/").content.decode()
    names = names_of(evening)
    line = next(row for row in rows_of(page) if f'row-title">{names["ana"]}<' in row)
    assert ", ".join(names[other] for other in ("bo", "cleo", "di")) in line


def test_slip_has_a_line_for_each_seat(signed_in, evening):
    page = signed_in(staff(evening)).get(f"/events/{evening.slug}/print/slips/1/").content.decode()
    assert page.count('<td class="slip-sign">') == 7
    blank = signed_in(staff(evening)).get(f"/events/{evening.slug}/print/slips/blank/").content.decode()
    assert blank.count('<td class="slip-sign">') == 16


def test_personal_link_shows_who_sits_where(client, evening):
    player = evening.registrations.get(user__username__startswith="ana")
    page = client.get(f"/events/me/{player.link_token}/").content.decode()
    assert all(names_of(evening)[name] in page for name in ("ana", "bo", "cleo"))
    assert names_of(evening)["di"] not in page


def test_players_page_lists_places_and_company(client, evening):
    player = evening.registrations.get(user__username__startswith="bo")
    first, second = games_of(player)
    assert (first.outcome, first.place, first.glory, len(first.others)) == ("placed", 2, 4, 3)
    assert (second.outcome, second.place, len(second.others)) == ("", None, 2)
    page = client.get(player.get_absolute_url()).content.decode()
    assert "2nd place" in page
    assert all(f"/players/{other.pk}/" in page for other in first.others)


def test_a_shared_first_place_is_a_draw(evening):
    players = {name: evening.registrations.get(user__username__startswith=name) for name in ("ana", "eve", "gus")}
    assert [games_of(players[name])[0].outcome for name in players] == ["win", "draw", "placed"]


def test_own_events_show_place_and_company(evening):
    player = evening.registrations.get(user__username__startswith="ana")
    (own,) = own_events([player])
    names = names_of(evening)
    assert own.company == f"You play {names['bo']} and {names['cleo']}"
    assert [(game.outcome, game.score) for game in own.games] == [("won", "place 1 of 4, 8 GG")]


def test_sheet_of_results_has_a_line_for_each_seat(client, evening):
    data = client.get(f"/events/{evening.slug}/results.csv").content.decode("utf-8-sig")
    header, *lines = csv.reader(io.StringIO(data))
    assert header == ["round", "table", "seat", "side", "player", "place", "GG", "how"]
    assert ["1", "1", "1", "1", names_of(evening)["ana"], "1", "8", "Gallons of Glory"] in lines
    assert len([line for line in lines if line[0] == "1"]) == 8


def test_cross_table_shows_place_and_size(evening):
    rounds, rows = cross_table(evening)
    cells = {row.name: row.cells for row in rows}
    names = names_of(evening)
    assert rounds == [1, 2]
    assert [cells[names[name]][0] for name in ("ana", "eve", "gus", "hal")] == ["1/4", "1=/3", "3/3", "+"]


def test_charts_follow_the_points_at_tables(client, evening):
    page = client.get(f"/events/{evening.slug}/charts/").content.decode()
    assert names_of(evening)["ana"] in page


def test_a_program_reads_seats_with_places_and_tallies(evening):
    match = Match.objects.get(round__event=evening, round__number=1, table=1)
    answer = client_of().get(f"/api/v1/matches/{match.pk}/").json()
    assert (answer["a"], answer["b"], answer["result"]["outcome"], answer["result"]["glory_a"]) == (
        None,
        None,
        None,
        None,
    )
    assert [(seat["number"], seat["place"], seat["tally"]) for seat in answer["seats"]] == [
        *((1, 1, 8), (2, 2, 4), (3, 3, 0), (4, 4, 0))
    ]
    (first, *_rest) = client_of().get(f"/api/v1/events/{evening.slug}/rounds/1/pairings/").json()
    assert (first["a"], first["b_id"], len(first["seats"])) == (None, None, 4)
    assert first["seats"][0]["tally"] == 8
    assert first["score"] == f"{names_of(evening)['ana']} wins · Gallons of Glory"


def test_e_mail_names_everybody_at_the_table():
    event, players = at_tables(players=4)
    MailChoice.objects.create(user=players[0].user, pairing=True)
    notify_pairings(event, a_round_of_tables(event, players))
    names = [player.shown_name for player in players[1:]]
    assert f"Table 1 against {names[0]}, {names[1]} and {names[2]}." in OutgoingMail.objects.get().body


def test_own_data_holds_games_at_tables(evening):
    player = evening.registrations.get(user__username__startswith="ana")
    keeper = staff(evening)
    evening.rounds.get(number=1).matches.get(table=1).results.update(by=keeper)
    assert export(player.user)["registrations"][0]["games"][0][:3] == (1, "win", 8)
    assert export(keeper)["results_entered"][0]["places"] == [1, 2, 3, 4]


def bytes_of(document):
    return json.dumps(document).encode()


def exported(event):
    return json.loads(json.dumps(export_event(event)))


def test_an_event_at_tables_is_exported_whole(evening):
    document = exported(evening)
    assert document["format"] == "krosmaster-event/2"
    schema = Draft202012Validator(json.loads(path_of("krosmaster-event-2").read_text("utf-8")))
    assert [error.json_path for error in schema.iter_errors(document)] == []
    copy = import_event(data=bytes_of(document), who=a_user())
    assert [(row.rank, row.points) for row in standings(copy)] == [(row.rank, row.points) for row in standings(evening)]
    again = exported(copy)
    for part in ("seats", "results", "matches"):
        assert [without_numbers(row) for row in again[part]] == [without_numbers(row) for row in document[part]]


def without_numbers(row):
    return {name: value for name, value in row.items() if name not in {"id", "match", "round", "registration"}}


def seat_gone(document):
    document["seats"].remove(next(seat for seat in document["seats"] if seat["match"] == document["matches"][0]["id"]))


@pytest.mark.parametrize(
    "damage",
    [
        seat_gone,
        lambda d: d["seats"][0].update(number=4),
        lambda d: d["seats"][0].update(side=2),
        lambda d: d["seats"][0].update(match=999_999),
        lambda d: d["seats"][0].update(round=d["rounds"][1]["id"]),
        lambda d: d["seats"][0].update(registration=d["seats"][1]["registration"]),
        lambda d: d["results"][0].update(places=[1, 2, 2, 3]),
        lambda d: d["results"][0].update(places=[1, 2, 3]),
        lambda d: d["results"][0].update(places="1234"),
        lambda d: d["results"][0].update(tallies=[8, 4, 0, 61]),
        lambda d: d["results"][0].update(absent=[4]),
        lambda d: d["results"][0].update(absent=["0"]),
        lambda d: d["matches"][0].update(bye=True),
        lambda d: d["event"].update(points_by_place=[1, 2, 3, 4]),
        lambda d: d["event"].update(points_by_place=6),
        lambda d: d["event"].update(mode="duel"),
        lambda d: d["event"].update(mode="two-v-two"),
        lambda d: d.pop("event"),
        lambda d: d["seats"][0].pop("number"),
    ],
)
def test_a_table_that_no_event_can_have_is_refused(evening, damage):
    document = exported(evening)
    damage(document)
    who = a_user()
    with pytest.raises(Invalid):
        import_event(data=bytes_of(document), who=who)


def test_the_format_of_duels_mentions_duels_alone(evening):
    document = exported(evening) | {"format": "krosmaster-event/1", "matches": [], "seats": [], "results": []}
    with pytest.raises(Invalid) as caught:
        import_event(data=bytes_of(document), who=a_user())
    assert "/event/mode" in str(caught.value.message)


def test_an_absent_player_has_no_place(client):
    event, players = at_tables(players=4)
    played = a_round_of_tables(event, players, state=RoundState.PUBLISHED)
    settled(played.matches.get(), [1, 2, 3, 4], [6, 0, 0, 0], absent=[3])
    page = client.get(played.get_absolute_url()).content.decode()
    assert page.count("did not come") == 1
    sheet = client.get(reverse("tournaments:results_csv", args=[event.slug])).content.decode("utf-8-sig")
    assert sheet.splitlines()[-1].endswith('"","","did not come"')
    (game,) = games_of(players[3])
    assert (game.outcome, game.place, game.glory, game.ending) == ("loss", None, None, "did not come")
    assert own_events([players[3]])[0].games[0].score == "did not come"
    assert client.get(players[3].get_absolute_url()).status_code == 200
