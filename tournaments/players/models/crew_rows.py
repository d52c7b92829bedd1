"""A crew as one registration that stands for all its players."""

import copy
import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.players.models.players import Registration


def with_partners(player: "Registration", own: str, others: list[str]) -> str:
    return named_together([own, *others], player.crew.name if player.crew else None) if others else own


def named_together(players: list[str], crew: str | None) -> str:
    """Return "Ana", "Ana & Bo", or "Sharks (Ana & Bo)"."""
    together = " & ".join(players)
    return f"{crew} ({together})" if crew and len(players) > 1 else together


def with_number(name: str, number: int) -> str:
    """Return "Ana Morin #2" for one of several players of that name. Points follow in brackets: "Ana Morin #2 (6)"."""
    return f"{name} #{number}"


def as_crew(first: "Registration", *others: "Registration") -> "Registration":
    """Return a copy of the first registration that stands for all. It must never be saved."""
    crew, everyone = copy.copy(first), (first, *others)
    crew.partners = others
    crew.status = _status_of(everyone)
    crew.checked_in_at = _latest(everyone)
    crew.entered_round = max(one.entered_round for one in everyone)
    left = [one.left_after_round for one in everyone if one.left_after_round is not None]
    crew.left_after_round = min(left, default=None)
    ratings = [one.rating for one in everyone if one.rating is not None]
    crew.rating = sum(ratings) // len(ratings) if ratings else None
    crew.fixed_table = next((one.fixed_table for one in everyone if one.fixed_table is not None), None)
    ranked_by_hand = next((one for one in everyone if one.manual_rank is not None), first)
    crew.manual_rank, crew.manual_why = ranked_by_hand.manual_rank, ranked_by_hand.manual_why
    return crew


def _status_of(players: "Sequence[Registration]") -> str:
    """Return the status of a crew. A disqualified player takes it along, even if a partner left before."""
    gone = [one.status for one in players if not one.can_play]
    return next((status for status in gone if status == "disqualified"), gone[0] if gone else players[0].status)


def _latest(players: "Sequence[Registration]") -> dt.datetime | None:
    """Return when the crew was complete; None unless everyone has checked in."""
    arrived = [one.checked_in_at for one in players if one.checked_in_at is not None]
    return max(arrived) if len(arrived) == len(players) else None
