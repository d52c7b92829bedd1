"""The injuries, KOs and GG that rest on belief, and what the stocks would be without them."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from rules.arena.engine.state import Game
from rules.arena.engine.stocks import glory_of, won_glory
from rules.arena.engine.units import Unit


class Dependencies:
    """Follows what was told of a game, once it has been played.

    Injuries rest on belief when they were placed in a believed action, a KO when it happened in one or when the unit
    would not have had enough injuries without them, or without a believed loss of HP, GG when they were won in one or
    for such a KO. Healing, resistance and HP that are believed count the other way: a unit that stands only by them is
    taken to have fallen, and whatever it does afterwards rests on belief too. What other choices the players would then
    have made nobody can say: a side from which belief took as much as a whole turn is taken to have lost by it.
    """

    def __init__(self, game: Game, believed: Collection[int | None] | None = None) -> None:
        self.units, self.seats = game.units, game.seats  # not the game, which keeps this
        self.actions = set(game.basis.leaning() if believed is None else believed)
        self.injuries: Counter[int | None] = Counter()  # that rest on belief, by action, as KOs and GG
        self.knock_outs: Counter[int | None] = Counter()
        self.glory: Counter[int | None] = Counter()
        self.injured: dict[str, int] = {}  # injuries on each unit
        self.proved: dict[str, int] = {}  # and those that it would have without what was believed
        self.hp: dict[str, int | None] = {}  # by known facts alone
        self.lost_hp: dict[str, int] = {}  # and how many belief took away
        self.by: dict[str, str | None] = {}  # who hurt each unit last
        self.fallen: str | None = None  # whose KO rests on belief, as its GG are told next
        self.gone: set[str] = set()  # who would have fallen, and stands by belief
        self.spared: set[tuple[int | None, str]] = set()
        self.acting: str | None = None
        self.taken: dict[tuple[str, str], int] = {}  # AP and MP of each side, by believed markers of the other
        self.bereft: set[str] = set()  # sides with a Krosmaster more, but for belief
        self.stocks, self.wild = dict(game.basis.stocks), game.mode.glory_wild
        self.broke: str | None = None  # who would have won by GG
        changed, changed_by = False, None
        events = game.basis.events if game.basis.believed else []
        basis = game.basis
        for number, (action, event, facts) in enumerate(events):
            if event == "acts" and not changed and not self.gone:  # of the one that was activated
                continue
            if changed and action != changed_by:
                self._look_for_the_gone()
                changed = False
            if event in ("activated", "acts"):
                self.acting = facts["unit"]
                if self.acting in self.gone:
                    self.actions.add(action)
            elif event == "turn-ends":
                self.acting = None
            elif (follow := FOLLOWED.get(event)) is not None:
                changed, changed_by = True, action
                whom = facts.get("unit") or facts.get("player")
                rests = action in self.actions and basis.rests(number, action, whom)
                follow(self, action, facts, rests or self.acting in self.gone)
        self._look_for_the_gone()

    # -- what was told ---------------------------------------------------------------------------------

    def _stands(self, _action: int | None, facts: Mapping[str, Any], _believed: bool) -> None:
        name: str = facts["unit"]
        self.hp[name], self.lost_hp[name] = facts["hp"], facts["lost"]

    def _spared(self, action: int | None, facts: Mapping[str, Any], _believed: bool) -> None:
        """What a believed power took off the damage: without it all of it would have been placed."""
        self.proved[facts["unit"]] = self.proved.get(facts["unit"], 0) + facts["amount"]
        self.hp[facts["unit"]] = facts["hp"]
        self.spared.add((action, facts["unit"]))

    def _was_injured(self, action: int | None, facts: Mapping[str, Any], believed: bool) -> None:
        name, amount = facts["unit"], facts["amount"]
        if believed:
            self.injuries[action] += amount
        self.by[name] = facts["by"]
        counts = not believed or (action, name) in self.spared
        self._hurt(name, amount, facts["worth"] if counts else 0)

    def _paid(self, _action: int | None, facts: Mapping[str, Any], _believed: bool) -> None:
        self._hurt(facts["unit"], facts["amount"], facts["amount"])

    def _healed(self, _action: int | None, facts: Mapping[str, Any], believed: bool) -> None:
        self._hurt(facts["unit"], -facts["amount"], 0 if believed else -facts["amount"])

    def _exchanged(self, _action: int | None, facts: Mapping[str, Any], _believed: bool) -> None:
        one, other = facts["unit"], facts["other"]
        for counts in (self.injured, self.proved):
            counts[one], counts[other] = counts.get(other, 0), counts.get(one, 0)

    def _weakened(self, _action: int | None, facts: Mapping[str, Any], _believed: bool) -> None:
        whose = self.units[facts["unit"]].side, facts["gauge"]
        self.taken[whose] = self.taken.get(whose, 0) + facts["amount"]

    def _hurt(self, name: str, injuries: int, proved: int) -> None:
        """An injury that found no room any more would have, without those that were believed."""
        injuries += self.injured.get(name, 0)
        proved += self.proved.get(name, 0)
        self.injured[name] = injuries if injuries > 0 else 0
        self.proved[name] = proved if proved > 0 else 0

    def _knocked_out(self, action: int | None, facts: Mapping[str, Any], believed: bool) -> None:
        name: str = facts["unit"]
        injured, proved = self.injured.pop(name, 0), self.proved.pop(name, 0)
        rests = believed or proved < injured + self.lost_hp.get(name, 0) or name in self.gone
        self.fallen = name if rests else None
        if rests:
            self.knock_outs[action] += 1
            unit = self.units[name]
            if unit.is_krosmaster and name not in self.gone:
                self.bereft.add(unit.side)

    def _look_for_the_gone(self) -> None:
        """Who has as many injuries as HP by known facts alone, and was not knocked out in that action."""
        for name, proved in self.proved.items():
            hp = self.hp.get(name)
            if hp is None or proved < hp or name in self.gone:
                continue
            self.gone.add(name)
            unit = self.units[name]
            if unit.is_krosmaster:
                self._would_win(self._striker(unit), unit.level, unit.player)

    def _striker(self, unit: Unit) -> str:
        """4.10.6.b: as far as an opponent hurt it."""
        foes, by = self.seats.foes(unit.player), self.units.get(self.by.get(unit.name) or "")
        return by.player if by is not None and by.player in foes else foes[0]

    def _won(self, action: int | None, facts: Mapping[str, Any], believed: bool) -> None:
        if believed or (facts["why"] == "knock-out" and self.fallen is not None):
            self.glory[action] += facts["amount"]
        else:
            self._would_win(facts["player"], facts["worth"], facts["loser"])

    def _would_win(self, player: str, worth: int, loser: str) -> None:
        self.stocks, self.wild = won_glory(self.stocks, self.wild, player, loser, worth)
        self._look()

    def _took_all(self, _action: int | None, facts: Mapping[str, Any], _believed: bool) -> None:
        """9.2.3: with a believed KO too, for what is left without it was won before."""
        left = self.stocks[facts["loser"]]
        self.stocks = {**self.stocks, facts["loser"]: 0, facts["player"]: self.stocks[facts["player"]] + left}
        self._look()

    def _set_aside(self, _action: int | None, facts: Mapping[str, Any], _believed: bool) -> None:
        self.stocks = {**self.stocks, facts["player"]: 0}
        self._look()

    def _doubles(self, _action: int | None, _facts: Mapping[str, Any], _believed: bool) -> None:
        losing = [player for player in self.stocks if self.stocks[player] == 1]
        self.stocks = {player: max(0, stock - 1) for player, stock in self.stocks.items()}
        if len(losing) == 1:
            self.broke = self.broke or self.seats.side_of[self.seats.foes(losing[0])[0]]
        self._look()

    def _doubles_named(self, _action: int | None, facts: Mapping[str, Any], _believed: bool) -> None:
        self.stocks = {**self.stocks, facts["player"]: max(0, self.stocks[facts["player"]] - 1)}
        self._look()

    def _look(self) -> None:
        if not self.wild and self.broke is None:
            sides = self.seats.sides
            rich = [side for side in sides if glory_of(self.seats, side, self.stocks)]
            self.broke = rich[0] if len(rich) == 1 else None

    # -- the answer --------------------------------------------------------------------------------------

    def decisive(self, game: Game) -> bool:
        """Whether the winner would be another, or none. Who conceded has lost whatever was believed."""
        basis = game.basis
        if game.won_by == "concession":
            return False
        if basis.decisive or basis.won_before not in (None, game.winner):
            return True
        ahead = game.winner or self._leader(game.glory)
        if ahead is not None and any(self._lost_a_turn(game, side) for side in game.seats.sides if side != ahead):
            return True
        if not (self.glory.total() or self.knock_outs or self.gone):
            return False
        if game.winner is None:
            return self._leader(self.stocks) != self._leader(game.glory)
        if game.won_by == "last-standing":
            return bool(self.bereft - {game.winner}) or self._gone_of(game.winner)
        return self.broke != game.winner

    def _lost_a_turn(self, game: Game, side: str) -> bool:
        """Belief took as many AP, or as many MP, as all its Krosmasters have in one turn (4.11.5)."""
        team = [unit.profile for player in self.seats.on(side) for unit in game.timelines[player]]
        whole = {"ap": sum(card.ap or 0 for card in team), "mp": sum(card.mp or 0 for card in team)}
        return any(0 < whole[gauge] <= self.taken.get((side, gauge), 0) for gauge in whole)

    def _leader(self, stocks: Mapping[str, int]) -> str | None:
        """Who has more GG than any other side."""
        by_side = {side: glory_of(self.seats, side, stocks) for side in self.seats.sides}
        best = [side for side, stock in by_side.items() if stock == max(by_side.values())]
        return best[0] if len(best) == 1 else None

    def _gone_of(self, side: str) -> bool:
        return any(self.units[name].side == side for name in self.gone)


def dependencies_of(game: Game) -> Dependencies:
    """Followed anew only when more was told or believed since it was last asked for."""
    basis = game.basis
    length = len(basis.events), len(basis.believed), len(basis.effects)
    if basis.followed is None or basis.followed[0] != length:
        basis.followed = length, Dependencies(game)
    rests: Dependencies = basis.followed[1]
    return rests


FOLLOWED: Final[dict[str, Callable[[Dependencies, int | None, Mapping[str, Any], bool], None]]] = {
    "stands": Dependencies._stands,
    "spared": Dependencies._spared,
    "injured": Dependencies._was_injured,
    "injury-cost": Dependencies._paid,
    "healed": Dependencies._healed,
    "weakened": Dependencies._weakened,
    "injuries-exchanged": Dependencies._exchanged,
    "knocked-out": Dependencies._knocked_out,
    "glory": Dependencies._won,
    "doubles": Dependencies._doubles,
    "doubles-named": Dependencies._doubles_named,
    "took-all": Dependencies._took_all,
    "set-aside": Dependencies._set_aside,
}
