"""A player's consent that their games of an event are public."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from core.errors import NotAllowed, Refused
from core.records import audit
from tournaments.base.services.locking import event_lock
from tournaments.models import Registration


def agree_to_public_games(*, registration_id: int, who: Any, agrees: bool) -> Registration:
    """Give or withdraw consent. Only the player can, not even the organiser; withdrawing is always possible."""
    event_id = Registration.objects.values_list("event_id", flat=True).get(pk=registration_id)
    with event_lock(event_id) as event:
        player = Registration.objects.named().select_for_update(of=("self",)).get(pk=registration_id)
        if not player.belongs_to(who):
            raise NotAllowed("not-yours", _("Only the player can decide this."))
        if agrees and not event.public_games:
            raise Refused("games-not-public", _("This event keeps its games private."))
        if player.public_games != agrees:
            player.public_games = agrees
            player.save(update_fields=["public_games"])
            action = "public-games-agreed" if agrees else "public-games-withdrawn"
            audit.record(action, who=who, subject=player, scope=event)
        return player
