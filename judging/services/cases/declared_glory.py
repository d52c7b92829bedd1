"""Declared GG, for which there is only the players' word: they decide games, so a judge reviews every instance."""

from judging.models import Report

FINDING = "declared-glory"


def has_declared_glory(report: Report) -> bool:
    return any(finding.get("code") == FINDING for finding in report.body.get("findings", []))
