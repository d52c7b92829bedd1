"""How much of a game was proved: the counts of a report, worked out from what the engine noted while it was played."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from rules.arena.cards import catalogue
from rules.arena.engine.glory import won_glory
from rules.arena.engine.state import OTHER, Game
from rules.arena.log import Log
from rules.common.proof import BELIEVED, FAULTY, PROVED, UNCHECKED, Belief, Claim, Proof


def proof_of(game: Game, log: Log, played: int) -> Proof:
    """Of a log of which so many actions were played before the reading ended."""
    faulty = {index for index in faulty_actions(game) if index is not None and index < played}
    unchecked = {index for index in game.basis.unchecked if index is not None} - faulty
    believed = {index for index in game.basis.believed if index is not None} - faulty - unchecked
    beliefs = sorted({*in_the_header(log), *game.basis.beliefs()}, key=_in_order)
    rests = Rests(game)
    return Proof(
        proved=played - len(faulty) - len(unchecked) - len(believed),
        believed=len(believed),
        unchecked=len(unchecked) + len(log.actions) - played,
        faulty=len(faulty),
        believed_injuries=rests.injuries,
        believed_knock_outs=rests.knock_outs,
        believed_glory=rests.glory,
        decisive=rests.decisive(),
        by_card=_by_card(beliefs),
        beliefs=tuple(beliefs),
        claims=claims_of(game),
    )


def in_the_header(log: Log) -> Iterator[Belief]:
    """1.1.1.c, 1.1.1.d: more than one copy of a name is legal by its lettering, which may never have been seen."""
    if log.team_format != "constructed":
        return
    for player in log.players.values():
        cards = [card for card in map(catalogue().find, player.team.values()) if card is not None]
        names = [card.name for card in cards]
        if len(set(names)) < len(names):
            more_than_once = [card for card in cards if names.count(card.name) > 1]
            yield from (Belief(None, card.slug, "colour") for card in more_than_once if card.colour == "unknown")


def faulty_actions(game: Game) -> set[int | None]:
    return {finding.action for finding in game.findings if finding.severity == "error"}


def proof_of_action(game: Game, index: int) -> dict[str, Any]:
    """For frames, of a game that was played to its end: later actions may have shown this one to be faulty."""
    beliefs = [belief.as_dict() for belief in game.basis.of(index)]
    return {"proof": state_of(game, index, faulty_actions(game)), "believed": beliefs}


def state_of(game: Game, index: int, faulty: Collection[int | None]) -> str:
    """Proved, believed, not checked, or faulty: what an action is."""
    if index in faulty:
        return FAULTY
    if index in game.basis.unchecked:
        return UNCHECKED
    return BELIEVED if index in game.basis.believed else PROVED


def _in_order(belief: Belief) -> tuple[int, str, str, str]:
    return -1 if belief.action is None else belief.action, belief.card, belief.field, belief.spell or ""


def _by_card(beliefs: Iterable[Belief]) -> dict[str, int]:
    reasons = Counter(card for card, _action in {(belief.card, belief.action) for belief in beliefs})
    return dict(sorted(reasons.items()))


def claims_of(game: Game) -> tuple[Claim, ...]:
    claims = sorted(game.basis.claims.items(), key=lambda entry: (entry[0][0], entry[0][1] or ""))
    return tuple(
        Claim(card, spell, {name: tuple(sorted(fields[name])) for name in sorted(fields)})
        for (card, spell), fields in claims
    )


class Rests:
    """The injuries, KOs and GG that rest on belief, and the same game without them.

    Injuries rest on belief when they were placed in a believed action, a KO when it happened in one or when the unit
    would not have had enough injuries without them, GG when they were won in one or for such a KO.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.injuries = self.knock_outs = self.glory = 0
        self.injured: Counter[str] = Counter()  # injuries on each unit
        self.proved: Counter[str] = Counter()  # and those that would be there without what was believed
        self.fallen: str | None = None  # whose KO rests on belief, as its GG are told next
        self.lost: Counter[str] = Counter()  # Krosmasters of each side that would still stand
        self.stocks, self.wild = dict(game.basis.stocks), game.laws.glory_wild
        self.broke: str | None = None  # who would have won by GG
        for event in game.basis.events if game.basis.believed else ():
            self._follow(*event)

    def _follow(self, action: int | None, event: str, facts: Mapping[str, Any]) -> None:
        believed = action in self.game.basis.believed
        match event:
            case "injured":
                self.injuries += facts["amount"] * believed
                self._hurt(facts["unit"], facts["amount"], 0 if believed else facts["worth"])
            case "injury-cost":
                self._hurt(facts["unit"], facts["amount"], facts["amount"])
            case "healed":
                self._hurt(facts["unit"], -facts["amount"], -facts["amount"])
            case "injuries-exchanged":
                one, other = facts["unit"], facts["other"]
                for counts in (self.injured, self.proved):
                    counts[one], counts[other] = counts[other], counts[one]
            case "knocked-out":
                self._knocked_out(facts["unit"], believed=believed)
            case "glory":
                self._won(facts, believed=believed)
            case "doubles":
                self._doubles()

    def _hurt(self, name: str, injuries: int, proved: int) -> None:
        """An injury that found no room any more would have, without those that were believed."""
        self.injured[name] = max(0, self.injured[name] + injuries)
        self.proved[name] = max(0, min(self.injured[name], self.proved[name] + proved))

    def _knocked_out(self, name: str, *, believed: bool) -> None:
        injured, proved = self.injured.pop(name, 0), self.proved.pop(name, 0)
        rests = believed or proved < injured
        self.fallen = name if rests else None
        if rests:
            self.knock_outs += 1
            unit = self.game.units[name]
            self.lost[unit.side] += unit.is_krosmaster

    def _won(self, facts: Mapping[str, Any], *, believed: bool) -> None:
        if believed or (facts["why"] == "knock-out" and self.fallen is not None):
            self.glory += facts["amount"]
        else:
            self.stocks, self.wild = won_glory(self.stocks, self.wild, facts["player"], facts["worth"])
            self._look()

    def _doubles(self) -> None:
        losing = [side for side in OTHER if self.stocks[side] == 1]
        self.stocks = {side: max(0, stock - 1) for side, stock in self.stocks.items()}
        if len(losing) == 1:
            self.broke = self.broke or OTHER[losing[0]]
        self._look()

    def _look(self) -> None:
        if not self.wild and self.broke is None:
            broke = [side for side in OTHER if not self.stocks[side]]
            self.broke = OTHER[broke[0]] if len(broke) == 1 else None

    def decisive(self) -> bool:
        """Whether the winner would be another, or none. Who conceded has lost whatever was believed."""
        game = self.game
        if game.won_by == "concession" or not (self.glory or self.knock_outs or game.basis.decisive):
            return False
        if game.basis.decisive:
            return True
        if game.winner is None:
            return _leader(self.stocks) != _leader(game.glory)
        if game.won_by == "last-standing":
            return bool(self.lost[OTHER[game.winner]])
        return self.broke != game.winner


def _leader(stocks: Mapping[str, int]) -> str | None:
    return max(stocks, key=lambda side: stocks[side]) if stocks["A"] != stocks["B"] else None
