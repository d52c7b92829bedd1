"""Display names of the players, figures, spells and tokens of a log, from its header alone, without playing the
game."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from judging.board.unit_names import (
    figures_of_teams,
    numbered,
    numbered_summon,
    own_title,
    printed_title,
    spell_title,
    spells_of_card,
    twins,
    with_owner,
)
from judging.logs.models import tally_in
from judging.models import Report
from rules.games import DEFAULT
from teams.wording import board_title

Header = Mapping[str, Any]


def player_names(header: Header) -> dict[str, str]:
    players = header.get("players", {})
    return {side: player.get("name") or _("Player %(letter)s") % {"letter": side} for side, player in players.items()}


def stocks_of_table(header: Header, body: Mapping[str, Any]) -> list[tuple[str, int | None]]:
    """Return each player's final GG, for a log of three or four players."""
    if not header.get("mode"):
        return []
    _name, tally = tally_in(body)
    return [(name, tally.get(player)) for player, name in player_names(header).items()]


def names_in(report: Report, *, sees_lists: bool) -> Mapping[str, str]:
    """Return the display names; people who may not see the lists read letters instead of figures, and no spells."""
    names = LogNames(report.header)
    return names if sees_lists else names.players | dict.fromkeys(names.spells, _("a spell"))


class LogNames(dict[str, str]):
    """Looks up names on demand, because summons and spells are only named in a few sentences."""

    def __init__(self, header: Header) -> None:
        self.teams = {side: player["team"] for side, player in header.get("players", {}).items()}
        self.players = player_names(header)
        self.header = header
        figures = figures_of_teams(header)
        self.twins = twins(figures)
        titles = {unit: self._unique_title(unit, title) for unit, title in numbered(figures).items()}
        super().__init__(self.players | titles)
        arena = DEFAULT.boards.find(header.get("arena", ""))
        if arena is not None:
            self[arena.slug] = board_title(arena)

    def get(self, key: str, default: Any = None) -> Any:
        own = super().get(key) or self._summon(key) or own_title(self.header, key)
        return own or self.spells.get(key) or self._token(key) or default

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def _unique_title(self, unit: str, title: str) -> str:
        """Return a title that is unique in the game: with the player's name if somebody else plays the figure."""
        side = self._side(unit)
        card = self.teams[side][unit]
        is_alone = not any(card in team.values() for other, team in self.teams.items() if other != side)
        return with_owner(title, None if is_alone else self.players.get(side, side))

    def _side(self, unit: str) -> str:
        return next((side for side, team in self.teams.items() if unit in team), "")

    def _summon(self, key: str) -> str | None:
        """Return the name of a summon: "b4/water-bomb-1" is the first water bomb of b4."""
        summoner, slash, summon = key.partition("/")
        if not slash or summoner not in self:
            return None
        slug, _dash, number = summon.rpartition("-")
        if not slug or not number.isdigit():
            return None
        title = numbered_summon(key, own_title(self.header, slug) or printed_title(slug), self.twins)
        return self._unique_title(summoner, title)

    @cached_property
    def spells(self) -> dict[str, str]:
        from_cards: dict[str, str] = {}
        for team in self.teams.values():
            for card in team.values():
                from_cards |= spells_of_card(card)
        return from_cards | {"punch": spell_title("", "punch")}

    @staticmethod
    def _token(key: str) -> str | None:
        title = printed_title(key)
        return title if title != key else None
