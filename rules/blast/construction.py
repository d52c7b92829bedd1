"""B-11.2: how often a figure may be in a team."""

from collections.abc import Iterable, Iterator

from rules.blast.cards import Fighter

MOST = {"elite": 1, "common": 2, "unknown": 1}  # where nobody knows it, one more is a doubt


def too_many(cards: Iterable[Fighter]) -> Iterator[tuple[str, int, bool]]:
    """Each card that is there too often, how often, and whether that is surely a fault."""
    by_slug: dict[str, list[Fighter]] = {}
    for card in cards:
        by_slug.setdefault(card.slug, []).append(card)
    for slug, copies in by_slug.items():
        rarity, count = copies[0].rarity, len(copies)
        if count > MOST[rarity]:
            yield slug, count, rarity != "unknown"
