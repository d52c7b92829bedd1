"""Dice: what a die counts for once turned (1.6.2), and whether the log shows as many as the rules roll.

Of some rolls only the outcome was written down: `{"successes": 1}` in place of the faces. Either is the players' word.
The engine then meets as many dice as the rules roll, of which so many show the face that counts.
"""

from typing import Any

from rules.arena.engine.state import Game
from rules.common.actions import Action
from rules.common.faces import PLAIN, TURNS
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import DiceMissing

NO_SUCCESS = "none"
ARTICLE_OF_TURN = {"critical/dodge": "1.6.2.b", "dofus": "1.6.2.c"}
HOW_TO_TURN = {
    "critical/dodge": _("A die showing critical/dodge must be turned to critical or dodge."),
    "dofus": _("A die showing dofus must be turned to critical, armour, lock or dodge."),
}


def shown(game: Game, die: str) -> str:
    """The face that counts (1.6.2). A die that was not turned, or turned wrongly, is a fault."""
    if die in PLAIN:
        return die
    rolled, arrow, turned = die.partition(">")
    choices = TURNS.get(rolled)
    if choices is None:
        if arrow:
            message = _("A die showing {rolled} cannot be turned.", rolled=rolled)
            game.fault("1.6.2.a", "die-turned", message, logged={"die": die})
        return turned or rolled
    if turned not in choices:
        game.fault(ARTICLE_OF_TURN[rolled], "die-not-turned", HOW_TO_TURN[rolled], logged={"die": die})
    return turned or rolled


class RollByOutcome(list[str]):
    """The dice of a roll of which only the outcome was logged; each is a success or shows nothing."""


def successes(game: Game, dice: list[str], face: str, also: str | None = None) -> int:
    """How many dice count: those with the face, or another that counts too. An unturned die counts as what its owner
    would have wished."""
    count = 0
    for die in dice:
        if die in (face, also):
            count += 1
        elif die not in PLAIN:
            symbol = shown(game, die)
            either = {face, also} & {"critical", "dodge"}
            count += symbol in (face, also, "dofus") or (symbol == "critical/dodge" and bool(either))
    return count


def from_to(fewest: int, most: int) -> int | Message:
    """How many dice would be accepted, in words."""
    return most if fewest >= most else _("{fewest} to {most}", fewest=fewest, most=most)


def in_report(fewest: int, most: int) -> int | list[int]:
    return most if fewest >= most else [fewest, most]


def settle(game: Game, record: Action, name: str, count: int, article: str) -> list[str]:
    """The dice of one roll: from the record, or from the dealer; none when the log has none (a fault)."""
    given: Any = record.get(name)
    if given is None and count:
        if game.dealer is not None:
            given = record[name] = game.dealer.dice(count)
        else:
            game.policy.ask(DiceMissing(article, {name: count}))
    return given if type(given) is list else dice_of(given, count, name)


def settle_in(game: Game, record: Action, name: str, unit: str, count: int, article: str) -> list[str]:
    """As settle(), for rolls that each of several units makes (`armour`: {unit: dice})."""
    table = record.get(name) or {}
    if unit not in table and count:
        if game.dealer is not None:
            table = record[name] = {**table, unit: game.dealer.dice(count)}
        else:
            game.policy.ask(DiceMissing(article, {name: {unit: count}}))
    given = table.get(unit)
    return given if type(given) is list else dice_of(given, count, name)


def settle_coins(game: Game, record: Action, count: int) -> list[str]:
    game.claims.now.written().heard.add((id(record), "coins"))
    given: list[str] | None = record.get("coins")
    if given is None and game.dealer is not None:
        given = record["coins"] = game.dealer.coins(count)
    if given is None:
        game.policy.ask(DiceMissing("7.2.4.a", {"coins": count}))
    if len(given or []) != count:
        game.fault(
            "7.2.4.a",
            "coins-count",
            _("{count} coins must be tossed.", count=count),
            expected={"coins": count},
            logged={"coins": len(given or [])},
        )
    return given or []


def dice_of(given: Any, wanted: int, face: str) -> list[str]:
    """The dice of a roll. More successes than dice are as many dice, which is then told as such."""
    if not isinstance(given, dict):
        return given or []
    won: int = given["successes"]
    return RollByOutcome([face] * won + [NO_SUCCESS] * (wanted - won))


def faces_seen(dice: list[str]) -> list[str]:
    """What can be shown of a roll."""
    return [] if isinstance(dice, RollByOutcome) else dice


def dice_shown(dice: list[str], face: str) -> int:
    """How many dice a log shows. Of an outcome it shows the successes alone: there may have been more dice."""
    return dice.count(face) if isinstance(dice, RollByOutcome) else len(dice)
