"""Dice and choices that an action still needs: asked of the players, or rolled by the site.

The engine names what it needs by the action's own fields. A question has the path at which its answer belongs in the
action; the recorder's page fills it in and sends the action again.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from rules.common.faces import FACES, TURNS
from rules.common.verdicts import ChoiceMissing, DiceMissing, Illegal
from rules.games import DEFAULT, Position, Ruleset

Action = dict[str, Any]
Question = dict[str, Any]
Path = list[str | int]
MOST_ROUNDS = 60
COINS = ("heads", "tails")
ROLLED = ("dice", "critical", "armour", "lock", "dodge", "coins", "blocks")
OF_DICE = ("dice", "reroll", "critical", "armour", "lock", "dodge", "coins")
HOLD_ROLLS = ("blocks", "standby")  # lists of what was rolled apart
NAMED = ("gives", "doubles", "from", "player")  # fields that name players; the others are dice


class AnswersNeeded(Exception):
    """Raised when an action needs answers; `action` is what is known so far."""

    def __init__(self, action: Action, asked: list[Question]) -> None:
        super().__init__(asked)
        self.step = 0  # index of the action of the entry that needs answers
        self.action = action
        self.asked = asked


def complete_action(ruleset: Ruleset, game: Position, action: Action, *, dice: Random | None) -> None:
    """Fill in what the action needs and try it, until the engine accepts it. Raise AnswersNeeded or Illegal.

    `dice` are those of the site, if it rolls.
    """
    actor = game.active.name if game.active else ""
    declined = action.pop("declined", None) or []
    for _round in range(MOST_ROUNDS):
        asked = tension_questions(action, rolled_by_site=dice is not None, may_reroll=game.laws.may_reroll)
        if not asked:
            try:
                asked = optional_answers(action, ruleset.positions.played(game, action), declined)
            except Illegal as refusal:
                asked = questions(action, refusal, actor)
                if not asked:
                    raise
            if not asked:
                return
        left = [question for question in asked if not _answer_without_asking(action, question, dice)]
        if left:
            action |= {"declined": declined} if declined else {}
            raise AnswersNeeded(action, left)


def _answer_without_asking(action: Action, question: Question, dice: Random | None) -> bool:
    """Answer a question that needs nobody: a single option, a given value, or dice that the site rolls."""
    options = question.get("options", ())
    if question["kind"] in ("order", "player") and len(options) == 1:
        set_at_path(action, question["path"], options[0])
    elif question["kind"] == "given":
        set_at_path(action, question["path"], question["value"])
    elif question["kind"] in ("dice", "coins") and dice is not None:
        set_at_path(action, question["path"], roll(question, dice))
    else:
        return False
    return True


def questions(action: Action, refusal: Illegal, actor: str) -> list[Question]:
    """Return what to ask before the action can be played; nothing if the rules forbid it."""
    if isinstance(refusal, DiceMissing):
        return list(_roll_questions(action, refusal.wanted, actor))
    if isinstance(refusal, ChoiceMissing):
        at = _path_of_standby(action)
        return [
            {"kind": "pick", "path": [*at, "choices", field], "options": options}
            for field, options in (refusal.expected or {}).items()
        ]
    return []


def optional_answers(action: Action, after: Position, declined: Any) -> list[Question]:
    """Return the next optional power that its player may use (4.18.3), except those in `declined`."""
    for pending in after.passed:
        option = {"effect": pending.effect, "by": pending.source.name}
        if not isinstance(declined, list) or option not in declined:
            path: Path = ["standby", len(action.get("standby") or ())]
            return [
                {"kind": "may", "path": path, "option": option, "power": pending.answer.name if pending.answer else ""}
            ]
    return []


def _path_of_standby(action: Action) -> Path:
    """Return the path of the last listed standby effect: it resolves after everything else, so questions are about
    it."""
    listed = action.get("standby")
    return ["standby", len(listed) - 1] if listed else []


def _roll_questions(action: Action, wanted: dict[str, Any], actor: str) -> Iterator[Question]:
    listed, at = action.get("standby"), _path_of_standby(action)
    for roll, want in wanted.items():
        if roll == "standby":
            yield {"kind": "order", "path": ["standby", len(listed or ())], "options": want}
        elif roll == "blocks":
            yield from _blocks(want, actor)
        elif roll in NAMED:
            yield from _player_questions(roll, want, action, at)
        elif isinstance(want, dict):
            yield from (_dice(roll, count, unit, [*at, roll, unit]) for unit, count in want.items())
        else:
            yield _dice(roll, want, actor, [*at, roll])


def _player_questions(field: str, want: Any, action: Action, at: Path) -> Iterator[Question]:
    """Yield questions for a choice among several opponents (4.6.3, 9.2.5, 9.2.6)."""
    if field == "gives":
        for unit, players in want.items():
            yield {"kind": "player", "asks": field, "unit": unit, "path": [field, unit], "options": players}
    elif field == "doubles":
        number = len(action.get(field) or ())
        asks = field if number else "opponent"
        yield {"kind": "player", "asks": asks, "unit": "", "path": [field, number], "options": want}
    else:
        path = [field] if field == "from" else [*at, "choices", field]
        yield {"kind": "player", "asks": "from", "unit": "", "path": path, "options": want}


def _blocks(want: list[dict[str, Any]], actor: str) -> Iterator[Question]:
    for number, each in enumerate(want):
        yield {"kind": "given", "path": ["blocks", number, "by"], "value": each["by"]}
        yield _dice("lock", each["lock"], each["by"], ["blocks", number, "lock"])
        yield _dice("dodge", each["dodge"], actor, ["blocks", number, "dodge"])


def _dice(roll: str, count: int, unit: str, path: Path) -> Question:
    return {"kind": "coins" if roll == "coins" else "dice", "roll": roll, "count": count, "unit": unit, "path": path}


def tension_questions(action: Action, *, rolled_by_site: bool, may_reroll: bool) -> list[Question]:
    """Return the questions for the tension dice (5.2), which the engine cannot ask: seeing them, a player decides on a
    reroll, where the rules have one."""
    if action["do"] != "tension":
        return []
    if "dice" not in action:
        return [_dice("tension", 2, "", ["dice"])]
    if rolled_by_site and may_reroll and not action.keys() & {"reroll", "kept", "doubles"}:
        return [{"kind": "keep", "path": ["kept"], "dice": action["dice"], "again": ["reroll"]}]
    if may_reroll and action.get("reroll") == []:
        return [_dice("tension", 1, "", ["reroll"])]
    action.pop("kept", None)
    return []


# -- by the site's own chance ---------------------------------------------------------------------------------------


def dice_of(key: str, actions: Sequence[Action]) -> Random:
    """Return the dice of the next action. They follow from the recording's secret key and from how many were rolled
    before it, so that neither asking again nor Undo rolls others: what was rolled is kept until it is used."""
    return Random(f"{key} {sum(len(faces_in(action)) for action in actions)}")  # noqa: S311  # fair, and the key is secret


def faces_in(action: Action) -> list[str]:
    """Return the dice and coins that an action holds, in its fields of dice alone: a note may name a face too."""
    own = [face for field in OF_DICE for face in _faces(action.get(field))]
    within = (each for field in HOLD_ROLLS for each in action.get(field) or ())
    return own + [face for each in within for face in faces_in(each)]


def _faces(part: Any) -> Iterator[str]:
    if isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _faces(each)
    elif isinstance(part, str) and part.partition(">")[0] in (*FACES, *COINS):
        yield part


def without_dice(action: Mapping[str, Any]) -> Action:
    """Return the action without dice that a device sends: where the site rolls, nobody types them over."""
    kept = {name: value for name, value in action.items() if name not in ROLLED}
    if "reroll" in kept:
        kept["reroll"] = []
    if isinstance(kept.get("standby"), list):
        kept["standby"] = [without_dice(each) if isinstance(each, dict) else each for each in kept["standby"]]
    return kept


def roll(question: Question, dice: Random) -> list[str]:
    if question["kind"] == "coins":
        return [dice.choice(COINS) for _ in range(question["count"])]
    return [turned(dice.choice(FACES), question["roll"], dice) for _ in range(question["count"])]


def turned(face: str, wish: str, dice: Random) -> str:
    """Turn a die that must be turned, as its owner wishes (1.6.2)."""
    ways = TURNS.get(face)
    if ways is None:
        return face
    return f"{face}>{wish if wish in ways else dice.choice(ways) if wish == 'tension' else ways[0]}"


def draw(rank: str, seen: Collection[str], key: str) -> str:
    """Draw a token of this rank that has not been seen in the game; the same one again after Undo."""
    facts = DEFAULT.facts
    rest = [reward.slug for reward in facts.all_rewards() if reward.rank in (None, rank) and reward.slug not in seen]
    tokens = Random(f"{key} {rank} {len(seen)}")  # noqa: S311
    return tokens.choice(rest) if rest else facts.unknown_reward


def set_at_path(action: Action, path: Path, value: Any) -> None:
    """Set the value at the path, creating the containers on the way."""
    place: Any = action
    for key, following in pairwise(path):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(place, list):
            place.extend({} for _ in range(int(key) + 1 - len(place)))
            place = place[int(key)]
        else:
            place = place.setdefault(key, empty)
    if isinstance(place, list):
        place.append(value)
    else:
        place[path[-1]] = value
