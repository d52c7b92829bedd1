"""Kamas, GG and Demonic Rewards, for the second opinion (4.5 to 4.7)."""

from typing import Any

from tests.oracle.data import CannotTell, Card, cell
from tests.oracle.geometry import beside, rows
from tests.oracle.spells import Spells
from tests.oracle.table import Unit, must

PRICES = {"granite": 3, "jade": 6, "silver": 9, "gold": 12}
CRAFTED = {"granite": 3, "jade": 5, "silver": 7, "gold": 10}
SECRET = "unknown-reward"


class Shop(Spells):
    ranks: tuple[str, ...] = ("granite", "jade", "silver")
    piles: dict[tuple[str, int], list[Any]]  # how many tokens are left, and which lies face up
    drawn: dict[str, str]  # every token that has left its stack, and at which rank
    bought = False  # a GG, this turn
    replacing: tuple[str, int] | None = None

    def draw(self, token: str, rank: str) -> None:
        """1.3.7: of each printed token there is one; of another nobody knows how many, but it has one rank."""
        printed = self.library.rewards.get(token, {})
        name = printed.get("slug", token)
        seen = name in self.drawn and (bool(printed) or self.drawn[name] != rank)
        must(printed.get("rank", rank) == rank and not seen, "1.3.7")
        if token != SECRET:
            self.drawn[name] = rank

    def take(self, key: tuple[str, Any], token: str) -> None:
        """The next token of a stack; the one that lies face up is no longer on it."""
        left, shown = self.piles.get(key, (0, None))
        must(left > (shown is not None), "1.3.7")
        self.draw(token, key[0])

    def collect(self, unit: Unit, action: Card) -> None:
        assert unit.cell
        must(unit.ap >= 1 and self.coins.get(unit.cell, 0) > 0, "6.3.3")
        unit.ap -= 1
        self.coins[unit.cell] -= 1
        self.kamas[unit.side] += 1
        unit.flags.add("collected")

    def pay(self, unit: Unit, kamas: int, ap: int) -> None:
        """On a Demon cell (4.5.3, 4.7.6, 6.3.4)."""
        must(self.ground[unit.cell or (0, 0)] == "D", "6.3.4")
        must(unit.ap >= ap and self.kamas[unit.side] >= kamas, "4.5.3")
        unit.ap -= ap
        self.kamas[unit.side] -= kamas

    def buy_glory(self, unit: Unit, action: Card) -> None:
        must(not self.bought, "6.3.4")
        self.pay(unit, 12, 1)
        self.bought = True
        self.gain(unit.side, 1)

    def buy_reward(self, unit: Unit, action: Card) -> None:
        key, token, to = (action["rank"].lower(), action["pile"]), action["reward"], action["to"]
        must(key in self.piles, "4.7.6")
        crafts = unit.has("crafter") and "crafted" not in unit.flags
        self.pay(unit, (CRAFTED if crafts else PRICES)[key[0]], not crafts)
        unit.flags.add("crafted")
        pile = self.piles[key]
        if action["face"] == "up":
            must(pile[1] == token, "4.7.6")
            pile[1] = None
            self.replacing = key if pile[0] > 1 else None
        else:
            self.take(key, token)
        pile[0] -= 1
        roomy = [ally.name for ally in self.timelines[unit.side] if ally.cell and self.has_space(ally)]
        must(to in roomy if to else not roomy, "4.7.9")
        if to:
            self.units[to].down.append(token)

    def has_space(self, unit: Unit) -> bool:
        shown = [reward for reward in unit.up if reward.get("equipment") != "technique"]
        return len(unit.down) + len(shown) < (unit.level or 0)

    def reveal(self, unit: Unit, action: Card) -> None:
        must("revealed" not in unit.flags and action["reward"] in unit.down, "4.7.10")
        if action["reward"] not in self.library.rewards:
            raise CannotTell(action["reward"])
        reward = self.library.rewards[action["reward"]]
        kind, worn = ([r.get("equipment", "").replace("trophy", "dofus") for r in up] for up in ([reward], unit.up))
        must(kind[0] in ("", "technique") or kind[0] not in worn, "4.7.11.b")
        unit.flags.add("revealed")
        unit.down.remove(action["reward"])
        if reward["kind"] != "boost":
            unit.up.append(reward)
            self.fill(unit, reward.get("bonus", {}))
        elif reward.get("spells") or reward.get("next"):
            unit.boosts.append(reward)
        for effect in reward.get("effects", []):
            self.at_once(unit, effect, action)
        self.fall()
        self.settle(action.get("standby", []))

    def at_once(self, unit: Unit, effect: Card, action: Card) -> None:
        match effect["do"]:
            case "mend":
                self.mend(unit, effect["amount"])
            case "gain":
                self.fill(unit, effect)
            case "kamas":
                self.kamas[unit.side] += effect["amount"]
            case "glory":
                self.gain(unit.side, effect["amount"])
            case "injure":
                self.injure(unit, effect["amount"], unit)
            case other:
                getattr(self, "to_" + other.replace("-", "_"))(unit, effect, action, action.get("choices", {}))

    def to_buy_glory(self, unit: Unit, effect: Card, action: Card, chosen: Card) -> None:
        if chosen.get("option") != "no" and self.kamas[unit.side] >= effect["kamas"]:
            self.kamas[unit.side] -= effect["kamas"]
            self.gain(unit.side, 1)

    def to_choose(self, unit: Unit, effect: Card, action: Card, chosen: Card) -> None:
        option = chosen.get("option", "")
        must(option in ("ap", "mp", "heal"), "7.2.4.b")
        self.mend(unit, effect["heal"]) if option == "heal" else self.fill(unit, {option: effect[option]})

    def to_recall(self, unit: Unit, effect: Card, action: Card, chosen: Card) -> None:
        free = [c for c in rows(self.sides[unit.side], 2) if self.ground[c] == "s" and self.free(c)]
        must(cell(chosen.get("cell")) in free or not free, "4.18.5")
        if free:
            unit.cell = cell(chosen["cell"])
            self.arrive(unit)

    def to_summon_beside(self, unit: Unit, effect: Card, action: Card, chosen: Card) -> None:
        to, kind = cell(chosen.get("cell")), effect["summon"]
        free = [c for c in beside(unit.cell) if self.may_stand(kind, c)]
        must(to in free or not free, "4.19.1.a")
        if to and free:
            self.summon(unit, kind, to)

    def to_coin_for_reward(self, unit: Unit, effect: Card, action: Card, chosen: Card) -> None:
        coins, key = action.get("coins", []), (self.ranks[-1], chosen.get("pile", 0))
        must(len(coins) == 1 and coins[0] in ("heads", "tails"), "7.2.4.a")
        if coins == ["heads"] and self.has_space(unit):
            self.take(key, chosen["reward"])
            self.piles[key][0] -= 1
            unit.down.append(chosen["reward"])
