"""Beside the button that finishes an event stands what the judges have not settled."""

import pytest

from judging.cases.services.desk import call_judge
from judging.models import Case
from tests.judging.people import HTMX, a_hall, table_1, url, user
from tests.tournaments import worlds
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    hall = a_hall()
    worlds.staff(hall, Role.OWNER, "olga")
    worlds.staff(hall, Role.ORGANISER, "otto")
    return hall


@pytest.fixture
def call(hall):
    return call_judge(match=table_1(), by=user("ana"), text="May it act at once?")


def test_the_form_that_finishes_asks_for_open_cases(as_):
    event = worlds.an_event("running")
    worlds.staff(event, Role.OWNER, "olga")
    page = as_("olga").get(f"/events/{event.slug}/run/").content.decode()
    assert f"{event.topic}:cases" in page
    assert page.index(f'hx-get="{url("open_cases", event.slug)}"') < page.index("Finish event</button>")


def test_an_owner_is_led_to_the_desk(as_, hall, call):
    shown = as_("olga").get(url("open_cases", hall.slug), headers=HTMX).content.decode()
    assert "1 case is still open" in shown
    assert f'href="{url("desk", hall.slug)}"' in shown


def test_an_organiser_without_the_desk_asks_the_judges(as_, hall, call):
    shown = as_("otto").get(url("open_cases", hall.slug), headers=HTMX).content.decode()
    assert "Ask the judges" in shown
    assert "<a " not in shown


def test_settled_cases_are_not_listed(as_, hall, call):
    Case.objects.update(status=Case.Status.RULED)
    assert "data-code" not in as_("olga").get(url("open_cases", hall.slug), headers=HTMX).content.decode()


def test_opening_the_fragment_leads_to_the_page(as_, hall):
    assert as_("olga").get(url("open_cases", hall.slug)).headers["Location"] == f"/events/{hall.slug}/run/"
