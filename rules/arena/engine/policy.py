"""How faults are handled. Strict play refuses them; logs are read on by rules.arena.recovery."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.verdicts import Illegal, Issue

if TYPE_CHECKING:
    from rules.arena.engine.state import Game
    from rules.arena.engine.units import Unit


@dataclass(slots=True)
class PlayIssue(Issue):
    """A broken rule, and what a policy that goes on needs to know of it."""

    allowed_from: Callable[[int], bool] | None = None  # the cells from which there would be no fault
    prevents: Any = None  # the unit whose step, or the spell, that the fault prevents altogether


def broken(
    article: str,
    code: str,
    message: Message,
    expected: dict[str, Any] | None = None,
    logged: dict[str, Any] | None = None,
    *,
    at: int | None = None,
    prevents: object = None,
) -> PlayIssue:
    """A fault; `at` is the action, if it is an earlier one."""
    return PlayIssue(
        "error", code, message, where=at, article=article, expected=expected, logged=logged, prevents=prevents
    )


class PlayedInstead(Exception):
    """The policy has played something else in place of the action, so the rest of it is skipped."""


class Policy:
    """Strict play refuses every fault, and a refused action changes nothing. Other policies go on in their own ways."""

    strict = True

    def before(self, _game: "Game", _action: Action, _do: str) -> bool:
        """Whether the action, of this kind, is played at all."""
        return True

    def fault(self, _game: "Game", fault: PlayIssue) -> bool:
        """Whether the fault stands: if not, the action goes on as if nothing were wrong."""
        raise Illegal(fault.article or "", fault.code, fault.message, expected=fault.expected, logged=fault.logged)

    def ask(self, missing: Illegal) -> None:
        """A roll or choice is needed that the action does not contain."""
        raise missing

    def refused(self, _game: "Game", _action: Action, refusal: Illegal) -> None:
        """The action cannot be played. Raises the refusal again if it has to be reported."""
        raise refusal

    def lets_fall(self, _game: "Game", _unit: "Unit") -> bool:
        """4.10.2: whether a unit with as many injuries as HP is to be knocked out. A log may go on as if it stood."""
        return True

    def makes_room(self, _game: "Game", _summoner: "Unit", _summon: str) -> None:
        """4.19.9.c: as many allied summons are in play as may be. A log may go on with one more, if one has fallen."""

    def fallen(self, _game: "Game", _unit: "Unit", _worth: int, _receiver: str) -> None:
        """A Krosmaster was knocked out, for this many GG."""

    def lets_win(self, _game: "Game", _side: str) -> bool:
        """1.4.1: whether a side with all GG is to be the winner. A log may go on as if it were not."""
        return True

    def after(self, _game: "Game", _action: Action, _do: str) -> None:
        """A step or an end of a turn has been played."""


STRICT = Policy()
