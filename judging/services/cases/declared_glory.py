"""GG that only the players speak of: they decide games, so a judge looks at every one of them."""

from judging.models import Report

FINDING = "declared-glory"


def has_declared_glory(report: Report) -> bool:
    return any(finding.get("code") == FINDING for finding in report.body.get("findings", []))
