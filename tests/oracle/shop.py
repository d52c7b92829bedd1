"""Kamas, GG and Demonic Rewards, for the second opinion (4.5 to 4.7)."""

from typing import Any

from tests.oracle.casting import Casting
from tests.oracle.data import CannotTell, Card, cell
from tests.oracle.geometry import beside, rows
from tests.oracle.table import Unit, must

PRICES = {"granite": 3, "jade": 6, "silver": 9, "gold": 12}
SECRET = "unknown-reward"
CRAFTED = {"granite": 3, "jade": 5, "silver": 7, "gold": 10}


class Shop(Casting):
    ranks: tuple[str, ...] = ("granite", "jade", "silver")
    piles: dict[tuple[str, int], list[Any]]  # how many tokens are left, and which lies face up
    drawn: dict[str, str]  # every token that has left its stack, and at which rank
    bought = False  # a GG, this turn
    replacing: tuple[str, int] | None = None

    def rank_fits(self, action: Card) -> None:
        printed = self.library.rewards.get(action["reward"], {})
        must(printed.get("rank", action["rank"].lower()) == action["rank"].lower(), "4.7.6")

    def draw(self, token: str, rank: str) -> None:
        """1.3.7: of each printed token there is one; of another nobody knows how many, but it has one rank."""
        if token == SECRET:
            return
        name = self.library.rewards.get(token, {}).get("slug", token)
        seen = name in self.drawn
        must(not seen or (name not in self.library.rewards and self.drawn[name] == rank), "1.3.7")
        self.drawn[name] = rank

    def collect(self, action: Card) -> None:
        unit = self.active
        assert unit and unit.cell
        must(unit.ap >= 1 and self.coins.get(unit.cell, 0) > 0, "6.3.3")
        unit.ap -= 1
        self.coins[unit.cell] -= 1
        self.kamas[unit.side] += 1
        unit.flags.add("collected")

    def buy_glory(self, action: Card) -> None:
        unit = self.active
        assert unit and unit.cell
        must(self.ground[unit.cell] == "D" and unit.ap >= 1 and not self.bought, "6.3.4")
        must(self.kamas[unit.side] >= 12, "4.5.3")
        unit.ap, self.bought = unit.ap - 1, True
        self.kamas[unit.side] -= 12
        self.gain(unit.side, 1)

    def buy_reward(self, action: Card) -> None:
        unit, rank = self.active, action["rank"].lower()
        assert unit and unit.cell
        must(self.ground[unit.cell] == "D", "4.7.6")
        pile = self.piles.get((rank, action["pile"]))
        must(pile and pile[0] > 0, "4.7.6")
        assert pile
        crafts = unit.has("crafter") and "crafted" not in unit.flags
        must(unit.ap >= 1 or crafts, "4.7.6")
        price = (CRAFTED if crafts else PRICES)[rank]
        must(self.kamas[unit.side] >= price, "4.5.3")
        self.rank_fits(action)
        if action["face"] == "up":
            if pile[1] is None and self.ranks[-1] == "gold":
                raise CannotTell(rank)
            must(pile[1] == action["reward"], "4.7.6")
            self.replacing = (rank, action["pile"]) if pile[0] > 1 else None
        else:
            self.draw(action["reward"], rank)
        pile[1] = None if action["face"] == "up" else pile[1]
        must(action["face"] == "up" or pile[0] > (pile[1] is not None), "4.7.6")
        pile[0] -= 1
        unit.flags.add("crafted")
        unit.ap -= not crafts
        self.kamas[unit.side] -= price
        roomy = [ally for ally in self.timelines[unit.side] if ally.cell and self.room_for_reward(ally)]
        must((action["to"] is None and not roomy) or action["to"] in [ally.name for ally in roomy], "4.7.9")
        if action["to"]:
            self.units[action["to"]].down.append(action["reward"])

    def room_for_reward(self, unit: Unit) -> bool:
        shown = [reward for reward in unit.up if reward.get("equipment") != "technique"]
        return len(unit.down) + len(shown) < (unit.level or 0)

    def reveal(self, action: Card) -> None:
        unit = self.active
        assert unit and unit.cell
        must("revealed" not in unit.flags and action["reward"] in unit.down, "4.7.10")
        reward = self.library.reward(action["reward"])
        kinds = [worn.get("equipment") for worn in unit.up]
        kind = {"trophy": "dofus"}.get(reward.get("equipment", ""), reward.get("equipment"))
        taken = {"dofus" if worn == "trophy" else worn for worn in kinds}
        must(kind in (None, "technique") or kind not in taken, "4.7.11.b")
        unit.flags.add("revealed")
        unit.down.remove(action["reward"])
        if reward["kind"] == "boost":
            unit.boosts += [reward] if reward.get("spells") or reward.get("next") else []
        else:
            unit.up.append(reward)
            self.fill(unit, reward.get("bonus", {}))
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
                getattr(self, "at_once_" + other.replace("-", "_"))(unit, effect, action)

    def at_once_buy_glory(self, unit: Unit, effect: Card, action: Card) -> None:
        wants = action.get("choices", {}).get("option") != "no"
        if wants and self.kamas[unit.side] >= effect["kamas"]:
            self.kamas[unit.side] -= effect["kamas"]
            self.gain(unit.side, 1)

    def at_once_choose(self, unit: Unit, effect: Card, action: Card) -> None:
        option = action.get("choices", {}).get("option")
        must(option in ("ap", "mp", "heal"), "7.2.4.b")
        self.mend(unit, effect["heal"]) if option == "heal" else self.fill(unit, {option: effect[option]})

    def at_once_recall(self, unit: Unit, effect: Card, action: Card) -> None:
        free = [c for c in rows(self.sides[unit.side], 2) if self.ground[c] == "s" and self.free(c)]
        to = cell(action.get("choices", {}).get("cell"))
        must(to in free or not free, "4.18.5")
        if free:
            unit.cell = to
            self.arrive(unit)

    def at_once_summon_beside(self, unit: Unit, effect: Card, action: Card) -> None:
        free = [c for c in beside(unit.cell or (0, 0)) if self.free(c)]
        to = cell(action.get("choices", {}).get("cell"))
        must(to in free or not free, "4.19.1.a")
        if to and free:
            self.summon(unit, effect["summon"], to)

    def at_once_coin_for_reward(self, unit: Unit, effect: Card, action: Card) -> None:
        coins, chosen = action.get("coins", []), action.get("choices", {})
        must(len(coins) == 1 and coins[0] in ("heads", "tails"), "7.2.4.a")
        if coins == ["heads"] and self.room_for_reward(unit):
            pile = self.piles.get((self.ranks[-1], chosen.get("pile")), [0, None])
            must(pile[0] > (pile[1] is not None), "1.3.7")
            self.draw(chosen["reward"], self.ranks[-1])
            pile[0] -= 1
            unit.down.append(chosen["reward"])
