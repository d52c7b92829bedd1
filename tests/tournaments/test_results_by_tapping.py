"""A result by tapping winner and GG, the same for staff and players; a typed line never guesses the ending."""

import re

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Match, Result, Role, Staff

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def event():
    event = an_event(swiss_rounds=2)
    a_round(event, (a_player(event, "ana"), a_player(event, "bo")), (a_player(event, "cy"), a_player(event, "di")))
    return event


@pytest.fixture
def keeper(event):
    keeper = Person("keeper")
    Staff.objects.create(event=event, user=keeper.user, role=Role.SCOREKEEPER)
    return keeper


def chips(page: str) -> list[str]:
    return re.findall(r'name="score" value="([^"]+)"', page)


def entry(event) -> str:
    return f"/events/{event.slug}/entry/"


def test_two_taps_enter_a_result(event, keeper):
    match = Match.objects.get(table=1)
    page = keeper.sees(entry(event))
    assert f'hx-get="/matches/{match.pk}/pick/b/"' in page
    picked = keeper.sees(f"/matches/{match.pk}/pick/b/")
    assert "b:0:6:glory" in chips(picked)
    answer = keeper.client.post(f"/matches/{match.pk}/enter/", {"score": "b:0:6:glory", "version": 1}, headers=HTMX)
    assert "Table 1: Ana 0\xa0:\xa06 Bo – Bo wins (Gallons of Glory)" in answer.content.decode()
    assert 'data-count="1"' in answer.content.decode()
    result = Result.objects.get()
    assert (result.outcome, result.glory_b, result.ending) == ("b", 6, "glory")


def test_after_the_last_result_one_button_pairs_the_next_round(event, keeper):
    for match in Match.objects.all():
        path = f"/matches/{match.pk}/enter/"
        page = keeper.client.post(path, {"score": "a:6:0:glory"}, headers=HTMX).content.decode()
    assert f'action="/events/{event.slug}/rounds/pair/"' in page
    assert "Pair next round" in page


def test_without_scripts_a_chip_leads_back_to_the_desk(event, keeper):
    match = Match.objects.get(table=1)
    answer = keeper.sends(f"/matches/{match.pk}/enter/", score="draw:0:0:intentional-draw", next=entry(event))
    assert answer.url == entry(event)
    assert Result.objects.get().ending == "intentional-draw"


def test_a_late_tap_says_so_at_the_desk(event, keeper):
    match = Match.objects.get(table=1)
    path = f"/matches/{match.pk}/enter/"
    keeper.client.post(path, {"score": "a:6:0:glory"}, headers=HTMX)
    answer = keeper.client.post(path, {"score": "b:0:3:glory"}, headers=HTMX)
    assert answer.status_code == 409
    assert "already has a final result" in answer.content.decode()
    assert Result.objects.count() == 1


@pytest.mark.parametrize("score", ["x", "a:6:0", "a:six:0:glory", "c:6:0:glory", "a:6:6:glory", ":::"])
def test_a_chip_nobody_offered_is_refused(event, keeper, score):
    match = Match.objects.get(table=1)
    answer = keeper.client.post(f"/matches/{match.pk}/enter/", {"score": score}, headers=HTMX)
    assert answer.status_code == 400
    assert not Result.objects.exists()


def test_players_report_with_the_same_chips(event, client):
    match = Match.objects.get(table=1)
    client.force_login(match.a.user)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert {"a:6:0:glory", "b:0:6:glory", "draw:0:0:intentional-draw"} <= set(chips(page))
    client.post(f"/matches/{match.pk}/report/", {"score": "a:6:0:glory"})
    assert match.reports.get().score() == {"outcome": "a", "glory_a": 6, "glory_b": 0, "ending": "glory"}


@pytest.mark.parametrize("mode", ["duel", "free-for-all"])
def test_a_bye_asks_its_player_for_no_result(mode, client):
    event = an_event(mode=mode)
    match = a_round(event, (a_player(event, "ana"), None)).matches.get()
    client.force_login(match.seats()[0].user)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "bye" in page and f"/matches/{match.pk}/report/" not in page


def test_the_cut_offers_no_draw(event, keeper):
    event.rounds.update(stage="cut")
    match = Match.objects.get(table=1)
    assert "pick/draw" not in keeper.sees(entry(event))
    assert keeper.client.get(f"/matches/{match.pk}/pick/draw/").status_code == 404


@pytest.mark.parametrize(("line", "offers"), [("1 6-2", "tkc"), ("1 3-3", "ti"), ("1 0-0", "ti")])
def test_a_line_without_a_clear_ending_asks(event, keeper, line, offers):
    answer = keeper.sends(entry(event), 400, slip=line)
    page = answer.content.decode()
    assert answer.context["form"].errors.as_data()["slip"][0].code == "ending-missing"
    assert re.findall(r'name="slip" value="([^"]+)"', page) == [f"{line} {letter}" for letter in offers]
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    ("line", "outcome", "ending"),
    [
        ("1 6-0", "a", "glory"),
        ("1 6-2 t", "a", "time"),
        ("1 2-6k", "b", "krosmasters"),
        ("1 2-6 k1", "a", "krosmasters"),
        ("1 4-4 c 2", "b", "concession"),
        ("1 0-0 i", "draw", "intentional-draw"),
        ("1 3-2 2 t", "b", "time"),
    ],
)
def test_a_typed_line_says_how_the_game_ended(event, keeper, line, outcome, ending):
    keeper.sends(entry(event), slip=line)
    result = Result.objects.get()
    assert (result.outcome, result.ending) == (outcome, ending)


def test_the_winner_is_marked_not_the_left_player(event, keeper, client):
    for table, line in ((1, "1 0-6"), (2, "2 6-0")):
        keeper.sends(entry(event), slip=line)
        assert table
    page = client.get(f"/events/{event.slug}/rounds/1/").content.decode()
    winners = re.findall(r'class="[^"]*\bwinner\b[^"]*">(\w+)', page)
    assert winners == ["Bo", "Cy"]


def test_staff_who_play_here_are_asked_to_report(event, keeper):
    match = Match.objects.get(table=1)
    Staff.objects.create(event=event, user=match.a.user, role=Role.SCOREKEEPER)
    keeper.client.force_login(match.a.user)
    page = keeper.sees(f"/matches/{match.pk}/pick/a/")
    assert not chips(page)
    assert "report the result as a player" in page


def test_the_forms_of_the_staff_name_both_players(event, keeper):
    match = Match.objects.get(table=1)
    other = keeper.sees(f"/matches/{match.pk}/?show=other")
    keeper.client.post(f"/matches/{match.pk}/enter/", {"score": "a:6:0:glory"}, headers=HTMX)
    corrected = keeper.sees(f"/matches/{match.pk}/")
    for page in (other, corrected):
        assert "GG of Ana" in page and "GG of Bo" in page
        assert "first player" not in page
    assert "data-holds open>\n  <summary>Other result" in other


def test_a_refused_line_names_the_winner(event, keeper):
    match = Match.objects.get(table=1)
    keeper.client.post(f"/matches/{match.pk}/enter/", {"score": "b:0:6:glory"}, headers=HTMX)
    page = keeper.sends(entry(event), 400, slip="1 5-0").content.decode()
    assert "Ana 0\xa0:\xa06 Bo, Bo wins" in page


def test_both_absent_is_one_tap(event, keeper):
    match = Match.objects.get(table=1)
    picked = keeper.sees(f"/matches/{match.pk}/pick/draw/")
    assert "both-lose:0:0:no-show" in chips(picked) and "Both absent" in picked
    assert "Bo is absent" in keeper.sees(f"/matches/{match.pk}/pick/a/")
    keeper.client.post(f"/matches/{match.pk}/enter/", {"score": "both-lose:0:0:no-show", "version": 1}, headers=HTMX)
    result = Result.objects.get()
    assert (result.outcome, result.ending) == ("both-lose", "no-show")


def test_both_lose_by_glory_says_what_to_choose(event, keeper):
    match = Match.objects.get(table=1)
    fields = {"outcome": "both-lose", "glory_a": 0, "glory_b": 0, "ending": "glory", "version": 1}
    page = keeper.sends(f"/matches/{match.pk}/enter/", 400, **fields).content.decode()
    assert "choose how it ended" in page


def test_players_are_offered_no_absence(event, client):
    match = Match.objects.get(table=1)
    client.force_login(match.a.user)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "no-show" not in page


def test_what_was_entered_stays_listed_and_can_be_undone(event, keeper):
    match = Match.objects.get(table=1)
    keeper.client.post(f"/matches/{match.pk}/enter/", {"score": "a:6:0:glory", "version": 1}, headers=HTMX)
    page = keeper.sees(f"{entry(event)}now/")
    assert "Table 1: Ana 6\xa0:\xa00 Bo – Ana wins" in page
    undo, seen = f"/matches/{match.pk}/undo/", Result.objects.get().pk
    assert f'hx-post="{undo}"' in page and f'name="result" value="{seen}"' in page
    answer = keeper.client.post(undo, {"result": seen}, headers=HTMX).content.decode()
    assert "Table 1, Ana – Bo, is open again." in answer
    assert 'data-count="2"' in answer
    assert not Result.objects.current().exists()
    assert keeper.client.post(undo, {"result": seen}, headers=HTMX).status_code == 409


def test_a_result_that_led_to_pairings_is_not_undone(event, keeper):
    for match in Match.objects.all():
        keeper.client.post(f"/matches/{match.pk}/enter/", {"score": "a:6:0:glory"}, headers=HTMX)
    event.rounds.create(number=2)
    result = Result.objects.first()
    keeper.sends(f"/matches/{result.match_id}/undo/", 409, result=result.pk)
    assert Result.objects.current().count() == 2


def test_the_tapped_side_is_known_to_its_row(event, keeper):
    match = Match.objects.get(table=1)
    assert 'data-pick="b"' in keeper.sees(entry(event))
    assert 'data-side="b"' in keeper.sees(f"/matches/{match.pk}/pick/b/")


def test_a_report_of_a_player_names_the_winner(event, client):
    match = Match.objects.get(table=1)
    client.force_login(match.b.user)
    client.post(f"/matches/{match.pk}/report/", {"score": "a:4:0:glory"})
    assert "You reported: Ana 4\xa0:\xa00 Bo, Ana wins." in client.get(f"/matches/{match.pk}/").content.decode()
