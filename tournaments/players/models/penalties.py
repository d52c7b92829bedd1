from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.database.immutable import NeverDeleted
from tournaments.events.models.settings import PenaltyKind


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    def current(self) -> "PenaltyQuerySet":
        """Exclude revoked penalties and revocations."""
        return self.filter(revokes__isnull=True, revoked_by__isnull=True)


class Penalty(NeverDeleted):
    """A penalty. It is never edited: another row revokes it."""

    registration = models.ForeignKey("tournaments.Registration", on_delete=models.PROTECT, related_name="penalties")
    match = models.ForeignKey(
        "tournaments.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="penalties"
    )
    kind = models.CharField(_("penalty"), max_length=20, choices=PenaltyKind)
    article = models.CharField(_("article"), max_length=20, blank=True)
    why = models.TextField(_("reason"))
    by_ruling = models.BooleanField(default=False, db_default=False, editable=False)  # only a ruling revokes it
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    revokes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="revoked_by")

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.registration}: {self.get_kind_display()}"
