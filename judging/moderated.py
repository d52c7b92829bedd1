"""Games of practice tables, which anybody with the address sees, can be reported to the moderators."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.reported import Kind, register
from judging.models import Recording


def game_on(address: Mapping[str, Any], _who: Any) -> Recording | None:
    tables = Recording.objects.filter(match=None)
    uuid = address["uuid"]
    return tables.filter(uuid=uuid).first() or tables.filter(replay_uuid=uuid).first()


def texts_of(recording: Recording) -> list[str]:
    return [*recording.names.values(), *(str(action["note"]) for action in recording.actions if action.get("note"))]


def register_kinds() -> None:
    routes = {"judging:record": game_on, "judging:replay": game_on}
    register(
        Kind(
            model=Recording,
            label=_("game of a practice table"),
            owner=lambda recording: recording.started_by,
            texts=texts_of,
            page=Recording.get_absolute_url,
            routes=routes,
        )
    )
