"""Conceding with a personal link, in a game that others record."""

from typing import Any
from uuid import uuid4

from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from judging.cases.comparison.seat_matching import seating
from judging.models import Recording
from judging.recorder.services.light import enter_light
from judging.recorder.services.playing import Entry
from judging.recorder.services.recording import enter
from tournaments.models import Registration


def concede(*, recording: Recording, player: Registration, who: Any) -> Recording:
    """Concede in the game as it stands: whoever gives up does not wait until the page shows the last action."""
    assert recording.match
    seats = seating(recording.header, recording.match)
    letter = next((letter for letter, seat in seats.items() if seat.pk == player.pk), None)
    if letter is None:
        raise Refused("not-in-this-game", _("You do not play in this game."))
    action, version = {"do": "concede", "player": letter}, recording.version
    if recording.is_light:
        return enter_light(uuid=recording.uuid, who=who, version=version, action=action)
    return enter(uuid=recording.uuid, who=who, entry=Entry(id=uuid4().hex, version=version, action=action))
