"""A setting of an event that somebody adds: where it must stand besides the model, each place named by a test."""

import re
from pathlib import Path

import pytest
from django.db import models

from core.text.names import one_line
from tournaments.api.serializers import EventSerializer
from tournaments.events.forms import GROUPS
from tournaments.models import Event

ROOT = Path(__file__).resolve().parent.parent.parent
SETTINGS = [name for _title, names in GROUPS for name in names]
NOT_ON_THE_FORM = {
    *("id", "slug", "state", "game"),
    *("seed", "cut_seeds", "pods_seed", "pinned_legality", "lists_locked_at"),  # set by a step of the event
}
CHOSEN = {"time_zone", "legality"}  # from lists that the form holds
# settings that the API does not say, with the reason
NOT_IN_THE_API = {
    "texts that people read on its pages": {"contact", "description", "house_rules", "prizes"},
    "how it is run: what follows is in its players, rounds and matches": {
        *("asks_guardian", "check_in_minutes", "club_rounds", "first_round", "first_table", "has_waiting_list"),
        *("minimum_age", "needs_approval", "pod_rounds", "registration_closes_at", "registration_opens_at"),
        *("break_minutes", "no_show_minutes", "series", "staff_second_factor"),
    },
    "of the cut, whose matches are in its rounds": {"cut_kind", "cut_points", "third_place"},
    "of lists, games and rulings, which are asked for at addresses of their own": {
        *("appeals", "believed_glory_limit", "illegal_list", "lists_after", "lists_during", "live_games"),
        *("penalty_ladder", "public_games", "recorded_cut_games", "recorded_games", "tells_level"),
    },
}
# what only says that there is such a field
DECLARED = ("forms.py", "event_texts.py", "editing.py", "serializers.py")


def test_each_field_is_a_setting_or_the_sites_own():
    editable = {field.name for field in Event._meta.concrete_fields if field.editable}
    assert editable - NOT_ON_THE_FORM == set(SETTINGS)


def test_each_setting_left_out_of_the_api_has_a_reason():
    left_out = [name for names in NOT_IN_THE_API.values() for name in names]
    assert len(left_out) == len(set(left_out))
    assert set(SETTINGS) - set(EventSerializer.Meta.fields) == set(left_out)


def test_each_setting_of_one_line_refuses_a_second():
    fields = map(Event._meta.get_field, set(SETTINGS) - CHOSEN)
    lines = [field for field in fields if isinstance(field, models.CharField) and not field.choices]
    assert [field.name for field in lines if one_line not in field.validators] == []


@pytest.fixture(scope="module")
def read() -> set[str]:
    """Attributes that templates and code read."""
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "judging").rglob("*.py")]
    files += [path for path in (ROOT / "tournaments").rglob("*.py") if path.name not in DECLARED]
    return set(re.findall(r"\.(\w+)", "".join(path.read_text("utf-8") for path in files)))


@pytest.mark.parametrize("name", SETTINGS)
def test_each_setting_changes_or_shows_something(read, name):
    assert name in read
