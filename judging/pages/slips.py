"""The first error of a log for display: desk, dossier and ready-made texts begin with it."""

from collections.abc import Mapping
from typing import Any

from judging.models import Case
from judging.pages.log_names import LogNames
from judging.pages.readable import FindingRow, finding_rows


def first_slip(case: Case) -> FindingRow | None:
    """Return the first error in the active language; None if the log has none, or there is no log."""
    report = case.submission.current_report if case.submission else None
    return slip_row(report.slip, report.header) if report else None


def slip_row(slip: Mapping[str, Any], header: Mapping[str, Any]) -> FindingRow | None:
    return next(iter(finding_rows([dict(slip)], LogNames(header))), None) if slip else None
