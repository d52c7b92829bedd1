"""Random legal games of Quest with bookkeeping of their own, for logs that nobody wrote by hand."""

import random
from typing import Any

from tests.rules.quest.logs import Action, demon, do, document, turn

KILLS = {"gobbicide": do("kill", mob="war-chief"), "krosmasticide": do("kill", mob="krosmaster", by_demon=True)}
GG = {"krosmasticide": 2}
ALWAYS = ("trees", "veins", "new-arrival", "enemy-krosmaster", "quest:krosmasticide", "quest:repeatable")
OF_GOBBALLS = ("gobball-spawn", "dung", "quest:gobbicide", "quest:so-soft")
SPACES = 20


class Game:
    """One game as the people at the table keep it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.players = "ABCD"[: self.rng.randint(1, 4)]
        self.demon = self.rng.choice(("shared", "player"))
        self.detail = self.rng.choice(("gg", "economy"))
        self.gg = dict.fromkeys(self.players, 3)
        self.kamas = dict.fromkeys(self.players, 5)
        self.wood = dict.fromkeys(self.players, 0)
        self.hands = {player: [1, 1, 2] for player in self.players}
        self.done = dict.fromkeys(self.players, 0)
        self.path = ["scenario"]
        self.holder, self.active = self.players[-1], False
        self.actions: list[Action] = []
        self.ending: str | None = None
        self.winners: list[str] = []

    def document(self) -> dict[str, Any]:
        for round_number in range(self.rng.randint(2, 6)):
            for player in self.players:
                if self.ending is None and (self.demon == "shared" or round_number or player != self.players[0]):
                    self._demon_before(player)
                if self.ending is None:
                    self._turn_of(player)
        if self.ending is None:
            self.actions.append(do("time"))
            self.ending = "time"
        result = {"winners": self.winners, "gg": self.gg, "ending": self.ending}
        header: dict[str, Any] = {
            "detail": self.detail,
            "demon": self.demon,
            "geegee_path": SPACES,
            "families": ["gobball"],
        }
        return document(*self.actions, players=self.players, result=result, **header)

    def _demon_before(self, player: str) -> None:
        if player != (self.holder if self.demon == "shared" else self.players[0]):
            return
        number = max(1, len(self.players) - 1)
        events = [self.rng.choice((*ALWAYS, *OF_GOBBALLS)) for _each in range(number)]
        seat = player if self.demon == "shared" else None
        self.actions.append(demon(seat, *events, mobs=self.active and self.rng.random() < 0.8))
        for event in events:
            if event.startswith("quest:") and self.ending is None:
                self._draw(event.removeprefix("quest:"))
        if not self.active and self.demon == "shared":
            self.holder = self.players[self.players.index(player) - 1]
        self.active = not self.active

    def _draw(self, quest: str) -> None:
        if len(self.path) == 8:
            most = max(self.gg.values())
            self.winners = [player for player in self.players if self.gg[player] == most]
            self.ending = "adventure-path-full"
        else:
            self.path.append(quest)

    def _turn_of(self, player: str) -> None:
        mode = self.rng.choice(("adventure", "combat"))
        self.actions.append(turn(player, mode))
        if self.rng.random() < 0.1:
            self.actions.append(do("rest" if mode == "adventure" else "flee"))
            self.gg[player] -= mode == "combat" and self.gg[player] > 0
            return
        ap = 6
        for _each in range(self.rng.randint(0, 5)):
            ap = self._act(player, mode, ap)
            if self.gg[player] >= SPACES:
                self.gg[player], self.ending, self.winners = SPACES, "path-filled", [player]
                return
        if mode == "combat" and self.rng.random() < 0.2:
            self.actions.append(do("block", lock=["lock"], dodge=["armour"], moved=False))
        elif self.rng.random() < 0.2:
            self.actions.append(do("end-turn"))

    def _act(self, player: str, mode: str, ap: int) -> int:
        kind = self.rng.choice(("personal", "path", "buy", "ko", "farm", "sell", "cast", "kill"))
        if kind == "personal":
            value = self.rng.choice(self.hands[player])
            self.hands[player].remove(value)
            self.hands[player].append(self.rng.randint(min(value + 1, 3), 3))
            self.actions.append(do("quest", kind="personal", value=value, next=self.hands[player][-1]))
            self.gg[player] += value
        elif kind == "path":
            self._next_of_the_path(player)
        elif kind == "buy" and self.kamas[player] >= 3:
            self.actions.append(do("buy-gg", kamas=3))
            self.kamas[player] -= 3
            self.gg[player] += 1
        elif kind == "ko":
            fallen = self.rng.choice(self.players)
            self.actions.append(do("ko", player=fallen))
            self.gg[fallen] = max(0, self.gg[fallen] - 1)
        elif kind == "farm" and ap >= 3:
            self.actions.append(do("farm", what="wood"))
            self.wood[player] += 1
            return ap - 3
        elif kind == "sell" and ap >= 3 and self.wood[player]:
            self.actions.append(do("market", sold={"wood": self.wood[player]}))
            self.kamas[player] += 3 * self.wood[player]
            self.wood[player] = 0
            return ap - 3
        elif kind == "cast" and mode == "combat":
            self.actions.append(do("cast", critical=["critical"], armour=["dofus>armour"], damage=2, injuries=2))
        elif kind == "kill":
            self.actions.append(KILLS["gobbicide"])
            self.kamas[player] += 4
        return ap

    def _next_of_the_path(self, player: str) -> None:
        place = self.done[player] + 1
        if place > len(self.path):
            return
        quest = self.path[place - 1]
        if quest == "so-soft" and self.detail == "economy":
            self.actions += [KILLS["gobbicide"]] * 3  # three of wool
            self.kamas[player] += 12
        elif quest in KILLS:
            self.actions.append(KILLS[quest])
            self.kamas[player] += 4 * (quest == "gobbicide")
        self.actions.append(do("quest", kind="path", place=place))
        self.done[player] = place
        self.gg[player] += GG.get(quest, 1)
