"""Copied spells, offered like built-in ones: cost, reach, targets, expected damage."""

from collections.abc import Iterable, Iterator
from typing import Any

from judging.board.reach import cost_of
from judging.recorder.board.forecast import forecast
from judging.recorder.board.unit_cards import spell_shown
from rules.arena.public import (
    CopiedSpell,
    Game,
    Spell,
    Unit,
    casts_of,
    cell_name,
    may_be_copied_from,
    spell_of,
    spell_of_claim,
    was_cast,
)
from rules.games import Option
from teams.cards.editor.one_spell import values_of

Json = dict[str, Any]
Castable = tuple[CopiedSpell, Spell, list[Option]]


def castable(game: Game, unit: Unit, copied: Iterable[CopiedSpell]) -> Iterator[Castable]:
    """Yield the copied spells of that unit with their possible casts, or with the reason why there is none."""
    if not unit.in_play or not game.flips.let_units_act:
        return
    for each in copied:
        if each.card == unit.profile.card and spell_of(unit, each.slug)[0] is None:
            spell = spell_of_claim(each.slug, each.claim)
            yield each, spell, casts_of(game, unit, spell)


def action_of(each: CopiedSpell, target: str) -> Json:
    return {"do": "cast", "spell": each.slug, "target": target, "declared": dict(each.claim)}


def copied_casts(game: Game, unit: Unit, copied: Iterable[CopiedSpell]) -> Iterator[tuple[str, Json]]:
    """Yield a target cell and a cast, in the format of `taps`."""
    for each, spell, options in castable(game, unit, copied):
        for option in options:
            if option.is_legal:
                target = option.action["target"]
                cast: Json = {"spell": each.slug, "label": each.spell.name, "cost": cost_of(spell)}
                cast["declared"] = dict(each.claim)
                if each.does_more:
                    cast["declare"] = True
                elif any(unit.in_play and cell_name(unit.cell) == target for unit in game.units.values()):
                    cast["forecast"] = forecast(game, action_of(each, target))
                yield target, cast


def copied_state(game: Game, copied: Iterable[CopiedSpell]) -> Json:
    """Return what the page needs to copy a spell, and to correct one that has not been cast."""
    return {
        "from": [unit.name for unit in game.units.values() if may_be_copied_from(unit)],
        "spells": [
            {
                "unit": unit.name,
                "slug": each.slug,
                **spell_shown(each.spell),
                "fields": values_of(each.body),
                "cast": was_cast(game, each.card, each.slug),
            }
            for each in copied
            for unit in game.units.values()
            if unit.profile.card == each.card
        ],
    }
