"""What a player is asked about their games: whether others may follow them, and after one whether it may be shown."""

from dataclasses import dataclass
from typing import Any

from judging.models import Submission
from tournaments.models import Match, Registration


@dataclass(frozen=True)
class Asked:
    player: Registration
    live: bool
    public: bool


def asked_of(match: Match, user: Any) -> Asked | None:
    """Return what the player has yet to answer at this match; None for others, and where nothing is open."""
    player = next((each for each in match.players() if each.belongs_to(user)), None)
    if player is None or match.is_bye:
        return None
    event = match.round.event
    is_over = match.is_done or Submission.objects.filter(match=match).exists()
    live = event.shows_live_games and not player.live_games and match.round.is_open and not is_over
    public = event.public_games and player.public_games is None and is_over
    return Asked(player, live, public) if live or public else None
