from django.db import models


class OnceKey(models.Model):
    """The key of a form that was processed. Sending the form again, by a double click or a retry, has no effect."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    action = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="form_handled_once")]

    def __str__(self) -> str:
        return f"{self.action} {self.key}"
