"""Kamas, GG and Demonic Rewards (4.5 to 4.7)."""

from tests.oracle.data import Record
from tests.oracle.table import Table, Unit, must

PRICES = {"granite": (3, 3), "jade": (6, 5), "silver": (9, 7), "gold": (12, 10)}  # the second for a Crafter
SECRET = "unknown-reward"


class Shop(Table):
    replacing: tuple[str, int] | None = None  # the pile from which a token that lay face up was bought

    def draw(self, token: str, rank: str) -> None:
        """1.3.7: of each printed token there is one; of another nobody knows how many, but it has one rank."""
        printed = self.library.rewards.get(token, {})
        name = printed.get("slug", token)
        seen = name in self.drawn and (printed or self.drawn[name] != rank)
        must(printed.get("rank", rank) == rank and not seen, "1.3.7")
        if token != SECRET:
            self.drawn[name] = rank

    def take(self, key: tuple[str, int], token: str) -> None:
        """The next token of a stack; the one that lies face up is no longer on it."""
        must(self.stock.get(key, 0) > (self.face_up.get(key) is not None), "1.3.7")
        self.draw(token, key[0])
        self.stock[key] -= 1

    def collect(self, unit: Unit, action: Record) -> None:
        must(unit.left["ap"] >= 1 and self.coins.get(unit.cell, 0) > 0, "6.3.3")
        unit.left["ap"] -= 1
        self.coins[unit.cell] -= 1
        self.kamas[unit.side] += 1
        self.done.add((unit, "collect"))

    def pay(self, unit: Unit, kamas: int, ap: int) -> None:
        """On a Demon cell (4.5.3, 4.7.6, 6.3.4)."""
        must(self.ground[unit.cell] == "D" and unit.left["ap"] >= ap and self.kamas[unit.side] >= kamas, "4.5.3")
        unit.left["ap"] -= ap
        self.kamas[unit.side] -= kamas

    def buy_glory(self, unit: Unit, action: Record) -> None:
        must(self.once("buy-glory", self.turn), "6.3.4")
        self.pay(unit, 12, 1)
        self.gain(unit.side, 1)

    def buy_reward(self, unit: Unit, action: Record) -> None:
        key, token, to = (action["rank"].lower(), action["pile"]), action["reward"], action["to"]
        must(key in self.stock, "4.7.6")
        crafts = self.once(unit, "craft", self.turn) and unit.has("crafter")
        self.pay(unit, PRICES[key[0]][crafts], not crafts)
        if action["face"] == "up":
            must(self.face_up[key] == token, "4.7.6")
            self.face_up[key] = None
            self.stock[key] -= 1
            self.replacing = key if self.stock[key] else None
        else:
            self.take(key, token)
        roomy = [ally.name for ally in self.timelines[unit.side] if ally.cell and self.has_space(ally)]
        must(to in roomy if to else not roomy, "4.7.9")
        if to:
            self.units[to].down.append(token)

    def has_space(self, unit: Unit) -> bool:
        shown = [r for r in unit.up if r["kind"] != "boost" and r.get("equipment") != "technique"]
        return len(unit.down) + len(shown) < (unit.level or 0)
