"""Entering a pool by figure or by set: the offered cards, and the actions of the buttons."""

from collections.abc import Callable, Mapping
from typing import Any

from core.errors import Refused
from rules.games import DEFAULT
from teams.cards.catalogue.search import Wanted
from teams.models import Pool
from teams.pools.services import add_figures, take_out
from teams.wording import card_row

MOST_SHOWN = 30


def offers(words: str) -> dict[str, Any]:
    """Return the cards that the page of an open pool offers to add."""
    wanted = Wanted.of({"q": words, "sort": "name"})
    offered = wanted.cards() if wanted.words else []
    return {
        "wanted": wanted,
        "offered": [card_row(card) for card in offered[:MOST_SHOWN]],
        "not_shown": max(0, len(offered) - MOST_SHOWN),
        "expansions": DEFAULT.catalogue().expansions.values(),
    }


def apply_entry(pressed: Mapping[str, str], pool: Pool, register: Callable[[], Pool]) -> str:
    """Perform the button's action, and update the pool. Return an error message, or nothing."""
    try:
        if "add" in pressed:
            add_figures(pool=pool, figures=[pressed["add"]])
        elif "expansion" in pressed:
            of_set = [card.slug for card in DEFAULT.catalogue().cards if card.expansion == pressed["expansion"]]
            add_figures(pool=pool, figures=of_set)
        elif "out" in pressed:
            take_out(pool=pool, figure=pressed["out"])
        elif "register" in pressed:
            register()
    except Refused as refusal:
        return str(refusal)
    finally:
        pool.refresh_from_db()
    return ""
