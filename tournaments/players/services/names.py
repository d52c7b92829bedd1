"""Names of players in an event: no two may look alike unless the staff confirm that they are two people."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from core.text.lookalikes import NAME_LIKE_ANOTHER, SAME_AS_SOMEBODY, Names
from core.text.names import one_line
from tournaments.events.models.states import OVER
from tournaments.models import Event, Registration, Status

GONE = (Status.WITHDRAWN, Status.REFUSED)


def names_in(event: Event, *, but: Registration | None = None) -> Names:
    """Return the names of the event's players, without those who left before it began."""
    others = event.registrations.exclude(status__in=GONE)
    if but and but.pk:
        others = others.exclude(pk=but.pk)
    return Names(
        player.plain_name for player in others.named().only("guest_name", "user__public_name", "user__username")
    )


def refuse_name_of(player: Registration, name: str) -> None:
    """Refuse a name that looks like another player's, with a message for the staff, who can allow it."""
    try:
        one_line(name)
    except ValidationError as wrong:
        raise Refused("looks-empty", wrong.messages[0]) from wrong
    other = "" if player.name_allowed else names_in(player.event, but=player).like(name)
    if other:
        text = _("“%(name)s” looks like “%(other)s”, who is already registered. If they are two people, tick the box.")
        values = {"name": name, "other": other}
        raise Refused(NAME_LIKE_ANOTHER, text % values, fields=["name_allowed"], other=other)


def refuse_own_name(player: Registration, who: Any) -> None:
    """Refuse the player's own name if it looks like another's, without revealing whose name that is."""
    if not player.name_allowed and names_in(player.event, but=player).like(who.full_name):
        raise Refused(NAME_LIKE_ANOTHER, SAME_AS_SOMEBODY)


def check_new_public_name(user: Any, name: str) -> None:
    """Refuse a new name on the profile if it is taken in an event that is not over."""
    mine = Registration.objects.filter(user=user, name_allowed=False).exclude(status__in=GONE)
    for player in mine.exclude(event__state__in=OVER).select_related("event"):
        if names_in(player.event, but=player).like(name):
            text = _("This name is, or looks like, the name of another player of %(event)s.") % {"event": player.event}
            raise ValidationError(text, code=NAME_LIKE_ANOTHER)
