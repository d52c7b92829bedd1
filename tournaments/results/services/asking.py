"""What a player is asked about their games: whether others may follow them, and after one whether it may be shown."""

from dataclasses import dataclass
from typing import Any

from tournaments.models import Match, Registration


@dataclass(frozen=True)
class Asked:
    """The questions of a match. A player who has answered sees the answer, and can change it."""

    player: Registration
    live: bool
    public: bool


def asked_of(match: Match, user: Any) -> Asked | None:
    """Return what the player is asked at this match now; None for others, and where nothing is."""
    player = next((each for each in match.players() if each.belongs_to(user)), None)
    if player is None or match.is_bye:
        return None
    event = match.round.event
    if not event.shows_live_games and not event.public_games:
        return None
    is_over = match.is_done or match.submissions.exists()
    live = event.shows_live_games and match.round.is_open and not is_over
    public = event.public_games and is_over
    return Asked(player, live, public) if live or public else None
