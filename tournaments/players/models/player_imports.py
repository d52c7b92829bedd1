from django.db import models


class PlayerImport(models.Model):
    """Players who came in together from a sheet, so that all of it can be undone. `key` is a digest of the form's."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="player_imports")
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="player_import_once")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.at:%Y-%m-%d %H:%M}"
