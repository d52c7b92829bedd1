"""The seats of a match, one for each player."""

from django.db import models
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _


class SeatRole(models.TextChoices):
    PLAYER = "player", _("player")
    PARTNER = "partner", _("partner")  # the other players of a crew


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


def players_of(match: str = "") -> Prefetch:
    """Return a Prefetch of seats with players. `match` is the path to the match, if it is not the row itself."""
    way = f"{match}__seat_rows" if match else "seat_rows"
    return Prefetch(way, queryset=Seat.objects.select_related("registration__user", "registration__crew"))
