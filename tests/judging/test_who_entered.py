"""A case says on whose device the action was entered, when, and whether the other player's device showed it."""

import uuid

import pytest

from judging.logs.services.worker import work_one
from judging.models import Case, Recording
from judging.recorder.services.recording import Entry, enter, start_recording, submit, undo
from judging.recorder.services.setup import build_header
from tests.judging.people import InProcess, a_hall, table_1, user
from tests.judging.test_recording import TEAMS

pytestmark = pytest.mark.django_db
ILLEGAL = {"do": "place", "unit": "a1", "cell": "F6"}


@pytest.fixture
def recording() -> Recording:
    a_hall()
    header = build_header(TEAMS, arena="the-pit")
    return start_recording(header=header, dice=Recording.Dice.RECORDED, who=user("ana"), match=table_1())


def enters(recording: Recording, who: str, action: dict, **more) -> None:
    recording.refresh_from_db()
    entry = Entry(id=uuid.uuid4().hex, version=recording.version, action=action, **more)
    enter(uuid=recording.uuid, who=user(who), entry=entry)


def case_of(recording: Recording) -> Case:
    recording.refresh_from_db()
    submit(uuid=recording.uuid, who=user("bo"), version=recording.version)
    work_one(InProcess())
    return Case.objects.get(kind=Case.Kind.INVALID_LOG)


@pytest.mark.parametrize("other", [True, False])
def test_the_case_names_whose_device_sent_the_action(as_, recording, other):
    enters(recording, "ana", ILLEGAL, as_played=True)
    enters(recording, "bo" if other else "ana", {"do": "place", "unit": "a2", "cell": "D1"})
    page = as_("jo").get(case_of(recording).get_absolute_url())
    row = page.context["file"].entered
    assert (row.by, row.seen_by, row.minutes_late) == ("Ana", ["Bo"] if other else [], 0)
    assert row.at >= recording.started_at
    assert ("Seen by Bo" in page.content.decode()) == other


def test_an_entry_that_waited_says_how_long(as_, recording):
    Recording.objects.update(started_at="2020-01-01T12:00:00Z")
    enters(recording, "ana", ILLEGAL, as_played=True, waited=300)
    assert as_("jo").get(case_of(recording).get_absolute_url()).context["file"].entered.minutes_late == 5


def test_an_undone_entry_leaves_its_author_behind(recording):
    enters(recording, "ana", {"do": "place", "unit": "a1", "cell": "B1"})
    recording.refresh_from_db()
    undo(uuid=recording.uuid, who=user("ana"), version=recording.version)
    enters(recording, "bo", {"do": "place", "unit": "a1", "cell": "B1"})
    recording.refresh_from_db()
    assert recording.entered_by == [user("bo").pk]


def test_an_entry_in_place_of_another_has_its_own_author(recording):
    enters(recording, "ana", {"do": "place", "unit": "a1", "cell": "B1"})
    enters(recording, "jo", {"do": "place", "unit": "a1", "cell": "D1"}, replaces=True)
    recording.refresh_from_db()
    assert (recording.entered_by, len(recording.actions)) == ([user("jo").pk], 1)


def test_of_older_entries_nobody_says_who_made_them(as_, recording):
    enters(recording, "ana", ILLEGAL, as_played=True)
    Recording.objects.update(entered_by=[])
    enters(recording, "bo", {"do": "place", "unit": "a2", "cell": "D1"})
    recording.refresh_from_db()
    assert recording.entered_by == [None, user("bo").pk]
    assert as_("jo").get(case_of(recording).get_absolute_url()).context["file"].entered is None
