"""The mode of an event: asked by the form, fixed from round 1 on, and held by the check of lists."""

import pytest
from django.urls import reverse

from tests.tournaments.people import event_fields
from tests.tournaments.seated import an_evening
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.events.models.settings import Mode
from tournaments.events.services.editing import edit_event
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.lists.services.legality import check_list
from tournaments.models import Event

pytestmark = pytest.mark.django_db

FOUR = {"mode": "free-for-all", "points_by_place": "6-3-1-0", "tables_of_three": "on"}
PAIR = ("anna-tommy", "lil-healey")


def created(signed_in, **fields):
    return signed_in(a_user()).post(reverse("tournaments:create"), event_fields(**fields))


def errors_of(answer, name) -> list[str]:
    return [error.code for error in answer.context["form"].errors.as_data()[name]]


def test_free_for_all_event_is_created_with_its_points(signed_in):
    answer = created(signed_in, **FOUR | {"points_by_place": "10 / 6, 3-1", "bye_points": 5, "team_level": 8})
    assert answer.status_code == 302
    event = Event.objects.get()
    assert (event.mode, event.points_by_place, event.bye_points) == (Mode.FREE_FOR_ALL, [10, 6, 3, 1], 5)
    assert (event.team_level, event.tables_of_three) == (8, True)


def test_event_without_a_mode_is_of_duels(signed_in):
    assert created(signed_in).status_code == 302
    assert Event.objects.get().mode == Mode.DUEL


def test_template_of_free_for_all_shows_its_settings(signed_in):
    page = signed_in(a_user()).get(reverse("tournaments:create"), {"from": "free-for-all"}).content.decode()
    assert 'value="6-3-1-0"' in page
    assert "Points for a win:" not in page


def test_template_of_two_against_two_makes_an_event_of_crews(signed_in):
    there = f"{reverse('tournaments:create')}?from=two-v-two"
    client = signed_in(a_user())
    assert "from=two-v-two" in client.get(reverse("tournaments:create")).content.decode()
    page = client.get(there).content.decode()
    assert '<option value="two-v-two" selected>' in page
    assert "two players form a crew" in page
    assert client.post(there, event_fields(mode="two-v-two", cut_size=4, team_level=8)).status_code == 302
    event = Event.objects.get()
    assert (event.format.is_for_crews, event.cut_size, event.team_level) == (True, 4, 8)
    assert not check_list(event, (*PAIR, "bill-tell"), None).is_legal
    assert "Crews" in client.get(event.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    "typed",
    [
        "6-3-1",
        "6-3-1-0-0",
        "1-3-6-9",
        "0-0-0-0",
        "a-b-c-d",
        "6--3-1",
        "1001-1-1-1",
        "1" + "\t" * 100_000 + "1",
        "\x00",
        "٦-٣-١-٠",
    ],
)
def test_points_by_place_that_are_none_are_refused(signed_in, typed):
    answer = created(signed_in, **FOUR | {"points_by_place": typed})
    assert (answer.status_code, errors_of(answer, "points_by_place")) == (400, ["points-by-place"])


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("team_format", "limited", "limited-of-four"),
        ("first_round", "rating", "first-round"),
        ("team_level", 13, "above-most"),
        ("mode", "chess", "invalid_choice"),
    ],
)
def test_what_a_table_of_four_does_not_have_is_refused(signed_in, field, value, code):
    answer = created(signed_in, **FOUR | {field: value})
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    if code != "above-most":
        assert errors_of(answer, field) == [code]


@pytest.mark.parametrize(
    ("field", "value", "code"), [("team_format", "limited", "limited-of-four"), ("team_level", 1, "team-level")]
)
def test_what_crews_do_not_have_is_refused(signed_in, field, value, code):
    answer = created(signed_in, mode="two-v-two", **{field: value})
    assert (answer.status_code, errors_of(answer, field)) == (400, [code])


def test_crews_are_paired_by_rating_in_round_1(signed_in):
    assert created(signed_in, mode="two-v-two", first_round="rating").status_code == 302


def test_a_cut_of_fours_has_sizes_that_fill_its_tables(signed_in):
    answer = created(signed_in, **FOUR, cut_size=8)
    assert errors_of(answer, "cut_size") == ["cut-size-of-four"]
    created(signed_in, **FOUR, cut_size=16, cut_points=9, third_place="on", cut_kind="double")
    event = Event.objects.get()
    assert (event.cut_size, event.cut_points, event.third_place, event.cut_kind) == (16, None, False, "single")
    assert event.has_planned_cut
    assert not an_event(mode=Mode.FREE_FOR_ALL, cut_size=8).has_planned_cut


@pytest.mark.parametrize(("name", "value"), [("mode", "duel"), ("points_by_place", "9-3-1-0"), ("tables_of_three", "")])
def test_mode_and_points_are_fixed_from_round_1_on(signed_in, name, value):
    event = an_event("check-in", mode=Mode.FREE_FOR_ALL)
    organiser = staff(event, "owner")
    for _player in range(4):
        a_player(event)
    change_event_state(event_id=event.pk, who=organiser, to="running")
    address = reverse("tournaments:edit", args=[event.slug])
    initial = {**signed_in(organiser).get(address).context["form"].initial}
    shown = event_fields(**FOUR, name=event.name, swiss_rounds=initial["swiss_rounds"])
    answer = signed_in(organiser).post(address, {**shown, name: value})
    assert answer.status_code in (400, 409)
    event.refresh_from_db()
    assert (event.mode, event.points_by_place, event.tables_of_three) == (Mode.FREE_FOR_ALL, [6, 3, 1, 0], True)


def test_changed_points_are_in_the_audit_log(signed_in):
    event = an_event("registration", mode=Mode.FREE_FOR_ALL)
    organiser = staff(event, "owner")
    edit_event(event_id=event.pk, who=organiser, changes={"points_by_place": [9, 4, 2, 0], "mode": "free-for-all"})
    page = signed_in(organiser).get(reverse("tournaments:audit_log", args=[event.slug])).content.decode()
    assert "9, 4, 2, 0" in page


def test_list_for_a_table_of_four_has_two_figures():
    event = an_event("registration", mode=Mode.FREE_FOR_ALL)
    assert check_list(event, PAIR, None).is_legal
    assert not check_list(event, (*PAIR, PAIR[0]), None).is_legal
    assert not check_list(an_event("registration"), PAIR, None).is_legal


def test_level_of_the_event_holds_for_lists():
    event = an_event("registration", mode=Mode.FREE_FOR_ALL, team_level=12)
    assert not check_list(event, PAIR, None).is_legal


def test_public_page_shows_points_by_place_and_tie_breaks(client):
    event = an_event("registration", mode=Mode.FREE_FOR_ALL)
    page = client.get(event.get_absolute_url()).content.decode()
    assert "points by place: 6-3-1-0" in page
    assert "opponents&#x27; share" in page


def test_programs_read_the_mode(client):
    event = an_event("registration", mode=Mode.FREE_FOR_ALL)
    answer = client.get(f"/api/v1/events/{event.slug}/").json()
    assert (answer["mode"], answer["points_by_place"], answer["tables_of_three"]) == (
        "free-for-all",
        [6, 3, 1, 0],
        True,
    )


def test_pages_say_what_a_table_of_three_gives(client):
    event, players = an_evening()
    here = event.get_absolute_url()
    for page in (here, f"{here}standings/", f"{here}players/{players[0].pk}/breakdown/"):
        shown = client.get(page).content.decode()
        assert "oints by place: 6-3-1-0, at a table of three 6-2-0." in shown, page
        assert "share a place" in shown and "did not come gets none" in shown, page
