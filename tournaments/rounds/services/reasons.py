"""Reasons of a pairing: stored with the round as codes, and formatted with names when they are shown."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.core.pairing import Explanation
from tournaments.core.pairing.reasons import REASON_TEXTS

StoredReasons = list[list[Any]]


def reasons_of(explanations: Iterable[Explanation]) -> dict[str, StoredReasons]:
    """Return the reasons as [code, player, other, number], by the player named first."""
    return {
        explanation.about[0]: [[r.code, r.player, r.other, r.number] for r in explanation.reasons]
        for explanation in explanations
    }


def reasons_text(reasons: StoredReasons, names: Mapping[str, str]) -> str:
    """Format the reasons with the players' names."""
    if not reasons:
        return ""
    return gettext("; ").join(
        _text(code, number).format(player=names.get(player, player), other=names.get(other, other), number=number)
        for code, player, other, number in reasons
    )


def _text(code: str, number: int | None) -> str:
    texts = REASON_TEXTS[code]
    return gettext(texts) if isinstance(texts, str) else ngettext(*texts, number or 0)
