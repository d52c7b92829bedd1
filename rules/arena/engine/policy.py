"""What becomes of a fault. Play is held to the rules: it is refused. A log is read on: see rules.arena.recovery."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rules.common.actions import Action
from rules.common.issues import Issue
from rules.common.messages import Sentence
from rules.common.verdicts import Illegal

if TYPE_CHECKING:
    from rules.arena.engine.state import Game
    from rules.arena.engine.units import Unit


@dataclass(frozen=True, slots=True)
class PlayIssue(Issue):
    """A broken rule, and what a policy that goes on needs to know of it."""

    allowed_from: Callable[[int], bool] | None = None  # the cells from which nothing would be wrong
    prevents: Any = None  # the unit whose step, or the spell, that may not be done at all because of it


def broken(
    article: str,
    code: str,
    message: Sentence,
    expected: dict[str, Any] | None = None,
    logged: dict[str, Any] | None = None,
    *,
    at: int | None = None,
    prevents: object = None,
) -> PlayIssue:
    """`at`: the action, where it is an earlier one."""
    return PlayIssue(
        "error", code, message, where=at, article=article, expected=expected, logged=logged, prevents=prevents
    )


class PlayedInstead(Exception):
    """The policy has played something else in place of the action: nothing more of it is done."""


class Policy(Protocol):
    """Asked before an action, on a fault, when an action is refused, and after it."""

    @property
    def strict(self) -> bool: ...

    def before(self, game: "Game", action: Action) -> bool:
        """Whether the action is played at all."""

    def fault(self, game: "Game", fault: PlayIssue) -> bool:
        """Whether the fault stands: if not, the action goes on as if nothing were wrong."""

    def ask(self, missing: Illegal) -> None:
        """Something has to be rolled or chosen that the action does not say."""

    def refused(self, game: "Game", action: Action, refusal: Illegal) -> None:
        """Nothing sensible can be done with the action: raises the refusal again where it has to be told."""

    def has_fallen(self, game: "Game", unit: "Unit") -> bool:
        """4.10.2: of a unit with as many injuries as HP. A log may go on as if it still stood."""

    def fallen(self, game: "Game", unit: "Unit", worth: int, receiver: str) -> None:
        """A Krosmaster is knocked out, for so many GG."""

    def has_won(self, game: "Game", side: str) -> bool:
        """1.4.1: of a side that has all GG. A log may go on as if it had not."""

    def after(self, game: "Game", action: Action) -> None: ...


class Strict:
    """Every fault is refused, and an action that is refused was not done."""

    strict = True

    def before(self, _game: "Game", _action: Action) -> bool:
        return True

    def fault(self, _game: "Game", fault: PlayIssue) -> bool:
        raise Illegal(fault.article or "", fault.code, fault.message, expected=fault.expected, logged=fault.logged)

    def ask(self, missing: Illegal) -> None:
        raise missing

    def refused(self, _game: "Game", _action: Action, refusal: Illegal) -> None:
        raise refusal

    def has_fallen(self, _game: "Game", _unit: "Unit") -> bool:
        return True

    def fallen(self, _game: "Game", _unit: "Unit", _worth: int, _receiver: str) -> None:
        return

    def has_won(self, _game: "Game", _side: str) -> bool:
        return True

    def after(self, _game: "Game", _action: Action) -> None:
        return


STRICT = Strict()
