"""A saved team for pages: its cards with portraits, its verdict, its owner."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.games import Legality
from teams.cards.catalogue.dated_texts import title_of
from teams.cards.catalogue.portraits import portrait_of
from teams.models import TeamList, find_legality
from teams.wording import VERDICTS, CardShown, counted, render_message, violations


@dataclass(frozen=True, slots=True)
class Portrait:
    """A figure in a row of small pictures: head, face, name and level."""

    head: str
    face: str
    name: str
    level: int


def portraits(cards: Iterable[CardShown]) -> tuple[Portrait, ...]:
    """Return the portraits, one for each copy."""
    found: list[Portrait] = []
    for card in cards:
        head, face = portrait_of(card.card.slug).split(".")
        found += [Portrait(head, face, card.name, card.card.level)] * card.copies
    return tuple(found)


def names_in_a_line(cards: list[CardShown]) -> str:
    return ", ".join(f"{card.name} × {card.copies}" if card.copies > 1 else card.name for card in cards)


def team_shown(team: TeamList) -> dict[str, Any]:
    legality = find_legality(team.legality)
    verdict = team.verdict(legality)
    cards = counted(team.figures)
    return {
        "team": team,
        "legality_title": legality_title(team, legality),
        "cards": tuple(cards),
        "portraits": portraits(cards),
        "verdict": verdict,
        "verdict_word": VERDICTS[verdict.verdict],
        "violations": violations(verdict),
        "notes": [render_message(note.message) for note in verdict.notes],
    }


def legality_title(team: TeamList, legality: Legality | None) -> str:
    return str(title_of(legality)) if legality else team.legality
