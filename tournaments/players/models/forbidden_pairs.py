"""Pairs of players who should not meet."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class ForbiddenPair(models.Model):
    """Two players who should not meet in the Swiss rounds if that can be avoided."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="forbidden_pairs")
    first = models.ForeignKey("tournaments.Registration", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("tournaments.Registration", on_delete=models.CASCADE, related_name="+")
    why = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="forbidden_pair_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="forbidden_pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} - {self.second}"
