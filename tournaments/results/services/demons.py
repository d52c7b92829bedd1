"""Who plays the Demon of a heat: one of the staff, or a player who is not of the crew at the table (Q-1.2)."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import match_lock, require
from tournaments.models import Match, Right, Seat, Staff

PLAYER, STAFF = "player", "staff"  # before the number of a row
NAMED = "named-"  # by a file that was imported, without an account


def demon_of(match: Match) -> str:
    """Return the choice that stands; "" while nobody plays the Demon."""
    if match.demon_id:
        return f"{PLAYER}-{match.demon_id}"
    if match.demon_staff_id:
        return f"{STAFF}-{match.demon_staff_id}"
    return NAMED if match.demon_called else ""


def demon_choices(match: Match) -> list[tuple[str, str]]:
    """Return who can play the Demon; nobody where crews or players meet each other."""
    if not match.format.is_against_demon:
        return []
    event, crew = match.round.event, {player.pk for player in match.players()}
    users = {player.user_id for player in match.players()}
    staff = Staff.objects.filter(event=event).exclude(user__in=users - {None}).select_related("user")
    members = {one.user_id: one.user for one in staff}
    players = [player for player in event.registrations.registered().named() if player.pk not in crew]
    return [
        *([(NAMED, match.demon_called)] if match.demon_called else []),
        *((f"{STAFF}-{pk}", str(user.shown_name)) for pk, user in members.items()),
        *((f"{PLAYER}-{player.pk}", player.full_name) for player in players if player.user_id not in members),
    ]


def plays_at(match: Match) -> int | None:
    """Return another table of the same round that waits for the Demon: as one of its crew, or as its Demon too."""
    if not (match.demon_id or match.demon_staff_id):
        return None
    own = Seat.objects.filter(round=match.round_id, registration=match.demon_id).select_related("match").first()
    if own is not None:
        return own.match.table
    same = {"demon": match.demon_id, "demon_staff": match.demon_staff_id, "round": match.round_id}
    others = Match.objects.filter(**same).exclude(pk=match.pk)
    return others.values_list("table", flat=True).order_by("table").first()


def choose_demon(*, match_id: int, who: User, chosen: str) -> Match:
    with match_lock(match_id) as match:
        require(match.round.event, who, Right.RUN_ROUNDS)
        if chosen not in dict([("", ""), *demon_choices(match)]):
            raise Invalid("no-such-demon", _("Choose one of the staff, or a player who is not of this crew."))
        if chosen == demon_of(match):
            return match
        before, (kind, _dash, number) = _fields(match), chosen.partition("-")
        match.demon_id = int(number) if kind == PLAYER else None
        match.demon_staff_id = int(number) if kind == STAFF else None
        match.demon_called = ""
        match.save(update_fields=["demon", "demon_staff", "demon_called"])
        record("demon-seated", who=who, subject=match, scope=match.round.event, before=before, after=_fields(match))
        live.notify(match.topic, *match.round.event.topics("pairings", "results"))
        return match


def _fields(match: Match) -> dict[str, int | str]:
    found = {"player": match.demon_id, "user": match.demon_staff_id, "name": match.demon_called}
    return {name: value for name, value in found.items() if value}
