"""What was handed in, what the validator said, and what the judges made of it, a file a theme."""

from judging.models.cases import Case, Statement
from judging.models.comparisons import Comparison
from judging.models.recordings import Recording
from judging.models.reports import Report
from judging.models.rulings import Appeal, Ruling
from judging.models.submissions import FurtherKey, Submission

__all__ = ["Appeal", "Case", "Comparison", "FurtherKey", "Recording", "Report", "Ruling", "Statement", "Submission"]
