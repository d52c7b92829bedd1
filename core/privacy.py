"""What is kept about a person, over all rooms: shown as one document, or forgotten in one transaction."""

from importlib import import_module
from types import ModuleType
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction

from core import audit
from core.live import PEOPLE, touch


class StillNeeded(Exception):
    """What has to be settled before this person can be forgotten, in words."""


def rooms() -> dict[str, ModuleType]:
    """The apps that keep something about people: core knows none of them, so the settings name them."""
    return {path.partition(".")[0]: import_module(path) for path in settings.PERSONAL_DATA}


def my_data(user: Any) -> dict[str, Any]:
    return {room: keeper.export(user) for room, keeper in rooms().items()}


@transaction.atomic
def erase(user: Any) -> None:
    """Results keep standing under a pseudonym. The rooms above forget first: they may need the name to find it."""
    for keeper in reversed(rooms().values()):
        keeper.erase(user)
    touch(PEOPLE)
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
    audit.record("account-erased", who=user, subject=user)
