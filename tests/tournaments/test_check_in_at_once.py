"""On the day one press leads to the check-in, from Manage and from the bar of every staff page."""

import datetime as dt
import re
import uuid

import pytest
from django.utils import timezone

from core.models import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.worlds import an_event
from tournaments.models import Event, EventState, Role

pytestmark = pytest.mark.django_db
TODAY, LATER = timezone.now(), timezone.now() + dt.timedelta(days=9)


def organised(state: str, starts_at: dt.datetime = TODAY) -> tuple[Event, Person, str]:
    event, organiser = an_event(state, starts_at=starts_at, time_zone="UTC"), Person("organiser")
    event.staff.create(user=organiser.user, role=Role.ORGANISER)
    return event, organiser, f"/events/{event.slug}/"


def offers(page: str) -> bool:
    return re.search(r'name="to" value="check-in"', page) is not None


@pytest.mark.parametrize("state", ["draft", "announced"])
def test_one_press_on_the_day_opens_the_check_in(state):
    event, organiser, here = organised(state)
    page = organiser.sees(f"{here}run/")
    assert offers(page) and "Opens registration too." in page
    key = uuid.uuid4().hex
    for _press in range(2):  # a bad line sends it twice
        answer = organiser.sends(f"{here}move/", to="check-in", once=key)
        assert answer.headers["Location"] == f"{here}check-in/"
    event.refresh_from_db()
    assert event.state == EventState.CHECK_IN
    assert "Check-in is open" in organiser.sees(f"{here}check-in/")
    steps = AuditEntry.objects.filter(action="event-moved").order_by("pk").values_list("after", flat=True)
    assert list(steps) == ["registration", "check-in"]


def test_before_the_day_the_steps_are_as_ever():
    for state in ("draft", "announced"):
        _event, organiser, here = organised(state, LATER)
        assert not offers(organiser.sees(f"{here}run/"))


def test_who_may_not_change_the_event_is_offered_nothing():
    event, _organiser, here = organised("announced")
    keeper = Person("keeper")
    event.staff.create(user=keeper.user, role=Role.SCOREKEEPER)
    assert not offers(keeper.sees(f"{here}run/"))
    keeper.sends(f"{here}move/", 403, to="check-in")
    event.refresh_from_db()
    assert event.state == EventState.ANNOUNCED


def test_the_bar_starts_the_check_in_itself():
    event, organiser, here = organised("registration", LATER)
    bar = organiser.sees(f"{here}manage/players/").partition('class="run-bar"')[2].partition("</section>")[0]
    assert f'<form method="post" action="{here}move/">' in bar
    assert 'name="to" value="check-in">Start check-in</button>' in bar
    assert organiser.sends(f"{here}move/", to="check-in").headers["Location"] == f"{here}check-in/"
    event.refresh_from_db()
    assert event.state == EventState.CHECK_IN
