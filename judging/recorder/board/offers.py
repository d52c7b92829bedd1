"""Offers of the recorder: the engine's legal actions, grouped into buttons and highlighted cells."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.board.event_text import label
from judging.board.reach import cost_of, reach_of_spell
from judging.board.unit_names import printed_name
from judging.recorder.board.copied import castable
from rules.arena.public import (
    CELLS,
    UNKNOWN_REWARD,
    CopiedSpell,
    Game,
    RewardText,
    cell_name,
    copied,
    legal_actions,
    may_be_copied_from,
    may_have_more,
    plays_on,
    spells_of,
)
from rules.common.verdicts import Illegal
from rules.games import Option
from teams.cards.editor.preview import gains_of
from teams.wording import NO_NAMES, article_line, render_message

Offer = dict[str, Any]
Names = Mapping[str, str]

# fields in which options of one offer differ: the cell that is tapped
TAPPED = {"place": "cell", "move": "to", "cast": "target", "inspire": "unit", "buy-reward": "to"}


def offers(game: Game, names: Names, copied_spells: Iterable[CopiedSpell] = ()) -> list[Offer]:
    gathered: dict[tuple[Any, ...], list[Option]] = {}
    listed = list(legal_actions(game))
    for option in listed:
        gathered.setdefault(_button(game, option), []).append(option)
    known = [_offer(game, options, names) for options in gathered.values()]
    return [*known, *_copied_offers(game, copied_spells, names), *_unlisted_offers(game, listed)]


def _button(game: Game, option: Option) -> tuple[Any, ...]:
    """Return the key by which options are grouped into a button. Dice with the same face are equivalent."""
    tapped = TAPPED.get(option.action["do"])
    same = {key: value for key, value in _by_face(game, option.action).items() if key not in (tapped, "dice")}
    return option.is_legal, *sorted((key, str(value)) for key, value in same.items())


def _offer(game: Game, options: list[Option], names: Names) -> Offer:
    action = dict(options[0].action)
    offer = {
        "label": _label(game, action, names),
        "do": action["do"],
        **_spell(game, action),
        **_purchase(game, action),
    }
    refusal = options[0].refusal
    if refusal is not None:
        return offer | {"why": _refusal(refusal, names)}
    tapped = TAPPED.get(action["do"])
    if tapped:
        cells = {_cell(game, option.action[tapped]): option.action[tapped] for option in options}
        offer |= {"field": tapped, "cells": cells}
    if action["do"] == "inspire" and game.tension:
        offer["face"] = game.tension[action["die"]]
    if action.get("reward") == UNKNOWN_REWARD:
        rank = action.get("rank")
        offer["choose"] = {"field": "reward", "options": _rewards(game, rank, secret=action["do"] == "buy-reward")}
    open_fields = {tapped, "dice"}
    return offer | {"action": {key: value for key, value in action.items() if key not in open_fields}}


def _cell(game: Game, where: str) -> str:
    """Return the cell to tap; for a unit, where it stands."""
    unit = game.units.get(where)
    return cell_name(unit.cell) if unit and unit.in_play else where


def _refusal(refusal: Illegal, names: Names) -> dict[str, str]:
    return {
        "article": refusal.article,
        "message": render_message(refusal.message, names),
        "line": article_line(refusal.article),
    }


def _spell(game: Game, action: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a spell costs, how far it reaches, and whether only its card says what it does."""
    if action["do"] != "cast" or game.active is None:
        return {"cost": ""}
    spell = next(spell for spell in spells_of(game.active) if spell.slug == action["spell"])
    details: dict[str, Any] = {"cost": cost_of(spell), "reach": reach_of_spell(game, game.active, spell)}
    if {effect.do for effect in spell.effects} == {"summon"}:
        details["summons"] = True  # at a free cell, not at a figure
    return details | ({"declare": True} if spell.unknown & {"effects", "attack", "cost"} else {})


def _purchase(game: Game, action: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a Demonic Reward costs (4.7.6, 4.9.27), and what the token gives if it lies face up."""
    if action["do"] != "buy-reward" or game.active is None:
        return {}
    crafts = "crafter" in game.active.powers and not game.active.has_bought_a_reward
    prices = game.laws.crafter_prices if crafts else game.laws.reward_prices
    ap = "" if crafts else " " + _("and 1 AP")
    text = game.texts.rewards.get(action["reward"])
    pile = game.piles[action["rank"], action["pile"]]
    shows_next = action["face"] == "up" and pile.left > 0 and game.laws.replaces_at_once
    return {
        **({"replaced": True} if shows_next else {}),  # before it is said who gets it (4.7.7)
        "cost": _("%(kamas)s Kamas") % {"kamas": prices[action["rank"]]} + ap,
        "effect": ", ".join(gains_of(text)) if text else "",
    }


def _rewards(game: Game, rank: str | None, *, secret: bool) -> list[dict[str, Any]]:
    """Return the tokens that may still be in the piles of that rank, those known to be of it first; each exists
    once."""
    texts = {each.slug: each for each in game.texts.rewards.values() if each.slug not in game.tokens}.values()
    of_rank = (each for each in texts if rank is None or each.rank in (None, rank))
    known = sorted(of_rank, key=lambda each: (each.rank is None, each.kind, printed_name(each), each.slug))
    hidden = [{"value": UNKNOWN_REWARD, "label": _("keep it secret: you name it when you reveal it")}] if secret else []
    return [*hidden, *(_token(each, rank) for each in known)]


def _token(text: RewardText, rank: str | None) -> dict[str, Any]:
    """`of_rank`: whether the site knows that it is of the pile's rank, where a pile is meant."""
    kind = text.equipment or text.kind
    token = {"value": text.slug, "label": printed_name(text), "kind": kind, "effect": ", ".join(gains_of(text))}
    return token if rank is None else token | {"of_rank": text.rank == rank}


def _unlisted_offers(game: Game, listed: list[Option]) -> Iterable[Offer]:
    """Yield offers beyond the legal actions: a second tension roll, and the ways to stop."""
    if game.laws.may_reroll and any(option.is_legal and option.action["do"] == "tension" for option in listed):
        yield _plain_offer(_("Tension, with one reroll"), {"do": "tension", "reroll": []})
    conceding = [{"do": "concede", "player": player} for player in game.seats.players if plays_on(game, player)]
    for action in (*conceding, {"do": "time"}):
        yield _plain_offer(label(action, NO_NAMES), action) | {"rare": True}
    yield from _card_spell_offers(game)


def _card_spell_offers(game: Game) -> Iterable[Offer]:
    """Yield an offer for a spell that the site does not know: its effect is declared (docs/game-log.md)."""
    unit = game.active
    if unit and unit.in_play and game.flips.let_units_act and may_have_more(unit):
        everywhere = {cell_name(cell): cell_name(cell) for cell in CELLS}
        spell = _plain_offer(_("Other spell"), {"do": "cast"})
        yield spell | {"field": "target", "cells": everywhere, "declare": True}
        if may_be_copied_from(unit):
            yield {"label": _("Copy a spell from the card"), "cost": "", "do": "copy", "unit": unit.name}


def _copied_offers(game: Game, copied_spells: Iterable[CopiedSpell], names: Names) -> Iterable[Offer]:
    """Yield offers of copied spells; each cast claims the text again."""
    if game.active is None:
        return
    asked = copied(game)
    asked.be_strict()
    asked.dealer = asked.event_log = None
    unit = asked.units[game.active.name]
    for each, spell, options in castable(asked, unit, copied_spells):
        offer: Offer = {"label": each.spell.name, "do": "cast", "cost": cost_of(spell), "copied": True}
        offer["reach"] = reach_of_spell(asked, unit, spell)
        offer["action"] = {"do": "cast", "spell": each.slug, "declared": dict(each.claim)}
        refusal = options[0].refusal
        if refusal is not None:
            yield offer | {"why": _refusal(refusal, names)}
            continue
        cells = {option.action["target"]: option.action["target"] for option in options}
        yield offer | {"field": "target", "cells": cells} | ({"declare": True} if each.does_more else {})


def _plain_offer(words: str, action: dict[str, Any]) -> Offer:
    return {"label": words, "cost": "", "do": action["do"], "action": action}


def _label(game: Game, action: Mapping[str, Any], names: Names) -> str:
    return label(_by_face(game, action), names)


def _by_face(game: Game, action: Mapping[str, Any]) -> Mapping[str, Any]:
    if action["do"] == "inspire" and game.tension:
        return {**action, "die": game.tension[action["die"]]}
    return action
