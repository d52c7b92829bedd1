"""Results typed from slips: errors stay in the form and show the current result."""

import pytest

from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event
from tournaments.models import Result, Role, RoundState, Staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = an_event()
    a_round(event, (a_player(event, "ana"), a_player(event, "bo")))
    return event


@pytest.fixture
def keeper(event):
    keeper = Person("keeper")
    Staff.objects.create(event=event, user=keeper.user, role=Role.SCOREKEEPER)
    return keeper


def test_an_unknown_table_is_a_field_error(event, keeper):
    answer = keeper.sends(f"/events/{event.slug}/entry/", 400, slip="99 6-2 t")
    page = answer.content.decode()
    assert answer.context["form"].errors.as_data()["slip"][0].code == "no-such-table"
    assert 'value="99 6-2 t"' in page
    assert "autofocus" in page.split("</main>")[0]


def test_a_settled_table_shows_its_result_and_correction_link(event, keeper):
    keeper.sends(f"/events/{event.slug}/entry/", slip="1 6-2 t")
    answer = keeper.sends(f"/events/{event.slug}/entry/", 400, slip="1 5-2 t")
    page = answer.content.decode()
    assert answer.context["form"].errors.as_data()["slip"][0].code == "already-settled"
    assert "Ana 6\xa0:\xa02 Bo" in page
    assert event.rounds.get().matches.get().get_absolute_url() in page
    assert 'value="1 5-2 t"' in page
    assert Result.objects.count() == 1


def test_a_slip_without_a_round_is_a_form_error(keeper, event):
    event.rounds.update(state=RoundState.CLOSED)
    keeper.sends(f"/events/{event.slug}/entry/", 400, slip="1 6-2 t")


@pytest.mark.parametrize(
    ("path", "more"), [("enter", {}), ("correct", {"then": "keep", "why": "a slip", "version": 0})]
)
def test_errors_describe_the_current_result(event, keeper, path, more):
    match = event.rounds.get().matches.get()
    fields = {"outcome": "a", "glory_a": 6, "glory_b": 2, "ending": "time"}
    keeper.sends(f"/matches/{match.pk}/enter/", **fields)
    page = keeper.sends(f"/matches/{match.pk}/{path}/", 409, **fields, **more).content.decode()
    assert "Ana 6\xa0:\xa02 Bo" in page
    assert "glory_a" not in page


def test_a_stale_form_shows_the_new_reports(event, keeper, client):
    match = event.rounds.get().matches.get()
    fields = {"outcome": "a", "glory_a": 6, "glory_b": 2, "ending": "time"}
    client.force_login(match.a.user)
    client.post(f"/matches/{match.pk}/report/", fields)
    answer = keeper.sends(f"/matches/{match.pk}/enter/", 409, **{**fields, "glory_a": 5}, version=7)
    page = answer.content.decode()
    assert "Ana: Ana 6\xa0:\xa02 Bo" in page
    assert "Ana 5\xa0:\xa02 Bo" in page
    assert "glory_a" not in page


def test_a_difference_below_nought_is_a_number_in_the_spreadsheet(event, keeper):
    """A text that begins with a minus gets an apostrophe; a figure is no text."""
    keeper.sends(f"/events/{event.slug}/entry/", slip="1 6-2 t")
    sheet = keeper.client.get(f"/events/{event.slug}/standings.csv").content.decode("utf-8-sig")
    figures = [line.split(",") for line in sheet.splitlines()]
    assert '"-4"' in figures[2]
