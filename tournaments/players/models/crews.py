"""Crews of two players, in heats of up to four, who are paired and ranked like one player of a duel.

Pairings, results and standings refer to a crew by the id of its first player, and show all names. Each player keeps
their own registration with list, check-in and penalties.
"""

import copy
import datetime as dt
from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.text.names import one_line
from tournaments.players.models.crew_rows import as_crew
from tournaments.players.models.players import PARTICIPANT_STATUSES, Registration, new_token

if TYPE_CHECKING:
    from tournaments.events.models.events import Event

SMALLEST_CREW = 2
VALID = dt.timedelta(days=14)


def end_of_link() -> dt.datetime:
    return timezone.now() + VALID


class Crew(models.Model):
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="crews")
    name = models.CharField(_("name"), max_length=80, blank=True, validators=[one_line])
    draw = models.PositiveSmallIntegerField(null=True, blank=True)  # the number of the draw by lot that formed the crew

    def __str__(self) -> str:
        return self.name or f"{self.event_id}: {self.pk}"


class PartnerLink(models.Model):
    """A link to find a partner: whoever opens it can form a crew with the player."""

    player = models.OneToOneField(Registration, on_delete=models.CASCADE, related_name="partner_link")
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    valid_until = models.DateTimeField(default=end_of_link, editable=False)

    def __str__(self) -> str:
        return f"{self.player_id}"

    @property
    def has_expired(self) -> bool:
        return self.valid_until <= timezone.now()


def crews_of(event: "Event", *, up_to_date_names: bool = True) -> list[Registration]:
    """Return every crew as one registration, whatever the status of its players."""
    rows = event.registrations.filter(crew__isnull=False).order_by("crew", "crew_seat")
    seated: dict[int, list[Registration]] = {}
    for row in rows.select_related("user", "crew") if up_to_date_names else rows:
        seated.setdefault(row.crew_id or 0, []).append(row)
    return [as_crew(*players) for players in seated.values() if len(players) >= SMALLEST_CREW]


def entrants(event: "Event") -> list[Registration]:
    """Return everyone who has a row in the standings: players, or crews of which all players take part."""
    if not event.is_for_crews:
        return list(event.registrations.taking_part().named())
    return [crew for crew in crews_of(event) if all(one.status in PARTICIPANT_STATUSES for one in members(crew))]


def members(entrant: Registration) -> list[Registration]:
    """Return the players of a crew separately, or a list with the single player."""
    first = copy.copy(entrant)
    first.partners = ()
    return [first, *entrant.partners]


def crew_of(player: Registration) -> Registration | None:
    """Return the registration that stands for the player's crew, or None without a partner."""
    if player.crew_id is None:
        return None
    players = list(Registration.objects.filter(crew=player.crew_id).order_by("crew_seat").named())
    return as_crew(*players) if len(players) >= SMALLEST_CREW else None


def partners_of(player: Registration) -> list[Registration]:
    crew = crew_of(player)
    return [one for one in members(crew) if one != player] if crew else []


def staying(event: "Event") -> set[int]:
    """Return the ids of players or crews that have not left."""
    if not event.is_for_crews:
        return set(event.registrations.registered().values_list("pk", flat=True))
    return {crew.pk for crew in entrants(event) if crew.can_play}


def entrants_to_pair(event: "Event") -> list[Registration]:
    """Return everyone who wants an opponent in the next round; a crew must be complete."""
    if not event.is_for_crews:
        return list(event.registrations.to_be_paired())
    return [crew for crew in crews_of(event) if crew.can_play and crew.is_checked_in]


def count_to_pair(event: "Event") -> int:
    return len(entrants_to_pair(event)) if event.is_for_crews else event.registrations.to_be_paired().count()


def partners(event: "Event") -> dict[int, list[int]]:
    """Map the first player of each crew to the others."""
    if not event.is_for_crews:
        return {}
    return {crew.pk: [one.pk for one in crew.partners] for crew in crews_of(event, up_to_date_names=False)}


def first_of_crew(event: "Event") -> dict[int, int]:
    """Map the other players of each crew to the first, by whose id the crew is paired and ranked."""
    return {other: first for first, others in partners(event).items() for other in others}


def without_partner(event: "Event") -> list[Registration]:
    """Return players who cannot be paired: they have no partner, or the partner is not in the event."""
    if not event.is_for_crews:
        return []
    playing = {one.pk for crew in crews_of(event) if crew.can_play for one in members(crew)}
    return [row for row in event.registrations.registered().named().select_related("crew") if row.pk not in playing]
