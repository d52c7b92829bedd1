"""Data of events that were imported with rounds that were not played on this site."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.states import OVER

IMPORTED_FIELDS = frozenset({"imported_at", "imported_by", "awaits_moderator", "import_refused_because"})


class Imported(models.Model):
    """The part of `Event` about rounds that came from a file. Nobody can edit it."""

    state: str

    imported_at = models.DateTimeField(null=True, blank=True, editable=False)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, editable=False, on_delete=models.PROTECT, related_name="+"
    )
    awaits_moderator = models.BooleanField(default=False, db_default=False, editable=False)
    import_refused_because = models.CharField(
        _("reason of the refusal"), max_length=500, blank=True, default="", db_default="", editable=False
    )

    class Meta:
        abstract = True

    @property
    def is_unconfirmed(self) -> bool:
        """Whether results from a file would stand here for good, and no moderator has agreed to that."""
        return self.awaits_moderator and self.state in OVER
