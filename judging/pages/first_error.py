"""The first error of a log for display: desk, dossier and ready-made texts begin with it."""

from collections.abc import Mapping
from typing import Any

from judging.models import Case
from judging.pages.log_names import LogNames
from judging.pages.readable import FindingRow, finding_rows


def first_error(case: Case) -> FindingRow | None:
    """Return the first error in the active language; None if the log has none, or there is no log."""
    report = case.submission.current_report if case.submission else None
    return error_row(report.first_error, report.header) if report else None


def error_row(error: Mapping[str, Any], header: Mapping[str, Any]) -> FindingRow | None:
    return next(iter(finding_rows([dict(error)], LogNames(header))), None) if error else None
