"""Results of tables of three and four: reported, agreed, disputed, entered and corrected, through the pages."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.tables import a_free_for_all, published_round, typed
from tests.tournaments.worlds import a_player, staff
from tournaments.models import Match, MatchState, Registration, Result
from tournaments.players.services.dropping import drop
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """Four players at one table of a published round."""
    event, _players = a_free_for_all(4)
    return published_round(event, staff(event)).matches.get()


@pytest.fixture
def sends(client):
    def send(match, player, step, data=None):
        client.force_login(player.user)
        match.refresh_from_db()
        return client.post(f"/matches/{match.pk}/{step}/", {"version": match.version, **(data or {})})

    return send


def state_of(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_result_counts_when_every_other_side_has_agreed(table, sends):
    first, *others = table.seats()
    assert sends(table, first, "report", typed([1, 2, 3, 4], [5, 0, 0, 0])).status_code == 302
    for player in others[:2]:
        sends(table, player, "confirm")
        assert state_of(table) == MatchState.REPORTED
    sends(table, others[2], "confirm")
    assert state_of(table) == MatchState.DONE
    result = table.results.get()
    assert (result.places, result.tallies, result.source) == ([1, 2, 3, 4], [5, 0, 0, 0], "players")


def test_page_shows_the_report_to_the_others(table, sends, client):
    first, second, *_others = table.seats()
    sends(table, first, "report", typed([2, 1, 3, 4], [0, 5, 0, 0]))
    client.force_login(second.user)
    page = client.get(f"/matches/{table.pk}/").content.decode()
    assert f"1. {second.shown_name} (5 GG)" in page
    client.force_login(first.user)
    assert second.shown_name in client.get(f"/matches/{table.pk}/").content.decode()


def test_anybody_at_the_table_can_dispute(table, sends, client):
    first, second, third, _fourth = table.seats()
    sends(table, first, "report", typed([1, 2, 3, 4], [5, 0, 0, 0]))
    sends(table, second, "confirm")
    sends(table, third, "dispute", {"note": "I had 2 GG."})
    assert state_of(table) == MatchState.DISPUTED
    client.force_login(staff(table.round.event))
    page = client.get(f"/matches/{table.pk}/").content.decode()
    assert "I had 2 GG." in page
    sends(table, third, "take-back")
    assert state_of(table) == MatchState.REPORTED


def test_differing_reports_are_a_dispute(table, sends):
    first, second, *_others = table.seats()
    sends(table, first, "report", typed([1, 2, 3, 4], [5, 0, 0, 0]))
    sends(table, second, "report", typed([2, 1, 3, 4], [0, 5, 0, 0]))
    assert state_of(table) == MatchState.DISPUTED


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (typed([1, 2, 2, 3], [5, 0, 0, 0]), "impossible-places"),
        (typed([1, 1, 3, 4], [5, 5, 0, 0]), "shared-first-place"),
        (typed([1, 2, 3, 4], [5, 1, 0, 0]), "glory-needs-losers-without"),
        (typed([1, 2, 3, 4], [0, 0, 0, 0]), "glory-needs-losers-without"),
        (typed([1, 2, 3, 4], [5, 61, 0, 0]), "number-out-of-range"),
        (typed([1, 2, 3, 5], [5, 0, 0, 0]), "invalid_choice"),
        (typed(["", 2, 3, 4], [5, 0, 0, 0]), "required"),
        ({"outcome": "a", "glory_a": 1, "glory_b": 0, "ending": "glory"}, "required"),
    ],
)
def test_impossible_result_of_a_table_is_refused(table, sends, data, code):
    answer = sends(table, table.seats()[0], "report", data)
    errors = answer.context["form"].errors.as_data()
    assert answer.status_code == 400
    assert code in [error.code for list_ in errors.values() for error in list_]
    assert not table.reports.exists()


def test_a_false_win_by_glory_says_what_to_correct(table, sends):
    page = sends(table, table.seats()[0], "report", typed([1, 2, 3, 4], [5, 1, 0, 0])).content.decode()
    assert "correct the GG, or how the game ended (1.4.1)" in page


def test_draw_at_time_shares_first_place(table, sends):
    for player in table.seats():
        sends(table, player, "report", typed([1, 1, 3, 4], [3, 3, 2, 0], "time"))
    assert [row.points for row in standings(table.round.event)] == [4, 4, 1, 0]


def test_staff_enter_a_table_with_an_absent_player(table, sends, client):
    client.force_login(staff(table.round.event))
    data = typed([1, "absent", 2, 3], [5, 0, 0, 0], version=table.version)
    assert client.post(f"/matches/{table.pk}/enter/", data).status_code == 302
    result = Result.objects.get(match=table)
    assert (result.places, result.absent) == ([1, 4, 2, 3], [1])
    rows = {row.player: row for row in standings(table.round.event)}
    assert rows[table.seats()[1].pk].points == 0
    assert "did not come" in client.get(f"/matches/{table.pk}/").content.decode()


def test_table_plays_on_without_a_player_who_drops(table, sends):
    first, second, third, fourth = table.seats()
    for player in (first, second, third):
        sends(table, player, "report", typed([1, 2, 3, 4], [5, 0, 0, 0]))
    assert state_of(table) == MatchState.REPORTED
    drop(registration=fourth, who=fourth.user)
    assert state_of(table) == MatchState.DONE


def test_last_player_at_a_table_is_first(table):
    first, *others = table.seats()
    for player in others:
        drop(registration=player, who=player.user)
    assert state_of(table) == MatchState.DONE
    assert {row.player: row.points for row in standings(table.round.event)}[first.pk] == 6


def test_correction_shows_what_changes_and_is_kept(table, sends, client):
    organiser = staff(table.round.event)
    client.force_login(organiser)
    client.post(f"/matches/{table.pk}/enter/", typed([1, 2, 3, 4], [5, 0, 0, 0], version=table.version))
    state_of(table)
    change = typed([2, 1, 3, 4], [0, 5, 0, 0], version=table.version, why="Seats mixed up.")
    page = client.post(f"/matches/{table.pk}/correct/", change)
    shown = page.content.decode()
    assert page.status_code == 200
    assert f"1. {table.seats()[1].shown_name} (5 GG)" in shown
    assert "6 → 3" in shown
    assert Result.objects.count() == 1
    form = {**change, "then": "keep", "seen_rounds": page.context["seen_rounds"], **page.context["kept"]}
    assert client.post(f"/matches/{table.pk}/correct/", form).status_code == 302
    assert Result.objects.current().get().places == [2, 1, 3, 4]
    assert "corrected" in client.get(f"/matches/{table.pk}/").content.decode()
    audit_log = client.get(f"/events/{table.round.event.slug}/audit-log/")
    assert "1, 2, 3, 4" in audit_log.content.decode()
    assert "2, 1, 3, 4" in audit_log.content.decode()


def test_desk_lists_open_tables_and_undoes_a_result(table, client):
    organiser = staff(table.round.event)
    client.force_login(organiser)
    desk = f"/events/{table.round.event.slug}/entry/"
    assert table.seats()[3].full_name in client.get(desk).content.decode()
    client.post(f"/matches/{table.pk}/enter/", typed([1, 2, 3, 4], [5, 0, 0, 0], version=table.version))
    assert "(5 GG)" in client.get(desk).content.decode()
    client.post(f"/matches/{table.pk}/undo/", {"result": table.results.get().pk})
    assert state_of(table) == MatchState.OPEN


@pytest.mark.parametrize("name", ["place_b", "glory_b", "ending"])
@pytest.mark.parametrize("value", ["\x00", "9" * 400, "-1", "NaN", "\ud83d", "a" * 10_000])
def test_nonsense_about_a_table_reports_nothing(table, client, name, value):
    client.force_login(table.seats()[0].user)
    body = urlencode({**typed([1, 2, 3, 4], [5, 0, 0, 0]), name: value}, errors="surrogatepass")
    answer = client.generic(
        "POST", f"/matches/{table.pk}/report/", body, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 400
    assert not table.reports.exists()


def test_initials_and_the_sentence_share_their_full_stop(table, client, sends):
    first, *_others, last = table.seats()
    last.user.is_minor = True
    last.user.save()
    sends(table, first, "report", typed([1, 2, 3, 4], [5, 0, 0, 0]))
    client.force_login(first.user)
    page = client.get(f"/matches/{table.pk}/").content.decode()
    still = page.partition("Still to confirm: ")[2].partition("<")[0]
    assert still.strip().endswith(", U.")


def test_only_the_players_of_a_table_report(table, sends):
    stranger = a_player(table.round.event)
    assert sends(table, stranger, "report", typed([1, 2, 3, 4], [5, 0, 0, 0])).status_code == 403
    assert sends(table, stranger, "confirm").status_code == 403
    assert not table.reports.exists()


def test_report_of_an_old_page_is_not_confirmed(table, sends, client):
    first, second, third, _fourth = table.seats()
    sends(table, first, "report", typed([1, 2, 3, 4], [5, 0, 0, 0]))
    table.refresh_from_db()
    seen = table.version
    sends(table, first, "report", typed([1, 3, 2, 4], [5, 0, 0, 0]))
    client.force_login(third.user)
    assert client.post(f"/matches/{table.pk}/confirm/", {"version": seen}).status_code == 409
    assert [report.by for report in table.reports.all()] == [first, first]
    assert second not in [report.by for report in table.reports.all()]


def test_players_confirm_or_dispute_the_same_page_at_once(table, sends, client):
    first, second, third, fourth = table.seats()
    sends(table, first, "report", typed([1, 2, 3, 4], [5, 0, 0, 0]))
    table.refresh_from_db()
    seen = {"version": table.version}
    for player, step in ((second, "confirm"), (second, "confirm"), (third, "confirm"), (fourth, "dispute")):
        client.force_login(player.user)
        assert client.post(f"/matches/{table.pk}/{step}/", seen).status_code == 302
    assert [report.says for report in table.reports.all()] == ["result", "agrees", "agrees", "disputes"]


def test_a_slip_of_a_revoked_round_is_refused_in_words(table, client):
    client.force_login(staff(table.round.event))
    client.post(f"{table.round.get_absolute_url()}unpublish/", {"why": "Too early."})
    answer = client.post(f"/matches/{table.pk}/enter/", typed([1, 2, 3, 4], [5, 0, 0, 0], version=table.version))
    assert answer.status_code == 409
    assert "This round is not open for results." in answer.content.decode()


def test_guests_report_and_confirm_through_their_links(client):
    event, _players = a_free_for_all(2)
    guests = [
        Registration.objects.create(event=event, guest_name=name, lot=n, checked_in_at=timezone.now())
        for n, name in ((900, "Ana"), (901, "Bo"))
    ]
    match = published_round(event, staff(event)).matches.get()
    first, second = (reverse("tournaments:personal", args=[guest.link_token]) for guest in guests)
    data = typed([1, 1, 1, 1], [2, 2, 2, 2], "time")
    assert client.post(f"{first}match/{match.pk}/report/", data).status_code == 302
    match.refresh_from_db()
    assert client.post(f"{second}match/{match.pk}/confirm/", {"version": match.version}).status_code == 302
    assert match.reports.count() == 2
