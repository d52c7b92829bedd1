"""A crew as one registration that stands for both players."""

import copy
import datetime as dt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.players.models.players import Registration


def with_partner(player: "Registration", own: str, other: str) -> str:
    return named_together([own, other], player.crew.name if player.crew else None) if other else own


def named_together(players: list[str], crew: str | None) -> str:
    """Return "Ana", "Ana & Bo", or "Sharks (Ana & Bo)"."""
    both = " & ".join(players)
    return f"{crew} ({both})" if crew and len(players) > 1 else both


def with_number(name: str, number: int) -> str:
    """Return "Ana Morin #2" for one of several players of that name. Points follow in brackets: "Ana Morin #2 (6)"."""
    return f"{name} #{number}"


def as_crew(first: "Registration", second: "Registration") -> "Registration":
    """Return a copy of the first registration that stands for both. It must never be saved."""
    crew = copy.copy(first)
    crew.partner = second
    crew.status = _status_of(first, second)
    crew.checked_in_at = _latest(first, second)
    crew.entered_round = max(first.entered_round, second.entered_round)
    left = [one.left_after_round for one in (first, second) if one.left_after_round is not None]
    crew.left_after_round = min(left, default=None)
    ratings = [one.rating for one in (first, second) if one.rating is not None]
    crew.rating = sum(ratings) // len(ratings) if ratings else None
    crew.fixed_table = first.fixed_table if first.fixed_table is not None else second.fixed_table
    ranked_by_hand = second if first.manual_rank is None else first
    crew.manual_rank, crew.manual_why = ranked_by_hand.manual_rank, ranked_by_hand.manual_why
    return crew


def _status_of(first: "Registration", second: "Registration") -> str:
    """Return the status of a crew. A disqualified player takes it along, even if the partner left before."""
    gone = [one.status for one in (first, second) if not one.can_play]
    return next((status for status in gone if status == "disqualified"), gone[0] if gone else first.status)


def _latest(first: "Registration", second: "Registration") -> dt.datetime | None:
    """Return when the crew was complete; None unless both have checked in."""
    if first.checked_in_at is None or second.checked_in_at is None:
        return None
    return max(first.checked_in_at, second.checked_in_at)
