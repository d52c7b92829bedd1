"""Links of a player: one to claim a registration for an account, and the personal link."""

import secrets

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, Refused
from core.pages import live
from core.records.audit import record
from teams.models import Pool
from tournaments.base.services.locking import event_lock, require
from tournaments.lists.services.reading import refuse_reader
from tournaments.models import Registration, Right
from tournaments.players.models.players import end_of_claim_link
from tournaments.players.services.names import number_names, refuse_own_name
from tournaments.players.services.places import registered_already


def needs_guardian(player: Registration, who: User) -> bool:
    """Whether this account may claim the registration only with a guardian's note."""
    return player.event.asks_guardian and (who.is_minor or player.is_minor) and not player.guardian.strip()


def claim(*, token: str, who: User, guardian: str = "") -> Registration:
    """Move a registration made by the staff into the player's account. The link works once, until it expires."""
    event_id = Registration.objects.values_list("event_id", flat=True).get(claim_token=token, user__isnull=True)
    with event_lock(event_id) as event:
        player = event.registrations.get(claim_token=token, user__isnull=True)
        if player.claim_link_has_expired:
            raise Refused("claim-link-expired", _("This link has expired. Ask the organiser for a new one."))
        if (mine := event.registrations.filter(user=who).first()) is not None:
            raise registered_already(mine)
        refuse_reader(event, user=who.pk)
        refuse_own_name(player, who)
        if needs_guardian(player, who):
            player.guardian = guardian.strip()
            if not player.guardian:
                raise Invalid("guardian-missing", _("A minor needs a guardian's note."))
        who.note_former_name(player.guest_name)
        player.user, player.guest_name, player.guest_email = who, "", ""
        player.claim_token = secrets.token_urlsafe(18)
        player.save(update_fields=["user", "guest_name", "guest_email", "guardian", "claim_token"])
        number_names(event)
        Pool.objects.filter(registration=player).update(owner=who)
        record("claimed", who=who, subject=player, scope=event, after={"status": player.status})
        live.notify(player.topic, *event.topics("players"))
        return player


def new_claim_link(*, registration: Registration, who: User) -> Registration:
    """Replace the claim link; the old one stops working."""
    with event_lock(registration.event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        player = event.registrations.get(pk=registration.pk)
        if player.user_id:
            raise Refused("already-claimed", _("This registration belongs to an account already."))
        player.claim_token, player.claim_until = secrets.token_urlsafe(18), end_of_claim_link()
        player.save(update_fields=["claim_token", "claim_until"])
        record("claim-link-renewed", who=who, subject=player, scope=event)
        return player


def new_personal_link(*, registration: Registration, who: User) -> Registration:
    """Replace the personal link; the old one stops working."""
    with event_lock(registration.event_id) as event:
        if not registration.belongs_to(who):
            require(event, who, Right.MANAGE_PLAYERS)
        registration.link_token = secrets.token_urlsafe(18)
        registration.save(update_fields=["link_token"])
        record("link-renewed", who=who, subject=registration, scope=event)
        return registration
