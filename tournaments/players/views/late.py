"""What the staff read of a player who comes, or comes back, while rounds are played."""

from django.contrib import messages
from django.utils.translation import gettext as _

from tournaments.base.views.access import EventRequest
from tournaments.models import Event, EventState, Registration
from tournaments.players.services.places import next_round


def round_of_who_comes(event: Event) -> int | None:
    """Return the round from which somebody added now plays; None while none is missed, or if none is left."""
    number = next_round(event) if event.state == EventState.RUNNING else 1
    return number if 1 < number <= (event.swiss_rounds or 0) else None


def say_from_which_round(request: EventRequest, event: Event, player: Registration) -> None:
    """Say how missed rounds count, and whether there is a round left to play."""
    if event.state != EventState.RUNNING or not player.can_play:
        return
    number = next_round(event)
    if number > (event.swiss_rounds or 0):
        messages.warning(request, _("All Swiss rounds have been paired: without another round they do not play."))
    elif number > 1:
        said = _("%(name)s plays from round %(number)s on; missed rounds stay lost.")
        messages.info(request, said % {"name": player.full_name, "number": number})
