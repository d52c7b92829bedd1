"""Cards and a board drawn by chance from all that a pack may say, under the names of tests/blast/games.py."""

import json
from random import Random
from typing import Any

from tests.blast.games import DIAGRAM, effect, fact, spell

ELEMENTS = ("none", "fire", "water", "air", "earth")
Body = dict[str, Any]


class Drawn:
    def __init__(self, seed: int | str) -> None:
        self.chance = Random(f"cards/{seed}")

    def pack(self) -> bytes:
        chance = self.chance
        fighters = [
            fact("fighter", name, name=name.title(), rarity="common", **self.numbers(), **self.talents())
            for name in ("ada", "bea", "cal", "dot")
        ]
        imp = fact("minion", "imp", name="Imp", mp=chance.randint(1, 3), hp=chance.randint(1, 3), ap=1, spells=[
            spell("Bite", 1, chance.randint(1, 3), chance.randint(0, 2), element=chance.choice(ELEMENTS))])  # fmt: skip
        favors = [
            *(fact("favor", f"plain-{n}", name=f"Plain {n}", effects=self.of_favor()) for n in range(10)),
            fact("favor", "blaze", name="Blaze", copies=2, effects=[self.bonus()]),
            *(fact("favor", name, name=name.title(), copies=9, effects=[effect("terrain", kind=kind)])
              for name, kind in (("chill", "ice"), ("spark", chance.choice(("fire", "fog"))))),
            fact("favor", "grand", name="Grand", superior=True, effects=self.of_favor()),
        ]  # fmt: skip
        challenges = [fact("challenge", name, name=name.title(), thresholds=self.thresholds()) for name in CHALLENGES]
        board = fact("board", "made-up-1", diagram=self.board())
        facts = [board, *fighters, imp, *favors, *challenges]
        return json.dumps({"format": "krosmaster-facts/1", "game": "blast", "facts": facts}).encode()

    def board(self) -> str:
        """The made-up board, on which other cells of the middle are glyphs, trees and bushes."""
        lines = DIAGRAM.splitlines()
        head, rows = lines[:4], [line.split() for line in lines[4:]]
        for row in rows[2:-2]:
            row[1:] = ["."] * 8
        middle = [(row, column) for row in range(2, 8) for column in range(1, 9)]
        spots = self.chance.sample(middle, 14)
        for (line, column), mark in zip(spots, "GGGGGGGGTTTBBB", strict=True):
            rows[line][column] = mark
        return "\n".join([*head, *(f"{row[0]:>2} {' '.join(row[1:])}" for row in rows)]) + "\n"

    def numbers(self) -> Body:
        chance = self.chance
        return {"mp": chance.randint(2, 4), "hp": chance.randint(4, 12), "ap": chance.randint(2, 4)}

    def talents(self) -> Body:
        spells = [self.spell(name) for name in ("First", "Second", "Third")]
        powers = [self.power(name) for name in self.chance.sample(("Keen", "Loyal"), self.chance.randint(0, 2))]
        return {"spells": spells, "powers": powers}

    def spell(self, name: str) -> Body:
        chance = self.chance
        least, damage = chance.choice((0, 1, 1, 1, 2, 3)), chance.choice((None, 0, 1, 2))
        more: Body = {"limit": chance.choice(("unlimited", "unlimited", "turn", "target"))}
        more["element"] = chance.choice(ELEMENTS)
        if chance.random() < 0.2:
            more["sight"] = False
        drawn = {each["do"]: each for each in [self.of_spell() for _ in range(chance.choice((0, 1, 1, 2, 3)))]}
        return spell(name, least, least + chance.randint(0, 3), damage, *drawn.values(), **more)

    def sometimes(self, drawn: Body) -> Body:
        """With a number of glyphs, now and then."""
        return {**drawn, "glyphs": self.chance.choice((1, 2, 3))} if self.chance.random() < 0.25 else drawn

    def bonus(self) -> Body:
        element = {"element": self.chance.choice(ELEMENTS[1:])} if self.chance.random() < 0.5 else {}
        return effect("bonus", damage=1, **element)

    def markers(self, to: tuple[str, ...]) -> Body:
        what = {self.chance.choice(("ap", "mp")): self.chance.choice((-2, -1, -1, 1, 1))}
        return effect("markers", to=self.chance.choice(to), **what)

    def around(self) -> Body:
        return effect("injure", amount=1, to="around", min=1, max=self.chance.randint(1, 2))

    def of_spell(self) -> Body:
        chance, to = self.chance, self.chance.choice(("target", "target", "self"))
        drawn = [
            self.markers(("target", "self")),
            effect("gain", **{chance.choice(("ap", "mp")): 1}),
            self.bonus(),
            effect("heal", amount=chance.randint(1, 2), to=to),
            effect("injure", amount=chance.randint(1, 2), to=to),
            self.around(),
            effect("shove", cells=chance.randint(1, 3)),
            effect("shove", cells=chance.randint(1, 3)),
            effect("leap"),
            effect("summon", minion="imp", most=chance.randint(1, 2), at=chance.choice(("target", "beside"))),
            effect("other-target"),
            effect("terrain", kind=chance.choice(("ice", "fire", "fog"))),
        ]
        return self.sometimes(chance.choice(drawn))

    def of_favor(self) -> list[Body]:
        chance = self.chance
        drawn = [
            self.bonus(),
            effect("gain", **{chance.choice(("ap", "mp")): 1}),
            effect("heal", amount=2, to="self"),
            self.around(),
            self.markers(("self",)),
            effect("summon", minion="imp", most=2, at="beside"),
            effect("terrain", kind=chance.choice(("ice", "fire", "fog"))),
        ]
        taken = chance.sample(drawn, chance.choice((0, 1, 1, 2)))
        return [self.sometimes(each) for each in taken]

    def set_off(self) -> list[Body]:
        chance = self.chance
        drawn = [
            effect("gain", **{chance.choice(("ap", "mp")): 1}),
            effect("heal", amount=1, to="self"),
            self.markers(("self",)),
            self.around(),
        ]
        return [self.sometimes(chance.choice(drawn))]

    def power(self, name: str) -> Body:
        when = self.chance.choice(("captures", "turn-ends-beside-ally"))
        return {"name": name, "when": when, "effects": self.set_off()}

    def thresholds(self) -> list[Body]:
        chance, found = self.chance, []
        for glyphs, name in ((1, "One"), (3, "Two"), (5, "Three")):
            kind, when = chance.choice((("passive", "captures"), ("passive", "always"), ("active", "always")))
            effects = [self.bonus()] if (kind, when) == ("passive", "always") else self.set_off()
            effects = self.of_favor() or effects if kind == "active" else effects
            found.append({"glyphs": glyphs, "kind": kind, "name": name, "when": when, "effects": effects})
            if kind == "active":
                del found[-1]["when"]
        return found


CHALLENGES = ("brawl", "world")
