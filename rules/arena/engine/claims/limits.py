"""How much one cause may do: as much as any printed card does (data/bounds.toml), in one action and to one piece.

Where a log names a cause several times, what it did there is added up. A power may answer to several actions of a turn:
what it puts into gauges and stocks in all of them is believed, and told where it is more than any card does at once.
"""

from collections.abc import Mapping

from rules.arena import bounds
from rules.arena.engine.claims.declarations import Done
from rules.arena.engine.claims.words import WORDS
from rules.arena.engine.powers import lets_none_through
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.messages import message as _
from rules.common.names import slugify

BY_POWERS = ("4.9.31.a", "7.2.8.d")


class Cause:
    """What the log names as the cause, the unit whose it is, and whether it is a power or a spell."""

    def __init__(
        self, name: str, unit: str, *, is_power: bool = False, element: str | None = None, control: int | None = None
    ) -> None:
        self.name, self.unit, self.is_power = name, unit, is_power
        self.element = element  # of a spell of which only the log says anything
        self.control = control  # of a spell that summons (4.19.9.c), where the card shows it
        self.slug = slugify(name)


def limited(game: Game, what: str, amount: int, name: str) -> int:
    """As much as any printed card does of it; more is a fault (4.18.1)."""
    most = bounds.most("effect", what)
    if abs(amount) <= most:
        return amount
    facts = {"name": name, "what": WORDS[what], "amount": abs(amount), "most": most}
    message = _("{name}: no known card does so much ({what}: {amount}). At most {most} is believed.", **facts)
    game.fault("4.18.1", "beyond-any-card", message, expected={what: most}, logged={what: abs(amount)})
    return most if amount > 0 else -most


def together(game: Game, what: str, amount: int, cause: Cause, piece: str) -> int:
    """What is left of it for this piece, after what the cause has done to it before in this action."""
    if not amount:
        return 0
    key = cause.unit, cause.slug, what, piece, amount > 0
    done = game.claims.now.written().done
    before = done.get(key, 0)
    done[key] = limited(game, what, before + amount, cause.name)
    believed = done[key] - before
    if cause.is_power and (what == "kamas" or what.startswith("gained-")):
        _in_this_turn(game, what, believed, cause, key)
    return believed


def say_cut(game: Game, name: str, what: str, declared: int, done: int, article: str | None) -> None:
    """What could not be done of it is said; where a known power is in the way, a judge may want to look."""
    if done != declared:
        facts = {"unit": name, "what": WORDS[what], "declared": declared, "done": done}
        message = _("{unit}, {what}: {declared} declared, at most {done} possible.", **facts)
        game.say("warning" if article in BY_POWERS else "note", "declared-cut", message, article)


def past_immunity(game: Game, unit: Unit, element: str | None, amount: int) -> int:
    """4.9.12.a: what is declared of an elemental spell does not reach the Immune."""
    if not amount or not lets_none_through(unit, element):
        return amount
    facts = {"unit": unit.name, "declared": amount, "element": element}
    message = _("{unit} is Immune: {declared} injuries of {element} were declared, none are placed.", **facts)
    game.say("warning", "declared-cut", message, "4.9.12.a")
    return 0


def _in_this_turn(game: Game, what: str, amount: int, cause: Cause, key: Done) -> None:
    """Said as it goes beyond what one action may bring."""
    tally, most = _tally(game), bounds.most("effect", what)
    before = tally.get(key, 0)
    now = before + amount
    game.claims.done = game.turn, {**tally, key: now}
    if abs(before) <= most < abs(now):
        facts = {"name": cause.name, "what": WORDS[what], "amount": abs(now)}
        message = _("{name} has done more in this turn than any known card does at once ({what}: {amount}).", **facts)
        game.say("warning", "often-in-one-turn", message, "4.18.1")


def _tally(game: Game) -> Mapping[Done, int]:
    turn, done = game.claims.done
    return done if turn == game.turn else {}
