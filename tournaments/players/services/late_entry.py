"""Late entry of a player from the waiting list while the rounds are played."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from tournaments.base.services.locking import event_lock, require
from tournaments.lists.services.pods import seat_late_player
from tournaments.lists.services.submission import lock_list_of
from tournaments.mail.services.mail import notify_registration
from tournaments.models import EventState, Registration, Right, Status
from tournaments.players.services.places import all_taken, next_round, places_left
from tournaments.players.services.registration import log_and_notify, refuse_late_players


def let_in(*, registration: Registration, who: User) -> Registration:
    """Admit any player of the waiting list, not just the first: only those present in the hall can play."""
    with event_lock(registration.event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        refuse_late_players(event)
        registration.refresh_from_db()
        if registration.status != Status.WAITING or event.state != EventState.RUNNING:
            raise Refused("not-waiting", _("This player is not waiting for a place."))
        if places_left(event) <= 0:
            raise all_taken(event)
        registration.status = Status.REGISTERED
        registration.entered_round = next_round(event)
        registration.checked_in_at = timezone.now()
        registration.save(update_fields=["status", "entered_round", "checked_in_at"])
        log_and_notify(event, registration, "let-in", who)
        notify_registration(registration)
        lock_list_of(event, registration, who=who)
        seat_late_player(event, registration, who=who)
        return registration
