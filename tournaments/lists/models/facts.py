"""The card texts of an event: pinned when it starts; judges can change them with a reason."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import models

from core.database.immutable import WrittenOnce
from core.text.names import one_line
from teams.models.facts import FactRevision


class FactsPin(WrittenOnce):
    """A pinned set of card texts; the last one of an event counts.

    `changes` names each card that differs from the previous pin and the revision that was used, None for the built-in
    text.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="facts_pins")
    # None: no facts
    snapshot = models.ForeignKey("teams.FactsSnapshot", null=True, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=500, blank=True, validators=[one_line])
    changes = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event} {self.digest[:12]}"

    @property
    def digest(self) -> str:
        return self.snapshot.digest if self.snapshot else ""

    @property
    def keys(self) -> list[str]:
        """The keys of the changed cards, including alternative names: "text:bill-tell"."""
        return [key for change in self.changes for key in (change["key"], *change.get("also", ()))]

    @property
    def titles(self) -> list[str]:
        """The titles of the changed cards."""
        # from an earlier version of the site
        untitled = [change["revision"] for change in self.changes if "title" not in change]
        rows = FactRevision.objects.filter(pk__in=untitled) if untitled else ()
        return sorted(
            [*(change["title"] for change in self.changes if "title" in change), *(row.title for row in rows)]
        )

    @staticmethod
    def change(key: str, revision: int | None, *, title: str, also: Sequence[str] = ()) -> dict[str, Any]:
        return {"key": key, "revision": revision, "title": title, "also": [*also]}
