"""The form for a ruling on a table of three or four: place and GG of every seat, and absences."""

from typing import Any

from judging.pages.readable import seat_names
from tournaments.forms.table_results import StaffTableScoreForm
from tournaments.models import Ending, Match
from tournaments.services.results.entry import current_score


class TableRulingForm(StaffTableScoreForm):
    """The corrected result. The reason is in the ruling; without an earlier result, the ending is by ruling."""

    def __init__(self, data: Any = None, *, match: Match) -> None:
        names = list(seat_names(match, in_full=True).values())
        super().__init__(data, names=names, score=current_score(match))
        self.initial.setdefault("ending", Ending.RULING)
        del self.fields["why"]
