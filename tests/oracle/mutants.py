"""Blind changes to a log: one action lost, doubled, moved, done again, aimed elsewhere, or rolled otherwise.

What comes out may be illegal or may be another legal game: nobody has asked the rules.
"""

import copy
from collections.abc import Iterator
from typing import Any

from tools.selfplay.rng import Rng

Log = dict[str, Any]
FACES = ["critical", "armour", "lock", "dodge", "critical/dodge>critical", "dofus>armour", "dofus"]
HOW = (
    *("lost", "doubled", "moved", "copied", "copied"),
    *("field", "field", "field", "dice", "dice", "standby", "result"),
)
FIELDS = ("to", "target", "cell", "unit", "spell", "reward", "rank", "pile", "face", "die", "by")


def mutant(log: Log, rng: Rng) -> Log:
    """The log with one thing changed."""
    changed = copy.deepcopy(log)
    actions = changed["actions"]
    place = rng.pick(len(actions))
    how = rng.one_of(HOW)
    if how == "lost":
        del actions[place]
    elif how == "doubled":
        actions.insert(place, copy.deepcopy(actions[place]))
    elif how == "moved":
        actions.insert(rng.pick(len(actions)), actions.pop(place))
    elif how == "copied":
        actions.insert(rng.pick(len(actions)), copy.deepcopy(actions[place]))
    elif how == "field":
        _other_field(changed, rng)
    elif how == "dice":
        _other_dice(actions, rng)
    elif how == "standby":
        _other_standby(actions, rng)
    else:
        side = rng.one_of("AB")
        changed["result"]["glory"][side] += rng.one_of((-1, 1))
    return changed


def _other_field(log: Log, rng: Rng) -> None:
    """One field gets a value that it has in another place of the log."""
    places = [(action, name) for action in _tables(log["actions"]) for name in FIELDS if name in action]
    action, name = rng.one_of(places)
    values = [other[name] for other in _tables(log["actions"]) if name in other and other[name] != action[name]]
    if values:
        action[name] = rng.one_of(values)


def _other_dice(actions: list[Any], rng: Rng) -> None:
    rolls = [dice for table in _tables(actions) for dice in table.values() if _are_dice(dice)]
    dice = rng.one_of(rolls)
    how = rng.one_of(("other", "other", "more", "fewer"))
    if how == "more":
        dice.append(rng.one_of(FACES))
    elif how == "fewer":
        dice.pop()
    else:
        dice[rng.pick(len(dice))] = rng.one_of(FACES)


def _are_dice(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(die, str) for die in value)


def _other_standby(actions: list[Any], rng: Rng) -> None:
    lists = [action for action in actions if action.get("standby")]
    if not lists:
        return
    action = rng.one_of(lists)
    if rng.happens(0.5):
        del action["standby"][rng.pick(len(action["standby"]))]
    else:
        action["standby"] = rng.shuffled(action["standby"])


def _tables(value: Any) -> Iterator[dict[str, Any]]:
    """Every object of a document, however deep."""
    if isinstance(value, dict):
        yield value
        value = [*value.values()]
    for inner in value if isinstance(value, list) else []:
        yield from _tables(inner)
