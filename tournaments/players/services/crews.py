"""Crews in two against two: formed by the staff, by lot, or by two players who choose each other,
ask, decline, join by link and come back."""

import secrets
from collections.abc import Sequence

from django.core import signing
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import claim_form_key, event_lock, require
from tournaments.mail.services.mail import notify_of_crew, notify_partner
from tournaments.models import Crew, Event, PartnerLink, Registration, Right, Seat, Status
from tournaments.players.models.crews import SMALLEST_CREW, crews_of, members, partners_of, without_partner
from tournaments.players.models.players import UNDO_TIME
from tournaments.players.services.places import next_round

CHOOSE_TWO = _("Choose two players of this event.")
CHOOSE_FEW = _("Choose two to %(most)s different players of this event.")
FULL = _("“%(crew)s” has %(most)s players already.")
COMING = frozenset({Status.PENDING, Status.WAITING, Status.REGISTERED})


def form_crew(*, event_id: int, who: User, players: Sequence[int], name: str = "", key: str = "") -> None:
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        if not claim_form_key(event, key, "form-crew"):
            return
        join(event, _registrations_of(event, players), who=who, name=name)


def draw_crews(*, event_id: int, who: User, key: str = "") -> int:
    """Pair up all players without a partner by lot and return the number of crews. With an odd number one stays
    alone."""
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        refuse_crews_now(event)
        if not claim_form_key(event, key, "draw-crews"):
            return 0
        alone = [player for player in without_partner(event) if not _has_played(player)]
        if len(alone) < 2:
            raise Refused("nobody-to-pair-up", _("Fewer than two players are in no crew."))
        secrets.SystemRandom().shuffle(alone)
        number = (event.crews.aggregate(last=Max("draw"))["last"] or 0) + 1
        couples = list(zip(alone[::2], alone[1::2], strict=False))
        for couple in couples:
            join(event, couple, who=who, draw=number)
        return len(couples)


def last_draw(event: Event) -> list[Crew]:
    """Return the crews of the last draw while it can be undone, that is until one of them is paired."""
    drawn = event.crews.filter(draw__isnull=False).order_by("-draw").first()
    crews = list(event.crews.filter(draw=drawn.draw)) if drawn else []
    seated = Seat.objects.filter(registration__crew__in=crews).exists()
    return [] if seated else crews


def undo_draw(*, event_id: int, who: User) -> None:
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        crews = last_draw(event)
        if not crews:
            raise Refused("no-draw-to-undo", _("There is no draw that can be undone."))
        for crew in crews:
            _disband(event, crew, who=who)


def disband_crew(*, event_id: int, who: User, crew_id: int) -> None:
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        crew = event.crews.filter(pk=crew_id).first()
        if crew is not None:  # otherwise another request was faster
            _disband(event, crew, who=who)


def leave_crew(*, registration: Registration, who: User) -> None:
    """Disband the crew at the request of a player; possible until the crew is paired."""
    with event_lock(registration.event_id) as event:
        registration.refresh_from_db()
        refuse_others(registration, who)
        if registration.crew is not None:
            _disband(event, registration.crew, who=who)


def choose_partner(*, registration: Registration, who: User, partner: int | None) -> bool:
    """Choose a partner, or none. Return whether the two are a crew now because both chose each other."""
    with event_lock(registration.event_id) as event:
        registration.refresh_from_db()
        refuse_others(registration, who)
        refuse_crews_now(event)
        if partner is None:
            wish(event, registration, None)
            return False
        chosen = _registrations_of(event, [registration.pk, partner])[1]
        if _are_together(registration, chosen):  # repeated request
            return True
        refuse_joining([registration, chosen])
        wish(event, registration, chosen)
        if chosen.wished_partner_id != registration.pk:
            notify_of_crew("asked", chosen, registration)
            return False
        join(event, [chosen, registration], who=who)
        notify_of_crew("accepted", chosen, registration)
        return True


def can_be_chosen(event: Event, by: Registration | None = None) -> list[Registration]:
    """Return the players who are coming, have no partner and have not played."""
    together = {one.pk for crew in crews_of(event) if all_come(crew) for one in members(crew)}
    rows = event.registrations.filter(status__in=COMING, seats__isnull=True).named()
    return [row for row in rows if row.pk not in together and row != by]


def notify_partner_of_leaving(gone: Registration) -> None:
    """Write to the partners of a player who has left."""
    for partner in partners_of(gone):
        if partner.can_play:
            notify_partner(gone, partner)


def join_by_name(event: Event, player: Registration, name: str, *, who: User) -> None:
    """Add a player to the crew named in an imported sheet. Call under the event's lock."""
    crew = event.crews.filter(name__iexact=name).first() or Crew.objects.create(event=event, name=name)
    taken = set(crew.members.values_list("crew_seat", flat=True))
    free = [seat for seat in range(1, event.format.players_a_seat + 1) if seat not in taken]
    if not free:
        raise Refused("crew-full", FULL % {"crew": name, "most": event.format.players_a_seat})
    player.crew, player.crew_seat = crew, free[0]
    player.save(update_fields=["crew", "crew_seat"])
    if len(taken) + 1 >= SMALLEST_CREW:
        _record_and_notify(event, "crew-formed", list(crew.members.all()), who)


def _registrations_of(event: Event, numbers: Sequence[int]) -> list[Registration]:
    rows = event.registrations.select_related("user").in_bulk(numbers)
    if len(rows) != len(numbers) or not SMALLEST_CREW <= len(rows) <= event.format.players_a_seat:
        most = event.format.players_a_seat
        raise Invalid("not-two-players", CHOOSE_FEW % {"most": most} if most > SMALLEST_CREW else CHOOSE_TWO)
    return [rows[number] for number in numbers]


def is_open_for_crews(event: Event) -> bool:
    return event.format.is_for_crews and not event.is_over


def refuse_crews_now(event: Event) -> None:
    if event.format.words.no_crews:
        raise Refused("no-crews", event.format.words.no_crews)
    if event.is_over:
        raise Refused("event-is-over", _("This event is over."))


def refuse_others(registration: Registration, who: User) -> None:
    if not registration.belongs_to(who):
        raise NotAllowed("not-your-crew", _("Only the player can do this."))


def refuse_joining(players: Sequence[Registration]) -> None:
    for player in players:
        if player.status not in COMING:
            raise Refused("not-coming", _("%(name)s is not in the event.") % {"name": player.shown_name})
        if _has_played(player):
            raise Refused("has-played", _("%(name)s has been paired already.") % {"name": player.shown_name})
    host = _crew_with_room(players)
    for player in players:
        if _has_a_partner(player) and player.crew != host:
            raise Refused("has-a-partner", _("%(name)s is in a crew already.") % {"name": player.shown_name})


def has_room(player: Registration, more: int = 1) -> bool:
    """Whether others can join the crew of this player, which is possible in heats."""
    size = Registration.objects.filter(crew=player.crew_id).count() if player.crew_id else 1
    return size + more <= player.event.format.players_a_seat


def _crew_with_room(players: Sequence[Registration]) -> Crew | None:
    """The crew that the others join: that of one player, if nobody else here has one, with a seat for everyone."""
    hosts = [player for player in players if _has_a_partner(player)]
    return hosts[0].crew if len(hosts) == 1 and has_room(hosts[0], max(len(players) - 1, 1)) else None


def _has_a_partner(player: Registration) -> bool:
    beside = Registration.objects.filter(crew=player.crew_id).exclude(pk=player.pk) if player.crew_id else None
    return beside is not None and beside.filter(status__in=COMING).exists()


def all_come(crew: Registration) -> bool:
    return all(one.status in COMING for one in members(crew))


def _are_together(one: Registration, other: Registration) -> bool:
    return one.crew_id is not None and one.crew_id == other.crew_id and {one.status, other.status} <= COMING


def _has_played(player: Registration) -> bool:
    return player.seats.exists()


def join(event: Event, players: Sequence[Registration], *, who: User, name: str = "", draw: int | None = None) -> None:
    refuse_crews_now(event)
    refuse_joining(players)
    host = _crew_with_room(players)
    for player in players:
        if player.crew_id and player.crew != host:  # the partner has left the event
            _disband(event, Crew.objects.get(pk=player.crew_id), who=who)
    crew = host or Crew.objects.create(event=event, name=name.strip(), draw=draw)
    taken = set(crew.members.values_list("crew_seat", flat=True))
    free = (seat for seat in range(1, event.format.players_a_seat + 1) if seat not in taken)
    for player in players:
        if player.crew_id == crew.pk:
            continue
        seat = next(free)
        player.crew, player.crew_seat, player.wished_partner = crew, seat, None
        if event.has_started:
            player.entered_round = next_round(event)
        player.save(update_fields=["crew", "crew_seat", "wished_partner", "entered_round"])
    PartnerLink.objects.filter(player__in=players).delete()
    _record_and_notify(event, "crew-formed", list(crew.members.all()), who)


def _disband(event: Event, crew: Crew, *, who: User) -> None:
    members = list(crew.members.all())
    if any(_has_played(player) for player in members):
        raise Refused("has-played", _("This crew has been paired: its players stay together."))
    crew.members.update(crew=None, crew_seat=None)
    crew.delete()
    if members:
        _record_and_notify(event, "crew-disbanded", members, who)


def wish(event: Event, player: Registration, partner: Registration | None) -> None:
    player.wished_partner = partner
    player.save(update_fields=["wished_partner"])
    live.notify(player.topic, *([partner.topic] if partner else []), *event.topics("players"))


def _record_and_notify(event: Event, action: str, players: Sequence[Registration], who: User) -> None:
    numbers = sorted(player.pk for player in players)
    record(action, who=who, subject=event, scope=event, after={"players": numbers})
    live.notify(*(player.topic for player in players), *event.topics("players"))


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
        raise Refused("link-not-valid", _("This link is no longer valid: ask for a new one."))
    if link.player_id == registration.pk:
        raise Refused("own-link", _("This is your own link: send it to the player you want in your crew."))
    return link.player


def leave_with_way_back(*, registration: Registration, who: User) -> str:
    """Leave the crew and notify the partners. Return the key with which `return_to_crew` undoes it, or "" without a
    crew."""
    with event_lock(registration.event_id):
        registration.refresh_from_db()
        partners, crew = partners_of(registration), registration.crew
        seats = list(crew.members.order_by("crew_seat").values_list("pk", flat=True)) if crew else []
        leave_crew(registration=registration, who=who)
        if not partners or crew is None:
            return ""
        for partner in partners:
            notify_of_crew("left", partner, registration)
    return signing.dumps([seats, crew.name], salt=SALT)


def return_to_crew(*, registration: Registration, who: User, key: str) -> None:
    """Undo leaving a crew: possible for a few minutes, unless one of the two has a new partner."""
    with event_lock(registration.event_id) as event:
        registration.refresh_from_db()
        refuse_others(registration, who)
        try:
            seats, name = signing.loads(key, salt=SALT, max_age=UNDO_TIME)
        except signing.BadSignature:
            raise Refused("too-late-to-undo", _("This can no longer be undone: ask the others again.")) from None
        rows = event.registrations.named().in_bulk(seats)
        if registration.pk not in rows or len(rows) != len(seats):
            raise Refused("too-late-to-undo", _("This can no longer be undone: ask the others again."))
        join(event, [rows[number] for number in seats], who=who, name=name)
        for partner in (row for row in rows.values() if row != registration):
            notify_of_crew("returned", partner, registration)
