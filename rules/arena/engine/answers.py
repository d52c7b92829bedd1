"""Triggered powers (4.18.3): put on standby when their event happens, with the effects printed on their card."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.arena.engine.auras import is_turn, settle
from rules.arena.engine.damage import knock_outs
from rules.arena.engine.spells import Cast, apply_effects
from rules.arena.engine.standby import OF_A_POWER, resolves, take_at_once
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.triggers import listens
from rules.arena.engine.units import OFF, Unit
from rules.arena.engine.unknown_spells import CAN_FOLLOW
from rules.arena.printed import PowerText
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.signatures import Effect

MOST_ANSWERS: Final = 60  # per action: powers that trigger one another would never end
WHO: Final[Mapping[str, Callable[[Unit, Unit], bool]]] = {
    "self": lambda owner, unit: owner is unit,
    "team": lambda owner, unit: owner.side == unit.side and unit.is_krosmaster,
    "other-krosmasters": lambda owner, unit: owner.side == unit.side and unit.is_krosmaster and owner is not unit,
    "other-allies": lambda owner, unit: owner.side == unit.side and owner is not unit,
    "opposing-krosmaster": lambda owner, unit: owner.side != unit.side and unit.is_krosmaster,
    "other-characters": lambda owner, unit: owner.side == unit.side and unit.is_character and owner is not unit,
}
NEEDS_THE_LOG: Final = ("coins", "copy-power", "choose-gain")
NAMES_ONE: Final = ("one-ally", "one-other-ally")


def begin_anew(game: Game) -> None:
    """Before each action, clear what was triggered and update continuous effects (4.18.4.e)."""
    game.answers = 0
    if game.settled or game.passed:
        game.settled, game.passed = [], []
    settle(game)


@listens
def answer(game: Game, moment: str, unit: Unit, other: Unit, number: int, cell: int) -> None:
    """Put on standby every power that is triggered by what `unit` has just done or suffered."""
    for owner in game.explaining:
        for slug, text in owner.explained.items():
            triggered = text.when == moment and slug in _powers_at(owner, unit, moment)
            if triggered and _is_meant(game, owner, text, unit, number) and _is_by(game, text, other):
                _put_on_standby(game, owner, text, other, owner.cell if owner.in_play else cell)


def _powers_at(owner: Unit, unit: Unit, moment: str) -> frozenset[str]:
    """The powers that can be triggered. A unit that is knocked out has left the arena, and uses what its card prints
    and it still had (4.18.3.c)."""
    if owner is unit and moment == "knocked-out":
        return owner.profile.powers & owner.fell_with
    return owner.powers if owner.in_play else frozenset()


def _is_meant(game: Game, owner: Unit, text: PowerText, unit: Unit, number: int) -> bool:
    if number < text.least or text.by_spell not in (None, game.action.get("spell")):
        return False
    if text.turn is not None and not is_turn(game, owner, text.turn):
        return False
    return WHO[text.who](owner, unit) and (
        text.kind is None or _is_called(unit, text.kind) or game.is_of_type(unit, text.kind)
    )


def _is_called(unit: Unit, name: str) -> bool:
    """4.18.9: a summon of that name."""
    return not unit.is_krosmaster and unit.profile.title == name


def _is_by(game: Game, text: PowerText, other: Unit) -> bool:
    """Whether the piece on the other side is one to which the power answers."""
    if (text.other == "krosmaster" and not other.is_krosmaster) or (text.other and not other.is_character):
        return False
    return text.other_kind is None or game.is_of_type(other, text.other_kind)


def _put_on_standby(game: Game, owner: Unit, text: PowerText, other: Unit, cell: int) -> None:
    if text.words is not None and not _can_come_about(game, owner, text):
        return
    if text.words is not None:  # what it does from then on was not seen: a log may tell
        owner.triggered |= {(text.slug, game.turn)}
        game.trust(owner.profile.card, "effects", text.slug, len(game.basis.events))
        if owner.profile.other_side is not None and text.turns_over:
            owner.turn_over(owner.profile.other_side)
        return
    if _is_used_up(game, owner, text):
        return
    if text.when == "would-fall":
        _in_place_of_its_ko(game, owner, text)
        return
    if text.once == "first":
        owner.triggered |= {(text.slug, game.turn)}
    game.answers += 1
    if game.answers > MOST_ANSWERS:
        if game.answers == MOST_ANSWERS + 1:
            game.say(
                "warning", "too-many-answers", _("Powers answer to one another without end: the rest is left out.")
            )
        return
    waits = any(_needs_the_log(game, owner, text, effect) for effect in text.casting.effects) and not text.may
    pending = Pending(text.slug, owner, target=other, power=text.slug, cell=cell, rolls=waits)
    pending.may, pending.answer, pending.at_end = text.may, text, text.when == "turn-ends"
    game.standby.append(pending)


def _can_come_about(game: Game, owner: Unit, text: PowerText) -> bool:
    """Of words that answer to a spell: where it was aimed."""
    if text.words_only is None:
        return True
    return CAN_FOLLOW[text.words_only](
        Cast(game, text.casting, owner, owner.cell, game.cell(game.action["target"]), {})
    )


def _in_place_of_its_ko(game: Game, owner: Unit, text: PowerText) -> None:
    """4.10.2: it waits for nothing, and its player may use it: the log lists it among the effects on standby."""
    eggs = {effect.arguments.get("summon") for effect in text.casting.effects}
    if not any(unit.profile.card in eggs for unit in game.in_play(owner.side)):
        return
    pending = Pending(text.slug, owner, target=owner, power=text.slug, cell=owner.cell)
    pending.may, pending.answer = True, text
    entry = take_at_once(game, pending)
    if entry is not None:
        owner.answered |= {(text.slug, game.turn)}
        game.record_event("answers", unit=owner.name, power=text.name)
        casting = Cast(game, text.casting, owner, owner.cell, owner.cell, entry)
        casting.main = casting.targets = [owner]
        apply_effects(casting, text.casting.effects)


def _needs_the_log(game: Game, owner: Unit, text: PowerText, effect: Effect) -> bool:
    """Where it works on one of several, or its player chooses; of what does not come about nobody says anything."""
    names_one = effect.arguments.get("to") in NAMES_ONE
    if effect.do not in NEEDS_THE_LOG and not names_one:
        return False
    asked = Cast(game, text.casting, owner, owner.cell, owner.cell, {})
    return not names_one or all(condition(asked) for condition in effect.conditions)


def _is_used_up(game: Game, owner: Unit, text: PowerText) -> bool:
    """4.18.2.a: used already, once per fight or once per player's turn, or not used when it first could be."""
    if text.once is None:
        return False
    if text.once == "first":
        return any(slug == text.slug for slug, _turn in owner.triggered)
    waiting = any(pending.power == text.slug and pending.source is owner for pending in game.standby)
    turns = {turn for slug, turn in owner.answered if slug == text.slug}
    return waiting or (bool(turns) if text.once == "game" else game.turn in turns)


@resolves(OF_A_POWER)
def _answers(game: Game, pending: Pending, entry: Action) -> None:
    owner, other, text = pending.source, pending.target, pending.answer
    if text is None or other is None or not (owner.in_play or text.when == "knocked-out"):
        return
    owner.answered |= {(text.slug, game.turn)}
    origin = owner.cell if owner.in_play else pending.cell
    target = other.cell if other.in_play else origin
    game.record_event("answers", unit=owner.name, power=text.name)
    casting = Cast(game, text.casting, owner, origin, target, entry)
    casting.main = casting.targets = [other] if other.in_play else []
    if origin != OFF:
        apply_effects(casting, text.casting.effects)
    knock_outs(game, owner)
