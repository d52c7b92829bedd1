"""Display names of what a log of Krosmaster Blast names, in the viewer's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.board.unit_names import numbered, numbered_summon, own_title, twins
from rules.games import Log, ruleset_of


class Names(dict[str, str]):
    """Titles of units, cards and players; Minions are named as they come."""

    def __init__(self, log: Log) -> None:
        self.header = ruleset_of(log).summary(log)
        players = {side: one.name or _("Player %(letter)s") % {"letter": side} for side, one in log.players.items()}
        teams = self.header["players"]
        figures = {unit: (side, self.title(card)) for side in teams for unit, card in teams[side]["team"].items()}
        self.twins = twins(figures)
        super().__init__({slug: self.title(slug) for slug in self.header["titles"]} | players | numbered(figures))

    def title(self, slug: str) -> str:
        return own_title(self.header, slug) or slug

    def meet(self, units: Mapping[str, Any]) -> None:
        for name, unit in units.items():
            if name not in self:
                self[name] = numbered_summon(name, self.title(unit["card"]), self.twins)
