"""Models of judging, one file for each theme: submitted logs, the validator's reports, cases and rulings."""

from judging.models.cases import Case, Statement
from judging.models.comparisons import Comparison
from judging.models.recordings import Recording
from judging.models.reports import Report
from judging.models.rulings import Appeal, Ruling
from judging.models.submissions import FurtherKey, Submission

__all__ = ["Appeal", "Case", "Comparison", "FurtherKey", "Recording", "Report", "Ruling", "Statement", "Submission"]
