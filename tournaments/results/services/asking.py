"""What a player is asked about their games: whether others may follow them, and after one whether it may be shown."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.models.settings import LiveGames
from tournaments.models import Match, Registration


@dataclass(frozen=True)
class Asked:
    """The questions of a match. A player who has answered sees the answer, and can change it."""

    player: Registration
    live: bool
    public: bool
    match: Match

    @property
    def delay(self) -> str:
        """How others see this game; of two answers the more cautious counts."""
        if self.player.live_games != LiveGames.NONE and any(not each.live_games for each in self.match.players()):
            return _("%(delay)s, if your opponent agrees too") % {"delay": self.player.get_live_games_display()}
        return str(live_delay(self.match).label)


def live_delay(match: Match) -> LiveGames:
    """Return the most cautious delay of those that the event and the players have chosen."""
    chosen = [match.round.event.live_games, *(player.live_games for player in match.players())]
    return min((LiveGames(each or LiveGames.NONE) for each in chosen), key=list(LiveGames).index)


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
    return Asked(player, live, public, match) if live or public else None
