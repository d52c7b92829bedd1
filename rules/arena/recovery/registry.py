"""What a handler is: a function for the code of a fault, for the code of a refusal, or for a kind of action."""

from collections.abc import Callable
from dataclasses import replace

from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import MOST_FAULTS, Game
from rules.common.actions import Action
from rules.common.issues import Issue
from rules.common.messages import Sentence
from rules.common.verdicts import Illegal

Forgives = Callable[
    [Game, PlayIssue], PlayIssue | None
]  # what is left of it to be told, beside what earlier errors explain
Repairs = Callable[
    [Game, PlayIssue], bool
]  # sets the position right; whether the action goes on as if nothing were wrong
Refusals = Callable[[Game, Illegal], bool]  # the same for what cannot be done at all: whether it was told before
Hook = Callable[[Game, Action], None]

PURCHASES = ("buy-glory", "buy-reward", "reveal")
# what was due before the action, and what its players say of powers: it costs nothing
BESIDE_A_PURCHASE = frozenset({"1.3.9", "2.7.1", "4.7.7", "4.18.1", "4.18.6", "8.1.2"})


def note(game: Game, fault: PlayIssue) -> None:
    """A report shows fewer; of a purchase only the first fault is told, because what it costs follows from it."""
    if game.quiet or len(game.findings) >= MOST_FAULTS:
        return
    index = game.index if fault.where is None else fault.where
    found = Issue(
        "error",
        fault.code,
        fault.message,
        index,
        game.cited(fault.article),
        expected=fault.expected,
        logged=fault.logged,
    )
    game.findings.append(found)
    game.quiet = game.action.get("do") in PURCHASES and fault.article not in BESIDE_A_PURCHASE


def with_units(fault: PlayIssue, names: list[str]) -> Sentence:
    """What the fault says, of these units alone."""
    return replace(fault.message, facts={**fault.message.facts, "units": names})
