"""What a log shows before it is played: who is still in the arena later, who moves on, and where play on the board
ends."""

from collections.abc import Sequence
from typing import Final

from rules.arena.engine.claims.declarations import claims_in
from rules.common.actions import Action

SHOWS_UNITS: Final = frozenset({"inspire", "buy-reward", "move", "cast"})  # those that _in_the_arena reads
TURNS_OF_UNITS: Final = frozenset({"activate", "end-turn"})  # where one begins or ends
NOT_ON_THE_BOARD: Final = frozenset({"concede", "time", "correct", "seen"})


class Lookahead:
    """The units are looked for when somebody first asks: little of a log hangs on what it shows later."""

    def __init__(self, actions: Sequence[Action] = ()) -> None:
        self.actions = actions  # not looked through yet
        self.was_asked = False  # what was played then may hang on what comes later
        self.shown: dict[str, int] = {}  # the last action that shows a unit to be in the arena
        self.moves_on: set[int] = set()  # moves after which the unit moves again in the same turn
        self.last = len(actions) - 1  # the last action that is played on the board
        while self.last >= 0 and actions[self.last]["do"] in NOT_ON_THE_BOARD:
            self.last -= 1

    def shows(self, unit: str, index: int | None) -> bool:
        """Whether an action after that one shows the unit in the arena."""
        self.look()
        return index is not None and self.shown.get(unit, -1) > index

    def goes_on(self, index: int | None) -> bool:
        """Whether more is played on the board."""
        self.was_asked = True
        return index is not None and self.last > index

    def is_left_again(self, index: int | None) -> bool:
        """Whether the unit goes on from the cell to which it moves in that action."""
        self.look()
        return index in self.moves_on

    def look(self) -> None:
        self.was_asked = True
        acting, moved, last = "", -1, -1
        for index, action in enumerate(self.actions):
            do: str = action["do"]
            if do in NOT_ON_THE_BOARD:
                continue
            if do == "move":
                self.moves_on.add(moved)
                moved = index
            elif do in TURNS_OF_UNITS:
                self.shown[acting] = last
                acting, moved = action.get("unit", ""), -1
            last = index
            if do in SHOWS_UNITS and (do != "move" or "blocks" in action):
                for name in _in_the_arena(do, action):
                    self.shown[name] = index
        self.shown[acting] = last
        self.actions = ()


def _in_the_arena(do: str, action: Action) -> list[str]:
    """The units that an action shows in the arena, from fields that have a meaning there."""
    if do == "inspire":
        return [action["unit"]]
    if do == "buy-reward":
        return [action["to"]] if action.get("to") is not None else []
    if do == "move":
        return [block["by"] for block in action.get("blocks") or ()]
    shown = [name for name, dice in (action.get("armour") or {}).items() if dice]
    for claim in claims_in(action):
        for outcome in ("injuries", "healed"):
            shown += claim.get(outcome) or ()
    return shown
