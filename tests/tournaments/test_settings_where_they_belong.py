"""A setting of an event that somebody adds: where it must stand besides the model, each place named by a test."""

import re
from pathlib import Path

import pytest
from django.db import models

from core.text.names import one_line
from tournaments.events.forms import GROUPS
from tournaments.models import Event

ROOT = Path(__file__).resolve().parent.parent.parent
SETTINGS = [name for _title, names in GROUPS for name in names]
NOT_ON_THE_FORM = {
    *("id", "slug", "state", "game"),
    *("seed", "cut_seeds", "pods_seed", "pinned_legality", "lists_locked_at"),  # set by a step of the event
}
CHOSEN = {"time_zone", "legality"}  # from lists that the form holds
# what only says that there is such a field
DECLARED = ("forms.py", "event_texts.py", "editing.py", "serializers.py")


def test_each_field_is_a_setting_or_the_sites_own():
    editable = {field.name for field in Event._meta.concrete_fields if field.editable}
    assert editable - NOT_ON_THE_FORM == set(SETTINGS)


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
