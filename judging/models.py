"""Models of judging, one file for each theme: submitted logs, the validator's reports, cases and rulings."""

from judging.cases.models import Case, Statement
from judging.logs.models import Comparison, FurtherKey, Report, Submission
from judging.recorder.models import Recording, UndoneEntry
from judging.rulings.models import Appeal, Ruling

__all__ = [
    "Appeal",
    "Case",
    "Comparison",
    "FurtherKey",
    "Recording",
    "Report",
    "Ruling",
    "Statement",
    "Submission",
    "UndoneEntry",
]
