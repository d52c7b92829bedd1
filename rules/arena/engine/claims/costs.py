"""Declared costs of powers, paid like the cost of a spell (4.11.3, 7.1.4)."""

from rules.arena.engine.believed_gauges import spend
from rules.arena.engine.claims.declarations import Claim
from rules.arena.engine.consequences import report_unpaid
from rules.arena.engine.damage import pay_injuries
from rules.arena.engine.kamas import pay_kamas
from rules.arena.engine.policy import broken
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.messages import Message
from rules.common.messages import message as _


def pay_for_power(game: Game, owner: Unit, claim: Claim) -> None:
    cost, name = claim.get("cost") or {}, claim["power"]
    _pay_from_gauge(game, owner, "ap", cost.get("ap", 0), name)
    _pay_from_gauge(game, owner, "mp", cost.get("mp", 0), name)
    if cost.get("injuries"):
        _pay_injuries(game, owner, cost["injuries"], name)
    if cost.get("kamas"):
        pay_kamas(game, owner.player, cost["kamas"], name)


def _pay_from_gauge(game: Game, owner: Unit, gauge: str, cost: int, name: str) -> None:
    """4.11.3, 4.11.4: possible only in the unit's own turn, because its gauges are empty in any other."""
    left = getattr(owner, gauge)
    if cost > left and owner.knows(gauge):
        facts = {"spell": name, "cost": cost, "unit": owner.name, "left": left}
        article, message = _why_unpaid(gauge, facts)
        report_unpaid(
            game, owner, gauge, (name, cost), broken(article, f"too-few-{gauge}", message, {gauge: left}, {gauge: cost})
        )
    spend(game, owner, gauge, cost)


def _why_unpaid(gauge: str, facts: dict[str, object]) -> tuple[str, Message]:
    if gauge == "ap":
        return "7.1.4.a", _("{spell} costs {cost} AP, but {unit} has {left}.", **facts)
    return "7.1.4.b", _("{spell} costs {cost} MP, but {unit} has {left}.", **facts)


def _pay_injuries(game: Game, owner: Unit, cost: int, name: str) -> None:
    """7.1.4.c, 4.10.6.c: neither inflicted nor suffered; KOs are checked after the action."""
    if owner.hp is not None and cost > (left := owner.hp - owner.injuries):
        message = _(
            "{spell} costs {cost} injuries, but {unit} can take {left}.",
            spell=name,
            cost=cost,
            unit=owner.name,
            left=left,
        )
        game.fault("7.1.4.c", "too-few-hp", message, expected={"injuries": left}, logged={"injuries": cost})
    pay_injuries(game, owner, cost)
