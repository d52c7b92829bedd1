"""Crews of two players, in heats of up to four, who are paired and ranked like one player of a duel.

Pairings, results and standings refer to a crew by the id of its first player, and show all names. Each player keeps
their own registration with list, check-in and penalties.
"""

import copy
import datetime as dt
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.text.names import one_line
from tournaments.players.models.crew_rows import as_crew
from tournaments.players.models.name_rows import NameRow, name_columns
from tournaments.players.models.players import Registration, new_token

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


class Entrants(NamedTuple):
    """Who is paired and ranked in an event; `entrants` of its format names which of the two below."""

    crews: Callable[["Event", bool], list[Registration]]  # whatever the status of their players
    ranked: Callable[["Event"], list[Registration]]  # who has a row in the standings
    columns: Callable[..., Iterable[tuple[Any, ...]]]  # the same, as the number and these columns of each
    names: Callable[["Event"], Iterable[tuple[int, str, str]]]  # the same, as number, status and shown name
    staying: Callable[["Event"], Iterable[int]]
    to_pair: Callable[["Event"], list[Registration]]
    count_to_pair: Callable[["Event"], int]
    without_partner: Callable[["Event"], list[Registration]]


def crews_of(event: "Event", *, up_to_date_names: bool = True) -> list[Registration]:
    """Return every crew as one registration, whatever the status of its players."""
    return _of(event).crews(event, up_to_date_names)


def entrants(event: "Event") -> list[Registration]:
    """Return everyone who has a row in the standings: players, or crews of which all players take part."""
    return _of(event).ranked(event)


def columns_of_entrants(event: "Event", *columns: str) -> Iterable[tuple[Any, ...]]:
    """Return the number and these columns of everyone who has a row in the standings, without instances of players."""
    return _of(event).columns(event, *columns)


def names_of_entrants(event: "Event") -> Iterable[tuple[int, str, str]]:
    """Return number, status and shown name of everyone who has a row in the standings."""
    return _of(event).names(event)


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
    return set(_of(event).staying(event))


def entrants_to_pair(event: "Event") -> list[Registration]:
    """Return everyone who wants an opponent in the next round; a crew must be complete."""
    return _of(event).to_pair(event)


def count_to_pair(event: "Event") -> int:
    return _of(event).count_to_pair(event)


def partners(event: "Event") -> dict[int, list[int]]:
    """Map the first player of each crew to the others."""
    return {crew.pk: [one.pk for one in crew.partners] for crew in crews_of(event, up_to_date_names=False)}


def first_of_crew(event: "Event") -> dict[int, int]:
    """Map the other players of each crew to the first, by whose id the crew is paired and ranked."""
    return {other: first for first, others in partners(event).items() for other in others}


def without_partner(event: "Event") -> list[Registration]:
    """Return players who cannot be paired: they have no partner, or the partner is not in the event."""
    return _of(event).without_partner(event)


def _of(event: "Event") -> Entrants:
    return ENTRANTS[event.format.entrants]


def _names_of_players(event: "Event") -> Iterable[tuple[int, str, str]]:
    rows = event.registrations.taking_part().values_list("pk", "status", *name_columns())
    return [(pk, status, NameRow._make(name).shown) for pk, status, *name in rows]


def _crews(event: "Event", up_to_date_names: bool = True) -> list[Registration]:
    rows = event.registrations.filter(crew__isnull=False).order_by("crew", "crew_seat")
    seated: dict[int, list[Registration]] = {}
    for row in rows.select_related("user", "crew") if up_to_date_names else rows:
        seated.setdefault(row.crew_id or 0, []).append(row)
    return [as_crew(*players) for players in seated.values() if len(players) >= SMALLEST_CREW]


def _ranked_crews(event: "Event") -> list[Registration]:
    return [crew for crew in _crews(event) if crew.takes_part]


def _crews_to_pair(event: "Event") -> list[Registration]:
    return [crew for crew in _crews(event) if crew.can_play and crew.is_checked_in]


def _in_no_crew(event: "Event") -> list[Registration]:
    playing = {one.pk for crew in _crews(event) if crew.can_play for one in members(crew)}
    return [row for row in event.registrations.registered().named().select_related("crew") if row.pk not in playing]


ENTRANTS = {
    "players": Entrants(
        crews=lambda _event, _up_to_date: [],
        ranked=lambda event: list(event.registrations.taking_part().named()),
        columns=lambda event, *columns: event.registrations.taking_part().values_list("pk", *columns),
        names=_names_of_players,
        staying=lambda event: event.registrations.registered().values_list("pk", flat=True),
        to_pair=lambda event: list(event.registrations.to_be_paired()),
        count_to_pair=lambda event: event.registrations.to_be_paired().count(),
        without_partner=lambda _event: [],
    ),
    "crews": Entrants(
        crews=_crews,
        ranked=_ranked_crews,
        columns=lambda event, *columns: [
            (crew.pk, *(getattr(crew, name) for name in columns)) for crew in _ranked_crews(event)
        ],
        names=lambda event: [(crew.pk, crew.status, crew.shown_name) for crew in _ranked_crews(event)],
        staying=lambda event: [crew.pk for crew in _ranked_crews(event) if crew.can_play],
        to_pair=_crews_to_pair,
        count_to_pair=lambda event: len(_crews_to_pair(event)),
        without_partner=_in_no_crew,
    ),
}
