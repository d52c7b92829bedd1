"""The recommended number of rounds of an event."""

from tournaments.core import round_advice
from tournaments.core.fours import advice as at_tables
from tournaments.events.models.settings import CutKind
from tournaments.models import Event


def cut_rounds(event: Event) -> int:
    """Return the number of rounds of the cut, or of the planned one."""
    if event.is_free_for_all:
        return at_tables.cut_rounds(event.cut_size or 0) if event.has_planned_cut else 0
    size = len(event.cut_seeds or ()) or event.cut_size or 0
    return round_advice.cut_rounds(size, double=event.cut_kind == CutKind.DOUBLE)
