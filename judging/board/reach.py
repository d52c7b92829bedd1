"""Range and line of sight for the board component: the engine's answers, grouped by what blocks a cell."""

from typing import Any

from django.utils.translation import gettext as _

from judging.board.unit_names import printed_name
from rules.arena.public import OPEN, Game, Spell, Unit, aims, cell_name, spells_of
from teams.wording import article_line

Json = dict[str, Any]


def reach_of_spell(game: Game, unit: Unit, spell: Spell) -> Json:
    """Return `open` cells, and `closed` ones by kind and article with its line."""
    gathered: dict[tuple[str, str], list[str]] = {}
    for cell, answer in aims(game, unit, spell).items():
        gathered.setdefault(answer, []).append(cell_name(cell))
    return {
        "from": cell_name(unit.cell),
        "open": gathered.pop((OPEN, ""), []),
        "closed": [
            {"kind": kind, "article": article, "line": article_line(article), "cells": cells}
            for (kind, article), cells in gathered.items()
        ],
    }


def reach_of_unit(game: Game, unit: Unit) -> Json:
    """Return the reach of every known spell of the unit. `incomplete`: its card has more than the site knows."""
    spells = spells_of(unit) if unit.in_play else []
    details = [
        {"name": printed_name(spell), "cost": cost_of(spell), "reach": reach_of_spell(game, unit, spell)}
        for spell in spells
    ]
    return {"spells": details, "incomplete": unit.profile.incomplete}


def cost_of(spell: Spell) -> str:
    costs = ((spell.ap, _("AP")), (spell.mp, _("MP")), (spell.injuries, _("injuries")))
    return " ".join(f"{amount} {name}" for amount, name in costs if amount)
