"""Random legal teams, and the header of a random game."""

from collections.abc import Sequence

from rules.arena.boards import BOARDS
from rules.arena.cards import Card, catalogue
from rules.arena.cells import OPPOSITE, SIDES
from rules.arena.engine.order import who_goes_first
from rules.arena.laws import LAWS
from rules.arena.team import check
from tools.selfplay.mutator import Document
from tools.selfplay.rng import Rng

LEVEL = 12
STARTERS = (
    "queen-of-the-tofus", "king-of-the-gobballs", "bill-tell", "kassius-kaos",
    "bad-aboum", "anna-tommy", "oscar-kass", "lil-healey",
)  # fmt: skip


def random_team(rng: Rng) -> list[str]:
    """A legal team (1.1.1), mostly of figures with known texts, so that much of the game can be checked."""
    known = [card for card in catalogue().cards if card.slug in STARTERS]
    return team_from(rng, known if rng.happens(0.6) else catalogue().cards)


def team_from(rng: Rng, pool: Sequence[Card]) -> list[str]:
    """A legal team, drawn evenly from these figures."""
    while True:
        team = _drawn(rng, pool)
        if check(team).is_legal:
            return team


def _drawn(rng: Rng, pool: Sequence[Card]) -> list[str]:
    team: list[Card] = []
    for card in rng.shuffled([*pool, *pool]):
        if sum(member.level for member in team) + card.level <= LEVEL:
            team.append(card)
    return [card.slug for card in team]


def header(rng: Rng, teams: Sequence[Sequence[str]], arena: str | None, ruleset: str) -> Document:
    """The header of a game between these teams, with everything that chance or the players decide."""
    side = rng.one_of(SIDES)
    players = {name: player_with(rng, name, team) for name, team in zip("AB", teams, strict=True)}
    decided = who_goes_first(
        LAWS[ruleset], *([_initiative(card) for card in players[name]["team"].values()] for name in "AB")
    )
    first = decided[0] if decided else None
    return {
        "format": "krosmaster-log/1",
        "ruleset": ruleset,
        "team_format": "constructed",
        "arena": arena or rng.one_of(BOARDS),
        "sides": {"A": side, "B": OPPOSITE[side]},
        "players": players,
        "first_player": first or rng.one_of("AB"),
        **({} if first else {"toss": True}),
    }


def _initiative(slug: str) -> int:
    card = catalogue().find(slug)
    assert card is not None
    return card.initiative


def player_with(rng: Rng, name: str, figures: Sequence[str]) -> Document:
    team = {f"{name.lower()}{number}": card for number, card in enumerate(figures, start=1)}
    timeline = sorted(rng.shuffled(team), key=lambda unit: -_initiative(team[unit]))
    return {"name": f"Player {name}", "team": team, "timeline": timeline}
