"""A step for several players at once."""

from collections.abc import Callable, Collection

from django.utils.translation import gettext as _

from accounts.models import User
from core.errors import Invalid, Refused
from tournaments.base.services.locking import event_lock
from tournaments.models import Registration


def decide_all(
    *, event_id: int, who: User, players: Collection[int], step: Callable[..., Registration]
) -> list[Registration]:
    """Take the step for all of these players of the event. Where it is refused for one, it is taken for none."""
    with event_lock(event_id) as event:
        chosen = list(event.registrations.named().filter(pk__in=players).select_related("event").order_by("pk"))
        if not chosen:
            raise Invalid("nobody-selected", _("Select at least one player."))
        return [_decide(player, who, step) for player in chosen]


def _decide(player: Registration, who: User, step: Callable[..., Registration]) -> Registration:
    try:
        return step(registration=player, who=who)
    except Refused as refusal:
        message = _("Nothing was changed. %(name)s: %(reason)s")
        values = {"name": player.full_name, "reason": refusal.message}
        raise type(refusal)(refusal.code, message % values, player=player.pk) from refusal
