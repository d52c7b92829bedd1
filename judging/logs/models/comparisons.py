"""Comparisons of a log's end with the current result. They are repeated when either of the two changes."""

from django.db import models

from core.database.immutable import NeverDeleted


class Comparison(NeverDeleted):
    report = models.ForeignKey("judging.Report", on_delete=models.PROTECT, related_name="comparisons")
    result = models.ForeignKey("tournaments.Result", on_delete=models.PROTECT, related_name="+")
    differences = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["report", "result"], name="a_report_and_a_result_once")]

    def __str__(self) -> str:
        return f"{self.report} / {self.result}"
