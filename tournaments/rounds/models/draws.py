"""Each draw of a round: from what, when, by whom, and why it was repeated."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 500


class Draw(models.Model):
    """One draw. It stays when the pairings are discarded, so that nobody draws until the pairings suit them unseen."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()  # of the round
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)  # why the round was drawn again
    discarded_because = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    seed = models.PositiveBigIntegerField()
    separates_clubs = models.BooleanField(default=False)
    document = models.JSONField()  # what `python -m tournaments.core.pairing` reads

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "number"], name="draws_of_a_round")]

    def __str__(self) -> str:
        return f"{self.event} {self.number}, {self.at:%Y-%m-%d %H:%M}"

    @property
    def keeps_apart(self) -> bool:
        """Whether the document names pairs that must not meet."""
        return bool(self.document.get("forbidden"))
