"""The actions of a log and the functions that play them."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from rules.arena.cells import SIDES
from rules.arena.engine.answers import begin_anew
from rules.arena.engine.believed_gauges import note_acting
from rules.arena.engine.casting import cast
from rules.arena.engine.claims.powers import apply_claims, forget_claims, read_claims
from rules.arena.engine.correct import correct
from rules.arena.engine.glory import after_the_end, time_is_up
from rules.arena.engine.inspiration import inspire
from rules.arena.engine.leaving import concede
from rules.arena.engine.mechanisms import exploding
from rules.arena.engine.movement import move
from rules.arena.engine.placing import begin_fight, place
from rules.arena.engine.policy import PlayedInstead
from rules.arena.engine.possible_glory import forget_what_is_won
from rules.arena.engine.rewards.buying import buy_reward
from rules.arena.engine.rewards.flips import check_replacement, flip, report_early_closing_flips
from rules.arena.engine.rewards.revealing import reveal
from rules.arena.engine.shopping import buy_glory, collect
from rules.arena.engine.spells import spell_of
from rules.arena.engine.standby import end_standby, listed
from rules.arena.engine.state import Decided, Game
from rules.arena.engine.tension import tension
from rules.arena.engine.turn import activate, end_turn, leave_turn, look_for_the_second_turn
from rules.arena.engine.units import Unit
from rules.arena.log_actions import ACTIONS, OF_A_UNIT
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal

PLAY: Final[dict[str, Callable[[Game, Action], None]]] = {
    "place": place,
    "flip": flip,
    "tension": tension,
    "inspire": inspire,
    "activate": activate,
    "move": move,
    "collect": collect,
    "buy-glory": buy_glory,
    "buy-reward": buy_reward,
    "reveal": reveal,
    "cast": cast,
    "end-turn": end_turn,
    "concede": concede,
    "time": time_is_up,
    "correct": correct,
    "seen": lambda game, action: game.record_event("seen", player=action["player"]),
}
NONE: Final[frozenset[str | None]] = frozenset()
NO_CELLS: Final[frozenset[int]] = frozenset()
FOLLOWED_UP: Final = frozenset({"move", "end-turn"})  # after which a policy looks at the position
COSTS_AP_OR_MP: Final = OF_A_UNIT - {"reveal"}
OUTSIDE_THE_TURN: Final = frozenset({"place", "flip", "concede", "time", "correct", "seen"})
AFTER_THE_END: Final = frozenset({"correct", "seen"})
MAY_BE_ASKED_FOR: Final = frozenset({"choices", "coins", "standby", "doubles", "from", "gives"})


class ActionKind:
    """What has to be known of an action by its kind, looked up once."""

    def __init__(self, do: str) -> None:
        self.do = do
        self.play = PLAY[do]
        self.of_a_unit = do in OF_A_UNIT
        self.acts = do in OF_A_UNIT or do == "activate"
        self.spends = do in COSTS_AP_OR_MP
        self.in_turn = do not in OUTSIDE_THE_TURN
        self.is_followed_up = do in FOLLOWED_UP
        # how many fields it needs: with no more it has none of which it may be asked
        self.needed = sum([needed for _shape, needed in ACTIONS[do].values()])


KINDS: Final = {do: ActionKind(do) for do in PLAY}


def play(game: Game, action: Action) -> None:
    """Play one action. Raises Illegal. A winner ends the action and the game."""
    kind = KINDS[action["do"]]
    if game.over and kind.do not in AFTER_THE_END:
        raise after_the_end(game)
    more = len(action) - kind.needed  # fields that it need not have
    _forget_the_last_action(game, action, kind, more)
    if not game.policy.before(game, action, kind.do):
        game.basis.unchecked.add(game.index)
        return
    if not game.turn or game.flips.replacing is not None:
        _require_before(game, action, kind)
    flips_were_closed = kind.acts and game.flips.closed_at is not None
    faults = len(game.findings) if flips_were_closed else 0
    try:
        _carry_out(game, action, kind, more)
    except Decided:
        end_standby(game, action)
    except PlayedInstead:
        game.standby.clear()
        game.basis.unchecked.add(game.index)
        apply_claims(game, action)
        _out_all_the_same(game)
    except Illegal as refusal:
        _out_all_the_same(game)
        game.policy.refused(game, action, refusal)
        game.basis.unchecked.add(game.index)
    else:
        if more or kind.is_followed_up:
            _follow_up(game, action, kind)
    finally:
        forget_claims(game)
    if flips_were_closed and len(game.findings) == faults:
        report_early_closing_flips(game)


def _carry_out(game: Game, action: Action, kind: ActionKind, more: int) -> None:
    """With what its players claim of powers before and after it. Most actions claim nothing, and nobody goes out."""
    if more and ("declared" in action or "standby" in action):
        read_claims(game, action)
    if kind.of_a_unit and game.active is not None:
        note_acting(game, game.active)
        if game.active.is_locked and kind.spends and not _is_free(game.active, action):
            _spend_although_locked(game, game.active, action, kind)
            return
    play_it = kind.play
    play_it(game, action)
    if game.claims.now.powers or game.claims.now.known:
        apply_claims(game, action)
    if game.out:
        leave_turn(game)


def _is_free(unit: Unit, action: Action) -> bool:
    """What it has gained since the Block it may spend, and some spells cost neither AP nor MP."""
    if not unit.lock_reported and (unit.ap or unit.mp):
        return True
    spell = spell_of(unit, action["spell"])[0] if action["do"] == "cast" else None
    return spell is not None and spell.ap == 0 and not spell.mp


def _spend_although_locked(game: Game, unit: Unit, action: Action, kind: ActionKind) -> None:
    """It had nothing left: that is told once, and of all that it does in this turn nothing else is."""
    message = _("{unit} was locked: it has no MP and no AP left in this turn.", unit=unit.name)
    if not unit.lock_reported and not game.fault("4.14.2.d", "locked-unit-acts", message):
        unit.is_locked = False
        kind.play(game, action)
        return
    unit.lock_reported = game.quiet = True
    with suppress(Illegal):
        kind.play(game, action)


def _follow_up(game: Game, action: Action, kind: ActionKind) -> None:
    if kind.is_followed_up:
        game.policy.after(game, action, kind.do)
    if not MAY_BE_ASKED_FOR.isdisjoint(action):
        report_what_nobody_asked(game, action)


def _out_all_the_same(game: Game) -> None:
    """9.2.5: a player who went out in their own turn has left it, even if the rest of the action was not done.

    Strict play does nothing of a refused action.
    """
    if game.player in game.out and not game.strict:
        game.standby.clear()
        with suppress(Decided):
            leave_turn(game)


def _forget_the_last_action(game: Game, action: Action, kind: ActionKind, more: int) -> None:
    game.action, game.resolved = action, 0
    game.quiet = False
    game.crossed = NO_CELLS
    game.exploding = exploding(action) if more and "standby" in action else NONE
    if (game.uncertain.at_once or game.uncertain.doubted_glory) and kind.do != "correct":
        forget_what_is_won(game)
    if game.explaining:
        begin_anew(game)


def _require_before(game: Game, action: Action, kind: ActionKind) -> None:
    """Set-up ends with the first action of another kind, and a token bought face up must be replaced first (4.7.7)."""
    if game.conceded_first:
        look_for_the_second_turn(game, action)
    if not kind.in_turn:
        return
    if not game.turn:
        with suppress(Decided):
            begin_fight(game)
        if game.over:
            raise after_the_end(game)
    if game.flips.replacing is not None:
        check_replacement(game)


def report_what_nobody_asked(game: Game, action: Action) -> None:
    """Warn of coins and choices that no effect used, unless an unknown text may have needed them."""
    if game.dealer is not None or game.index in game.basis.believed:
        return
    for name in _of_players(action):
        if (id(action), name) not in game.claims.now.heard:
            game.say("warning", "unknown-field", _not_asked_for(name))
    for record in (action, *listed(action)):
        if "choices" not in record and "coins" not in record:
            continue
        choices = record.get("choices") or {}
        named = {name: f"choices/{name}" for name in choices if name != "facing" or choices[name] not in SIDES}
        where = "" if record is action else f"standby/{_index_of(record, action)}/"
        for name, field in (named | ({"coins": "coins"} if "coins" in record else {})).items():
            if (id(record), name) not in game.claims.now.heard:
                path = f"{where}{field}"[:80]
                game.say("warning", "unknown-field", _("Unknown field {field}: it is ignored.", field=path))


def _not_asked_for(name: str) -> Message:
    if name == "doubles":
        return _("No doubles were rolled: whom the log names for them is ignored.")
    return _("Unknown field {field}: it is ignored.", field=name[:80])


def _of_players(action: Action) -> list[str]:
    """Fields that name players, besides the choices of cards."""
    return [name for name in ("doubles", "from") if name in action] + [
        f"gives/{unit}" for unit in action.get("gives") or ()
    ]


def _index_of(record: Action, action: Action) -> int:
    """The index among the effects listed on standby, by identity: two entries may be equal."""
    return next(index for index, entry in enumerate(action.get("standby") or ()) if entry is record)
