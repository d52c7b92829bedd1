"""Powers that cards explain: what lasts, and what answers to something (4.18); and whom an effect means."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.oracle.data import CannotTell, Record, distance, slug
from tests.oracle.table import CHARACTERS, Table, Unit, face, must, successes

Group = Callable[[Unit, Unit], bool]


def _beside(one: Unit, other: Unit) -> bool:
    return distance(one.cell, other.cell) == 1


# whom a power or an effect of an owner means, among those in play
GROUPS: dict[str, Group] = {
    "self": lambda own, unit: unit is own,
    "team": lambda own, unit: unit.side == own.side and not unit.summoner,
    "other-allies": lambda own, unit: unit.side == own.side and unit is not own,
    "adjacent": _beside,
    "adjacent-characters": lambda own, unit: _beside(own, unit) and unit.body in CHARACTERS,
    "adjacent-allies": lambda own, unit: unit.side == own.side and _beside(own, unit),
    "adjacent-allied-krosmasters": lambda own, unit: unit.side == own.side and _beside(own, unit) and not unit.summoner,
    "self-and-adjacent-allied-krosmasters": lambda own, unit: (
        unit is own or (unit.side == own.side and _beside(own, unit) and not unit.summoner)
    ),
    "self-and-adjacent-allies": lambda own, unit: unit is own or (unit.side == own.side and _beside(own, unit)),
    "adjacent-enemies": lambda own, unit: unit.side != own.side and _beside(own, unit),
    "adjacent-enemy-characters": lambda own, unit: (
        unit.side != own.side and _beside(own, unit) and unit.body in CHARACTERS
    ),
    "adjacent-enemy-krosmasters": lambda own, unit: unit.side != own.side and _beside(own, unit) and not unit.summoner,
    "allied-summons": lambda own, unit: unit.side == own.side and bool(unit.summoner),
    "allied-mobs": lambda own, unit: unit.side == own.side and unit.body == "mob",
    "own-summons": lambda own, unit: unit.summoner is own,
    "allied-characters": lambda own, unit: unit.side == own.side and unit.body in CHARACTERS,
    "every-other-character": lambda own, unit: unit is not own and unit.body in CHARACTERS,
    "opposing-krosmasters": lambda own, unit: unit.side != own.side and not unit.summoner,
    "marked": lambda own, unit: own in unit.marks.values(),
}
WHO: dict[str, Group] = {
    "self": GROUPS["self"],
    "team": GROUPS["team"],
    "other-krosmasters": lambda own, unit: GROUPS["team"](own, unit) and unit is not own,
    "other-characters": lambda own, unit: GROUPS["allied-characters"](own, unit) and unit is not own,
}


class Powers(Table):
    def lasting(self, unit: Unit) -> list[tuple[Record, int]]:
        """The lasting powers that work on it, and how many times."""
        found = []
        for owner in self.units.values():
            for power in owner.card.get("own-powers", []):
                if "when" not in power and (owner.cell or "fallen" in power.get("while", {})):
                    times = self._times(power, owner, unit)
                    if times:
                        found.append((power, times))
        return found

    def against(self, unit: Unit, foe: Unit) -> set[str]:
        """Its powers in a roll against that one: some are there against characters with a spell of an element only."""
        every = [spell for source in [foe.card, *foe.up] for spell in source.get("spells", [])]
        elements = {spell["attack"]["element"] for spell in every if "attack" in spell}
        given = [power for power, _ in self.lasting(unit) if power.get("against") in elements]
        return unit.powers | {each for power in given for each in power["powers"] if foe.body in CHARACTERS}

    def _is_kind(self, power: Record, unit: Unit) -> bool:
        return unit.is_a(power.get("type")) and unit.level >= power.get("level-from", 0)

    def _times(self, power: Record, owner: Unit, unit: Unit) -> int:
        of = power.get("of", "self")
        if owner.bare or not self._is_turn(power, owner) or not self._is_kind(power, unit):
            return 0
        if of == "heir":
            if unit is not self._heir(owner):
                return 0
        elif not unit.cell or not GROUPS[of](owner, unit):
            return 0
        if not self._meanwhile(power.get("while", {}), owner):
            return 0
        if "lose-powers" not in power and self._stained(owner):
            return 0
        return self._count(power, owner) // int(power.get("every", 1))

    def _count(self, power: Record, owner: Unit) -> int:
        if "per" in power:
            return sum(ally.is_a(power["per"]) for ally in self.in_play(owner.side))
        counts = {
            "injury": owner.injuries,
            "reward": len(owner.down) + len(owner.up),
            "fallen-krosmaster": sum(not ally.cell for ally in self.timelines[owner.side]),
        }
        return counts.get(power.get("for-each", ""), 1)

    def _is_turn(self, power: Record, owner: Unit) -> bool:
        """Its own, its player's, or another player's (6.1.1, 4.1.2)."""
        own = self.player == owner.side
        turns = {"its-own": self.active is owner, "own": own, "opposing": not own}
        return turns.get(power.get("turn", ""), True)

    def _stained(self, unit: Unit) -> bool:
        """4.18.4.g: whether somebody beside it takes its powers, which is no matter of its own powers."""
        return bool(unit.cell) and any(
            "lose-powers" in power and not owner.bare and GROUPS[power["of"]](owner, unit)
            for owner in self.in_play()
            for power in owner.card.get("own-powers", [])
        )

    def _heir(self, owner: Unit) -> Unit | None:
        """The next of the timeline that is in the arena and no Boss."""
        line = self.timelines[owner.side]
        place = line.index(owner)
        after = line[place + 1 :]
        return next((unit for unit in after if unit.cell and not unit.is_boss), None)

    def roll(self, unit: Unit, dice: list[str], many: int, side: str, article: str) -> int:
        """So many dice, or as many as powers make of them; the successes."""
        many = max(0, many + sum(int(power.get("dice", 0)) for power, _ in self.lasting(unit)))
        many = 3 if many > 1 and "piggy-business" in unit.powers else many
        also = "dodge" if "felinpossible" in unit.powers else side
        return (
            len([die for die in dice if face(die) in (side, also)]) if successes(dice, many, side, article) >= 0 else 0
        )

    def _meanwhile(self, condition: Record, owner: Unit) -> bool:
        avengers = sum(unit.is_a("Avenger") for unit in self.in_play())
        return (
            ("team-has" not in condition or self.has_other(owner, condition["team-has"]))
            and avengers >= condition.get("retribution", 0)
            and ("invasion" not in condition or self.invades(owner))
            and owner.injuries >= condition.get("injured", 0)
            and owner.injuries < condition.get("injured-below", 999)
            and ("fallen" not in condition or (not owner.cell and self.begun))
        )

    def has_other(self, owner: Unit, kind: str) -> bool:
        return any(ally.is_a(kind) and ally is not owner for ally in self.in_play(owner.side))

    def invades(self, unit: Unit) -> bool:
        other = "B" if unit.side == "A" else "A"
        return bool(unit.cell) and self.territory(other)(unit.cell)

    def happens(self, what: str, unit: Unit, other: Any = None, many: int = 1) -> None:
        """What answers to it goes on standby."""
        for owner in self.in_play():
            for power in owner.card.get("own-powers", []):
                if power.get("when") == what and self._answers(power, owner, unit, other, many):
                    name = slug(power["name"])
                    if power.get("once") == "first":  # used now, or never
                        self.done.add(("had its chance", owner, name))
                    about = other if other is not None else unit
                    self.wait(name, owner, about, partial(self._answer, power, owner, about))

    def _answers(self, power: Record, owner: Unit, unit: Unit, other: Any, many: int) -> bool:
        kind = power.get("other")
        if owner.bare or self._stained(owner) or not self._is_turn(power, owner):
            return False
        if kind == "krosmaster" and (other is None or other.summoner):
            return False
        if kind == "character" and (other is None or other.body not in CHARACTERS):
            return False
        if "other-type" in power and (other is None or not other.is_a(power["other-type"])):
            return False
        if self._answered(power, owner) in self.done or ("had its chance", owner, slug(power["name"])) in self.done:
            return False
        who = WHO[power.get("who", "self")](owner, unit) and unit.is_a(power.get("type"))
        return who and many >= power.get("least", 0)

    def _answered(self, power: Record, owner: Unit) -> tuple[Any, ...]:
        when = {"turn": (self.turn,), "game": ()}.get(power.get("once", ""))
        return () if when is None else ("answered", owner, slug(power["name"]), *when)

    def _answer(self, power: Record, owner: Unit, about: Unit, said: Record) -> None:
        answered = self._answered(power, owner)
        if owner.bare or self._stained(owner) or answered in self.done:
            return
        if power.get("may") and not said:  # nobody wanted it
            return
        if answered:
            self.done.add(answered)
        needs = {effect["do"] for effect in power.get("effects", [])} | {
            effect.get("to") for effect in power.get("effects", [])
        }
        must(said or not needs & {"coins", "choose-gain"}, "7.2.9.a")
        if not said and "one-ally" in needs:
            raise CannotTell
        for effect in power.get("effects", []):
            self.apply(effect, [about], owner)

    def apply(self, effect: Record, targets: list[Unit], by: Unit) -> None:
        raise NotImplementedError
