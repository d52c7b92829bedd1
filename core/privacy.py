"""What all apps keep about a person: exported as one document, or erased in one transaction."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction

from core import audit
from core.live import PEOPLE, touch


class StillNeeded(Exception):
    """What has to be settled before this person can be forgotten, in words."""


@dataclass(frozen=True)
class Keeper:
    """What one app keeps about a person: given to them as a document, or erased."""

    export: Callable[[Any], dict[str, Any]]
    erase: Callable[[Any], None]


_keepers: dict[str, Keeper] = {}


def register(app: str, *, export: Callable[[Any], dict[str, Any]], erase: Callable[[Any], None]) -> None:
    """Call in `AppConfig.ready`, so in the order of INSTALLED_APPS."""
    _keepers[app] = Keeper(export, erase)


def apps_with_personal_data() -> list[str]:
    return list(_keepers)


def my_data(user: Any) -> dict[str, Any]:
    return {app: keeper.export(user) for app, keeper in _keepers.items()}


@transaction.atomic
def erase(user: Any) -> None:
    """Results stay under a pseudonym. The upper apps erase first: they may need the name to find what is there."""
    for keeper in reversed(_keepers.values()):
        keeper.erase(user)
    touch(PEOPLE)
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
    audit.record("account-erased", who=user, subject=user)
