"""Moderation of public games: practice tables can be reported themselves, other games with their event."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.moderation.models import ReportableKind, register
from judging.models import Recording, Submission
from judging.recorder.services.recording import may_record
from judging.replay.services.public_games import DEMONSTRATION, is_public
from judging.rights import may_see
from tournaments.models import Event


def game_on(address: Mapping[str, Any], who: Any) -> Recording | Event | None:
    uuid = address["uuid"]
    tables = Recording.objects.filter(Q(uuid=uuid) | Q(replay_uuid=uuid)).select_related("match__round__event")
    recording = tables.first()
    if recording is None:
        return _event_of(uuid, who)
    if recording.match is None:
        return recording
    return recording.match.round.event if may_record(recording, who) else None


def _event_of(uuid: UUID, who: Any) -> Event | None:
    """Return the event whose texts a replay shows, if the user may open the replay."""
    log = Submission.objects.filter(uuid=uuid).exclude(match=None).select_related("match__round__event").first()
    if log is None or log.match is None:
        return None
    is_open = is_public(log) or (who.is_authenticated and may_see(log, who))
    return log.match.round.event if is_open else None


def texts_of(recording: Recording) -> list[str]:
    notes = (str(action["note"]) for action in recording.actions if action.get("note"))
    return [*recording.names.values(), *notes, *(str(spell["body"]["name"]) for spell in recording.copied)]


def register_kinds() -> None:
    routes = {"judging:record": game_on, "judging:replay": game_on}
    register(
        ReportableKind(
            model=Recording,
            label=_("game of a practice table"),
            owner=lambda recording: recording.started_by,
            texts=texts_of,
            page=Recording.get_absolute_url,
            routes=routes,
            is_nobodys=lambda address: address["uuid"] == DEMONSTRATION,
        )
    )
