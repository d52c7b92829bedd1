"""What the card texts say about the tokens that are bought in a light log."""

from collections.abc import Iterable

from rules.arena.printed import CardTexts, RewardText


def may_craft(texts: CardTexts, cards: Iterable[str]) -> bool:
    """4.9.27.a: a crafter pays less; the log does not say who bought."""
    return any("crafter" in texts.figures[card].powers for card in cards if card in texts.figures)


def stays(token: RewardText) -> bool:
    """4.7.12. Boosts and Buffs leave when they were used, and Techniques do not count once they are revealed
    (4.7.11.d): a light log does not tell of that, so they are never held against anybody."""
    return token.kind == "equipment" and token.equipment != "technique"
