"""A unit beside a Demon with Kamas to spend, and what it buys."""

from tests.rules.table import Table


def shop(buyer: str = "queen-of-the-tofus", **legend: str) -> Table:
    """Player A's buyer on a Demon cell with plenty of Kamas."""
    table = Table("D . K . x", K="oscar-kass", x="bill-tell", **legend)
    table.add("q", buyer, [0])
    table.activate("q")
    table.game.kamas["A"] = 30
    return table


def buy(
    rank: str = "jade", pile: int = 1, face: str = "down", reward: str = "glue", to: str | None = "q"
) -> dict[str, object]:
    return {"rank": rank, "pile": pile, "face": face, "reward": reward, "to": to}
