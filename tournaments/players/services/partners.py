"""Ways of finding a partner in two against two: declining a request, joining by link, returning to a crew."""

from django.core import signing
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.pages import live
from tournaments.base.services.locking import event_lock
from tournaments.mail.services.mail import notify_of_crew
from tournaments.models import Event, PartnerLink, Registration
from tournaments.players.models.crews import partner_of
from tournaments.players.models.players import UNDO_TIME
from tournaments.players.services.crews import join, leave_crew, refuse_crews_now, refuse_joining, refuse_others, wish

SALT = "tournaments.left-crew"


def decline_partner(*, registration: Registration, who: User, asking: int) -> None:
    """Decline the request of a player, who gets an e-mail and may ask somebody else."""
    with event_lock(registration.event_id) as event:
        refuse_others(registration, who)
        player = event.registrations.filter(pk=asking, wished_partner=registration.pk).named().first()
        if player is not None:  # the request was withdrawn
            wish(event, player, None)
            notify_of_crew("declined", player, registration)


def make_link(*, registration: Registration, who: User) -> PartnerLink:
    """Create a partner link; it replaces the previous one."""
    with event_lock(registration.event_id) as event:
        registration.refresh_from_db()
        refuse_others(registration, who)
        refuse_crews_now(event)
        refuse_joining([registration])
        PartnerLink.objects.filter(player=registration).delete()
        return PartnerLink.objects.create(player=registration)


def withdraw_link(*, registration: Registration, who: User) -> None:
    with event_lock(registration.event_id):
        refuse_others(registration, who)
        PartnerLink.objects.filter(player=registration).delete()


def accept_link(*, registration: Registration, who: User, token: str) -> Registration:
    """Form a crew by a partner link, and return the partner."""
    with event_lock(registration.event_id) as event:
        registration.refresh_from_db()
        refuse_others(registration, who)
        inviting = _inviting(event, registration, token)
        join(event, [inviting, registration], who=who)
        notify_of_crew("accepted", inviting, registration)
        return inviting


def decline_link(*, registration: Registration, who: User, token: str) -> None:
    with event_lock(registration.event_id) as event:
        refuse_others(registration, who)
        inviting = _inviting(event, registration, token)
        PartnerLink.objects.filter(player=inviting).delete()
        notify_of_crew("declined", inviting, registration)
        live.notify(inviting.topic, *event.topics("players"))


def _inviting(event: Event, registration: Registration, token: str) -> Registration:
    link = PartnerLink.objects.select_related("player__user").filter(token=token, player__event=event).first()
    if link is None or link.has_expired:
        raise Refused("link-not-valid", _("This link is no longer valid: ask your partner for a new one."))
    if link.player_id == registration.pk:
        raise Refused("own-link", _("This is your own link: send it to the player you want as a partner."))
    return link.player


def leave_with_way_back(*, registration: Registration, who: User) -> str:
    """Leave the crew and notify the partner. Return the key with which `return_to_crew` undoes it, or "" without a
    crew."""
    with event_lock(registration.event_id):
        registration.refresh_from_db()
        partner, crew = partner_of(registration), registration.crew
        leave_crew(registration=registration, who=who)
        if partner is None or crew is None:
            return ""
        notify_of_crew("left", partner, registration)
    seats = [registration.pk, partner.pk][:: 1 if registration.crew_seat == 1 else -1]
    return signing.dumps([seats, crew.name], salt=SALT)


def return_to_crew(*, registration: Registration, who: User, key: str) -> None:
    """Undo leaving a crew: possible for a few minutes, unless one of the two has a new partner."""
    with event_lock(registration.event_id) as event:
        registration.refresh_from_db()
        refuse_others(registration, who)
        try:
            seats, name = signing.loads(key, salt=SALT, max_age=UNDO_TIME)
        except signing.BadSignature:
            raise Refused("too-late-to-undo", _("This can no longer be undone: ask your partner again.")) from None
        rows = event.registrations.named().in_bulk(seats)
        if registration.pk not in rows or len(rows) != len(seats):
            raise Refused("too-late-to-undo", _("This can no longer be undone: ask your partner again."))
        join(event, [rows[number] for number in seats], who=who, name=name)
        notify_of_crew("returned", next(row for row in rows.values() if row != registration), registration)
