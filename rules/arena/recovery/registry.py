"""Types of handlers: functions for the code of a fault, for the code of a refusal, or for a kind of action."""

from collections.abc import Callable
from dataclasses import replace

from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.verdicts import Illegal, Issue

Forgives = Callable[
    [Game, PlayIssue], PlayIssue | None
]  # returns what is left to report beside what earlier errors explain
Repairs = Callable[
    [Game, PlayIssue], bool
]  # corrects the position; returns whether the action goes on as if nothing were wrong
# the same for what cannot be done at all; returns whether it was reported before
Refusals = Callable[[Game, Illegal], bool]
Hook = Callable[[Game, Action], None]

MOST_FAULTS = 1_000  # recorded; a report shows fewer
PURCHASES = ("buy-glory", "buy-reward", "reveal", "flip")
# what was due before the action and what players declare of powers, at no cost
BESIDE_A_PURCHASE = frozenset({"1.3.9", "2.7.1", "4.7.7", "4.18.1", "4.18.6", "8.1.2"})


def note(game: Game, fault: PlayIssue) -> None:
    """Record a fault; a report shows fewer. Only the first fault of a purchase is recorded, because its costs follow
    from it."""
    if game.quiet or len(game.findings) >= MOST_FAULTS:
        return
    index = game.index if fault.where is None else fault.where
    found = Issue(
        "error",
        fault.code,
        fault.message,
        index,
        game.cited(fault.article, fault.code),
        expected=fault.expected,
        logged=fault.logged,
    )
    game.findings.append(found)
    game.quiet = game.action.get("do") in PURCHASES and fault.article not in BESIDE_A_PURCHASE


def with_units(fault: PlayIssue, names: list[str]) -> Message:
    """The same fault, limited to these units."""
    return replace(fault.message, facts={**fault.message.facts, "units": names})
