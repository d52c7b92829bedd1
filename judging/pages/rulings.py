"""The rulings of a case as cards: the current one, then those that were replaced."""

from dataclasses import dataclass

from judging.models import Case, Ruling
from judging.pages.readable import result_words
from tournaments.services.results.scores import read_score


@dataclass(frozen=True)
class RulingRow:
    ruling: Ruling
    result: str  # the result set by the ruling, as text; empty if none


def ruling_rows(case: Case, *, in_full: bool) -> list[RulingRow]:
    """Return the rulings, the latest first. Staff see full names."""
    people = ("judge", "penalised__user", "corrected_log", "supersedes", "superseded_by")
    return [
        RulingRow(ruling, _result(case, ruling, in_full=in_full))
        for ruling in case.rulings.select_related(*people).order_by("-pk")
    ]


def _result(case: Case, ruling: Ruling, *, in_full: bool) -> str:
    score = ruling.details.get("score")
    return result_words(case.match, read_score(score), in_full=in_full) if score and case.match else ""
