"""Models of judging, one file for each theme: submitted logs, the validator's reports, cases and rulings."""

from judging.cases.models.cases import Case, Statement
from judging.logs.models.comparisons import Comparison
from judging.logs.models.reports import Report
from judging.logs.models.submissions import FurtherKey, Submission
from judging.recorder.models import Recording
from judging.rulings.models import Appeal, Ruling

__all__ = ["Appeal", "Case", "Comparison", "FurtherKey", "Recording", "Report", "Ruling", "Statement", "Submission"]
