"""The seats of a match, one for each player."""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from core.database.compiled import CompiledForKeys


class SeatRole(models.TextChoices):
    PLAYER = "player", _("player")
    PARTNER = "partner", _("partner")  # the second player of a crew


class SeatQuerySet(models.QuerySet["Seat"]):
    def entered(self) -> "SeatQuerySet":
        """Filter one seat for each player or crew: the one that results and standings refer to."""
        return self.exclude(role=SeatRole.PARTNER)


class Seat(models.Model):
    """The seat of a player at a table. A player has one seat in a round."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="seats")
    registration = models.ForeignKey("tournaments.Registration", on_delete=models.PROTECT, related_name="seats")
    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, related_name="seat_rows")
    number = models.PositiveSmallIntegerField()  # 1 to n, in the order as written
    side = models.PositiveSmallIntegerField()  # 1 to k: who plays together
    role = models.CharField(max_length=8, choices=SeatRole, default=SeatRole.PLAYER)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "registration"], name="player_once_a_round"),
            models.UniqueConstraint(fields=["match", "number"], name="seat_once_a_match"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.registration_id}"


def with_players() -> SeatQuerySet:
    return Seat.objects.select_related("registration__user", "registration__crew")


_seats_of = CompiledForKeys(lambda matches: with_players().filter(match__in=matches))


def keep_seats_of(matches: Iterable[Any]) -> None:
    """Load the seats of a few matches as `players_of` does, with a query that is compiled once."""
    by_pk: dict[int, tuple[Any, list[Seat]]] = {match.pk: (match, []) for match in matches}
    for seat in _seats_of.all(by_pk):
        match, seats = by_pk[seat.match_id]
        seat.match = match
        seats.append(seat)
    for match, seats in by_pk.values():
        kept = match.seat_rows.all()
        kept._result_cache, kept._prefetch_done = seats, True
        match._prefetched_objects_cache = getattr(match, "_prefetched_objects_cache", {}) | {"seat_rows": kept}


def players_of(match: str = "") -> Prefetch:
    """Return a Prefetch of seats with players. `match` is the path to the match, if it is not the row itself."""
    way = f"{match}__seat_rows" if match else "seat_rows"
    return Prefetch(way, queryset=with_players())
