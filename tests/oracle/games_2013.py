"""Random games by the book of 2013 that the second opinion can tell: half of them with the figures of the box."""

from typing import Any
from unittest.mock import patch

from rules.arena.cards import Card
from rules.arena.laws.arena_2013 import ARENA_2013, BOX
from rules.arena.team import check
from rules.arena.texts import all_rewards
from tools.selfplay import options
from tools.selfplay.game import random_game
from tools.selfplay.rng import Rng
from tools.selfplay.teams import LEVEL

Log = dict[str, Any]
PER_GAME, MIRRORED, BREAKABLE = 10, 7, 3  # of ten games one has two equal teams; in every third the scenery breaks


def played(number: int, pools: dict[str, list[Card]], modelled: Any) -> Log:
    """`pools` has the figures of which all is known, printed ones and those that are made up too."""
    fields: dict[str, Any]
    rng, fields = Rng(f"teams of 2013/{number}"), {"scenery": "fixed" if number % BREAKABLE else "breakable"}
    if number % 2:
        mixed = rng.shuffled(BOX)
        teams, fields = (mixed[:4], mixed[4:]), {**fields, "team_format": "box"}
    else:
        pool = pools["made up" if number % 4 else "printed"]
        teams = _team(rng, pool), _team(rng, pool)
    if number % PER_GAME == MIRRORED:
        teams = teams[0], teams[0]
    tokens = [text for text in all_rewards() if modelled("rewards", text.slug)]
    with patch.object(options, "all_rewards", lambda: tokens):
        return random_game(f"2013/{number}", teams, ruleset=ARENA_2013.slug, **fields)


def _team(rng: Rng, pool: list[Card]) -> list[str]:
    """Two to eight figures of level 12, drawn evenly."""
    while True:
        team: list[Card] = []
        for card in rng.shuffled([*pool, *pool]):
            if sum(member.level for member in team) + card.level <= LEVEL:
                team.append(card)
        if check(slugs := [card.slug for card in team], laws=ARENA_2013).is_legal:
            return slugs
