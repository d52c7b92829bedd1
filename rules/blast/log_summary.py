"""What a log says of itself, to be compared with the event that it was played in, and the names of what it names."""

from typing import Any

from rules.blast.cards import BlastFacts, Fighter
from rules.blast.log import Log, Result
from rules.blast.teamlist import slug_of

Titles = dict[str, dict[str, str]]


def summary(log: Log) -> dict[str, Any]:
    return {
        "arena": log.board,
        "advanced": log.advanced,
        "superior": log.superior,
        "challenges": [*log.challenges],
        "sides": dict(log.sides),
        "players": {side: {"name": one.name, "team": _team(one.team, log.facts)} for side, one in log.players.items()},
        "result": _result(log.result) if log.result else None,
        "titles": titles(log),
    }


def _team(team: Any, facts: BlastFacts) -> dict[str, str]:
    """By the slugs that lists have."""
    return {unit: card.slug if (card := facts.fighter(name)) else slug_of(name) for unit, name in team.items()}


def _result(result: Result) -> dict[str, Any]:
    return {"winner": result.winner, "glyphs": dict(result.glyphs) if result.glyphs else None}


def titles(log: Log) -> Titles:
    """In English and French, by slug: the board, and what may come into play."""
    facts = log.facts
    teams = [card for one in log.players.values() for name in one.team.values() if (card := facts.fighter(name))]
    figures = [*teams, *facts.minions.values()]
    found = {
        challenge: facts.challenges[challenge].name for challenge in log.challenges if challenge in facts.challenges
    }
    found |= {favor.slug: favor.name for favor in facts.favors.values()}
    found |= {log.board: facts.boards[log.board].name} if log.board in facts.boards else {}
    return {slug: {"en": name, "fr": name} for slug, name in found.items()} | _of_figures(figures)


def _of_figures(figures: list[Fighter]) -> Titles:
    spells = {spell.slug: spell for card in figures for spell in card.spells}
    named = spells | {card.slug: card for card in figures}
    return {slug: {"en": one.name, "fr": one.french or one.name} for slug, one in named.items()}
