"""The policy for logs: each fault is forgiven, or reported with its consequences repaired.

A fault is forgiven, and not reported, if an earlier one explains it. Otherwise it is reported, and the handler of its
code may correct the position, so that the action goes on as if nothing were wrong.
"""

from collections.abc import Callable, Mapping
from typing import Final

from rules.arena.cells import CELLS, NEIGHBOURS
from rules.arena.engine.casting import carry_out
from rules.arena.engine.effects.displacement import moves_pieces
from rules.arena.engine.policy import PlayedInstead, PlayIssue, Policy
from rules.arena.engine.spells import Cast
from rules.arena.engine.state import Game
from rules.arena.engine.summons import coming_name, next_name, profile_of
from rules.arena.engine.units import Unit
from rules.arena.laws.seats import DUEL
from rules.arena.log_actions import OF_A_UNIT
from rules.arena.printed import Spell
from rules.arena.recovery import dice, flips, placing, position, survival, tokens, turn
from rules.arena.recovery.registry import Forgives, Hook, Refusals, Repairs, note
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.verdicts import Illegal


def before_an_activation(game: Game, action: Action) -> None:
    game.uncertain.nobody_acts = False
    game.uncertain.activated_at = game.index or 0
    if game.uncertain.refused:
        _summon_that_was_refused(game, action["unit"])


def _summon_that_was_refused(game: Game, name: str) -> None:
    """The log goes on as if the summon were in play: put it where there is room."""
    summoner, slug = game.uncertain.refused.pop(name, (None, ""))
    if summoner is None or not summoner.in_play or name in game.units:
        return
    if name == coming_name(summoner, slug):
        next_name(summoner, slug)
    room = next((cell for cell in (*NEIGHBOURS[summoner.cell], *CELLS) if game.is_free(cell)), None)
    if room is not None:
        unit = Unit(name, summoner.player, profile_of(game, slug), summoner=summoner, misplaced=True)
        game.add_piece(unit)
        game.put(unit, room)


def after_the_turn(game: Game, _action: Action) -> None:
    game.uncertain.nobody_acts = False


def _nobody_of_that_name(game: Game, refusal: Illegal) -> bool:
    """Report an unknown name once; what it does and suffers is then skipped."""
    name = (refusal.logged or {})["unit"]
    if game.action.get("do") == "activate" and game.action["unit"] == name:
        game.uncertain.nobody_acts = True
    if game.uncertain.is_unheard_of(name):
        return True
    game.uncertain.strangers.add(name)
    tokens.count_as_summoned(game, name)
    return False


def _unless_it_was_refused(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Not reported for an effect of a summon that could not enter play, or of one that is missing, as was told of whom
    the same effects struck."""
    name = str(fault.message.facts["unit"])
    was_refused = name in game.uncertain.refused
    is_missing = tokens.count_as_summoned(game, name)
    is_reported = any(each.action == game.index and each.code == "armour-of-no-target" for each in game.findings)
    return None if was_refused or (is_missing and is_reported) else fault


def _nobody_acts(game: Game, _refusal: Illegal) -> bool:
    """Before all were placed, which is then reported, nobody could."""
    game.uncertain.nobody_acts = True
    return any(each.action == game.index and each.code == "not-placed" for each in game.findings)


def cast_all_the_same(game: Game, fault: PlayIssue) -> None:
    """Cast an illegal spell without reporting what else is wrong with it."""
    casting = fault.prevents
    assert isinstance(casting, Cast)
    game.quiet = True
    casting.target = _whom_the_dice_name(casting)
    summoned = dict(casting.caster.summoned)
    carry_out(casting)
    _refuse_summons(game, casting, summoned)
    _doubt_the_cells_of(*casting.summoned)
    if moves_pieces(casting.spell):
        _doubt_the_cells_of(casting.caster, *casting.targets)


def _refuse_summons(game: Game, casting: Cast, before: Mapping[str, int]) -> None:
    """A summon without room was reported with the spell; the log may go on as if it were in play."""
    caster = casting.caster
    for slug in _summons_of(casting.spell):
        if caster.summoned.get(slug, 0) == before.get(slug, 0):
            game.uncertain.refused[next_name(caster, slug)] = (caster, slug)


def _summons_of(spell: Spell) -> list[str]:
    return [str(effect.arguments["summon"]) for effect in spell.effects if effect.do == "summon"]


def _whom_the_dice_name(casting: Cast) -> int:
    """After an error in targeting, the spell hit the unit that rolled for Armour."""
    named = [casting.game.units.get(name) for name in casting.record.get("armour") or {}]
    if casting.spell.area is None and len(named) == 1 and named[0] is not None and named[0].in_play:
        return named[0].cell
    return casting.target


def _doubt_the_cells_of(*units: Unit) -> None:
    """After an error with a spell that moves pieces, the log may go on from where it says they are."""
    for unit in units:
        unit.misplaced = unit.in_play


def _not_its_own(game: Game, _refusal: Illegal) -> bool:
    """Another of its spells may have been meant, and moved it, or brought a summon."""
    caster = game.active
    if caster is None:
        return False
    spells = caster.profile.spells.values()
    if any(map(moves_pieces, spells)):
        _doubt_the_cells_of(caster)
    for slug in {slug for spell in spells for slug in _summons_of(spell)}:
        game.uncertain.refused[coming_name(caster, slug)] = (caster, slug)
    return False


FORGIVES: Mapping[str, Forgives] = {
    **dice.FORGIVES,
    **flips.FORGIVES,
    "no-such-effect": _unless_it_was_refused,
    **placing.FORGIVES,
    **position.FORGIVES,
    **tokens.FORGIVES,
    **turn.FORGIVES,
}
REPAIRS: Mapping[str, Repairs] = {
    **dice.REPAIRS,
    **flips.REPAIRS,
    **placing.REPAIRS,
    **position.REPAIRS,
    **turn.REPAIRS,
}
REFUSALS: Mapping[str, Refusals] = {
    **dict.fromkeys(("casts-by-itself", "boost-spent", "reward-face-down", "no-punch", "no-such-spell"), _not_its_own),
    **flips.REFUSALS,
    "no-such-unit": _nobody_of_that_name,
    "nobody-active": _nobody_acts,
    "not-in-play": _nobody_acts,
    **turn.REFUSALS,
}
BEFORE: Final[dict[str, Hook]] = {**flips.BEFORE, "activate": before_an_activation, **placing.BEFORE}
AFTER: Final[dict[str, Hook]] = {"end-turn": after_the_turn, **position.AFTER}
# what can be told although a whole turn is missing: dice and cells, and of a duel whose turn it is
OF_DICE: Final = frozenset(
    {"tension-dice", "reroll-dice", "die-turned", "die-not-turned", "no-such-cell", "game-is-over"}
)
OF_TURNS: Final = frozenset({"not-your-unit", "not-a-krosmaster-of-yours", "turn-not-ended", "tension-missing"})
# Impossible actions are done as far as the pieces allow, if only because their dice were rolled.
ALL_THE_SAME: Mapping[str, Callable[[Game, PlayIssue], None]] = {
    "move": position.step_all_the_same,
    "cast": cast_all_the_same,
}


def _hangs_on_a_missing_turn(game: Game, code: str) -> bool:
    """Among more than two players somebody may have gone out in it."""
    sure = OF_DICE | OF_TURNS if game.mode is DUEL else OF_DICE
    return game.uncertain.turn_missing and code not in sure and code != "game-is-over"


def _is_of_an_unsure_card(game: Game, message: Message) -> bool:
    """Whose card the header has wrong, which is reported: numbers, dice and spells of that figure show nothing."""
    if not game.uncertain.miscast:
        return False
    named = [game.active.name if game.active else "", str(message.facts.get("unit", ""))]
    named += message.facts.get("units") or []
    return not game.uncertain.miscast.isdisjoint(name.partition("/")[0] for name in named)


class Recovery(Policy):
    """Reads a log to its end, whatever is wrong with it."""

    strict = False

    def before(self, game: Game, action: Action, do: str) -> bool:
        if do in OF_A_UNIT:
            if game.uncertain.nobody_acts:
                return False  # already reported when the unit was activated
            if not game.begun:
                flips.before_a_unit_acts(game)
            return True
        handler = BEFORE.get(do)
        if handler is not None:
            handler(game, action)
        return True

    def fault(self, game: Game, fault: PlayIssue) -> bool:
        forgives, repairs = FORGIVES.get(fault.code), REPAIRS.get(fault.code)
        left = fault if forgives is None else forgives(game, fault)
        if left is None or position.move_instead(game, fault):
            return False
        if _hangs_on_a_missing_turn(game, fault.code) or _is_of_an_unsure_card(game, fault.message):
            game.basis.unchecked.add(game.index)
        else:
            note(game, left)
        if fault.prevents is not None:
            ALL_THE_SAME[game.action["do"]](game, fault)
            raise PlayedInstead
        return repairs is None or not repairs(game, fault)

    def ask(self, _missing: Illegal) -> None:
        """A log cannot be asked: missing dice are reported as a wrong number of dice."""

    def refused(self, game: Game, _action: Action, refusal: Illegal) -> None:
        handler = REFUSALS.get(refusal.code)
        explained = handler is not None and handler(game, refusal)
        if not (
            explained or _hangs_on_a_missing_turn(game, refusal.code) or _is_of_an_unsure_card(game, refusal.message)
        ):
            raise refusal
        game.standby.clear()

    def lets_fall(self, game: Game, unit: Unit) -> bool:
        return not survival.keep_standing(game, unit)

    def makes_room(self, game: Game, summoner: Unit, summon: str) -> None:
        tokens.let_a_summon_fall(game, summoner, summon)

    def fallen(self, game: Game, unit: Unit, worth: int, receiver: str) -> None:
        survival.note_the_fall(game, unit, worth, receiver)

    def lets_win(self, game: Game, side: str) -> bool:
        return not survival.doubt_the_win(game, side)

    def after(self, game: Game, action: Action, do: str) -> None:
        AFTER[do](game, action)
