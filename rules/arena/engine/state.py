"""The position: board, pieces, stocks, whose turn it is, and the findings so far."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from rules.arena.boards import Board
from rules.arena.cards import Catalogue, catalogue
from rules.arena.cells import AROUND, BIT, NEIGHBOURS, cell_index
from rules.arena.engine.auras import settle, some_hang_on_cells
from rules.arena.engine.basis import COUNTED, DECLARED, Basis
from rules.arena.engine.claims.declarations import Claims
from rules.arena.engine.claims.lookahead import Lookahead
from rules.arena.engine.policy import STRICT, PlayIssue, Policy, broken
from rules.arena.engine.rewards.piles import Flips, Pile
from rules.arena.engine.uncertain import Uncertain
from rules.arena.engine.units import OFF, Lent, Unit
from rules.arena.laws.record import Laws
from rules.arena.laws.seats import DUEL, TWO, Mode, Seats
from rules.arena.printed import NO_TEXTS, CardTexts, PowerText
from rules.common.actions import Action
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal, Issue


class Decided(Exception):
    """Somebody has won: nothing more resolves (1.4.1)."""


class Dealer(Protocol):
    """Rolls dice and makes choices in generated games; a validated log has none."""

    def dice(self, count: int) -> list[str]: ...

    def coins(self, count: int) -> list[str]: ...

    def pick(self, count: int) -> int: ...


@dataclass(slots=True, eq=False)
class Pending:
    """An effect on standby (7.2.9): its name and source; standby.py knows how each resolves."""

    effect: str
    source: Unit
    cell: int = OFF
    amount: int = 0
    target: Unit | None = None
    power: str | None = None  # without this power the effect is dropped (4.18.3.c)
    rolls: bool = False
    lapsed: bool = False  # its piece has left the arena without a KO, so it need not be resolved (4.18.6)
    article: str = "7.2.9.a"
    at_end: bool = False  # triggered by the end of a unit's turn: resolved before the next one begins
    may: bool = False  # optional: resolves only if the log lists it
    answer: PowerText | None = None  # the power that was triggered


@dataclass(slots=True, eq=False)
class Game:
    laws: Laws
    board: Board
    sides: dict[str, str]  # the side of the board of each player
    units: dict[str, Unit]
    pieces: list[Unit]  # the same, for those who look at all of them
    timelines: dict[str, list[Unit]]
    glory: dict[str, int]
    ranks: tuple[str, ...]
    seats: Seats = TWO
    mode: Mode = DUEL
    texts: CardTexts = NO_TEXTS
    cards: Catalogue = field(default_factory=catalogue)
    original_box: bool = False
    scenery_breaks: Mapping[str, int] = field(default_factory=dict)  # the HP of its kinds, where it can be broken
    scenery_hurt: dict[int, int] = field(default_factory=dict)  # by cell, in this player's turn
    wild: int = 1
    kamas: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    given_kamas: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})  # of these, by belief alone
    coins: dict[int, int] = field(default_factory=dict)
    piles: dict[tuple[str, int], Pile] = field(default_factory=dict)
    flips: Flips = field(default_factory=Flips)
    tokens: dict[str, str] = field(default_factory=dict)  # tokens that have left their stacks, with their ranks
    bearers: dict[str, str] = field(default_factory=dict)  # tokens and the units that received them
    # whose turn
    turn: int = 0
    player: str = "A"
    active: Unit | None = None
    changed: bool = False  # some unit has or lacks powers until the end of this turn
    acted: set[str] = field(default_factory=set)
    furthest: int = 0  # the last slot of the timeline of which a unit has acted
    slowed: set[str] = field(default_factory=set)  # figures that have had less initiative in this turn
    begun: bool = False  # a unit has been activated this turn, so unplaced dice are sold
    tension: list[str | None] | None = None
    lent_dice: list[tuple[str, str, str]] = field(default_factory=list)  # on a partner's card: unit, power, by whom
    glory_bought: bool = False
    conceded_first: bool = False  # by the first player, all figures being placed: before the fight, or in turn 1
    exploding: frozenset[str | None] = frozenset()  # bombs whose explosion this action lists
    hurt: Mapping[tuple[str, str], bool] = field(default_factory=dict)  # who injured whom this turn; whether it is sure
    countering: bool = False  # a Counter is placing its injury
    crossed: frozenset[int] = frozenset()  # cells across which this action moved pieces
    doubles: int = 0
    facings: Mapping[int | None, str] = field(default_factory=dict)  # how to read a direction that an action leaves out
    unsaid: dict[int | None, str] = field(default_factory=dict)  # actions that left it out, with the other direction
    # pieces by cell
    bodies: dict[int, Unit] = field(default_factory=dict)
    underfoot: dict[int, Unit] = field(default_factory=dict)
    impassable: int = 0
    summons: list[Unit] = field(default_factory=list)  # of the pieces, those that are in the arena
    buzzed: bool = False  # some card of the game gives others a type
    explaining: list[Unit] = field(default_factory=list)  # of the pieces, those whose powers have texts of their own
    lent: Mapping[str, Lent] = field(default_factory=dict)  # by unit: what such powers gave when last computed
    unsure: bool = False  # something of that hangs on types that were never seen
    standby: list[Pending] = field(default_factory=list)
    answers: int = 0  # number of powers triggered by this action
    settled: list[Action] = field(default_factory=list)  # effects listed by this action that are already resolved
    passed: list[Pending] = field(default_factory=list)  # optional effects that this action does not use
    resolved: int = 0  # how many of the listed effects are resolved
    # the end
    out: dict[str, int | None] = field(default_factory=dict)  # players who have left, with the action
    over: bool = False
    winner: str | None = None  # a side
    won_by: str | None = None
    corrections: Collection[int] = ()  # the actions that a judge inserted
    # how the engine answers
    policy: Policy = STRICT
    dealer: Dealer | None = None
    action: Action = field(default_factory=dict)  # the current one
    index: int | None = None
    quiet: bool = False
    findings: list[Issue] = field(default_factory=list)
    uncertain: Uncertain = field(default_factory=Uncertain)
    basis: Basis = field(default_factory=Basis)
    claims: Claims = field(default_factory=Claims)
    lookahead: Lookahead = field(default_factory=Lookahead)
    event_log: list[dict[str, Any]] | None = None

    # -- answers ---------------------------------------------------------------------------------------

    def fault(
        self,
        article: str,
        code: str,
        message: Message,
        *,
        expected: dict[str, Any] | None = None,
        logged: dict[str, Any] | None = None,
        at: int | None = None,
    ) -> bool:
        return self.report(broken(article, code, message, expected, logged, at=at))

    def report(self, fault: PlayIssue) -> bool:
        """Report a broken rule; the policy decides whether it stands or the action goes on as if nothing were wrong."""
        return self.policy.fault(self, fault)

    @property
    def strict(self) -> bool:
        """Whether broken rules are refused instead of recorded."""
        return self.policy.strict

    def be_strict(self) -> None:
        self.policy = STRICT

    def say(self, severity: str, code: str, message: Message, article: str | None = None) -> None:
        """Add a warning or a note, which never prevents play."""
        self.add_finding(Issue(severity, code, message, article=article))

    def add_finding(self, issue: Issue) -> None:
        """Of the current action."""
        if not self.quiet:
            self.findings.append(replace(issue, where=self.index, article=self.cited(issue.article, issue.code)))

    def cited(self, article: str | None, code: str) -> str | None:
        """The number of the article in the ruleset of this game."""
        return self.laws.cites(article, code) if article else None

    def trust(self, card: str, about: str = "effects", spell: str | None = None, since: int = 0) -> None:
        """Record that this fact is missing from the data: of events from that number on the players are believed."""
        self.basis.believe(self.index, card, about, spell, since)

    def rest_on_belief(self, since: int = 0) -> None:
        """Record that the current action would not have been possible, or not had this effect, by known facts alone."""
        self.basis.rest(self.index, since)

    def is_believed(self) -> bool:
        """Whether the players alone say what the action does."""
        beliefs = self.basis.believed.get(self.index)
        return self.index in self.basis.resting or bool(beliefs and any(each.field in DECLARED for each in beliefs))

    def record_event(self, event: str, **facts: Any) -> None:
        if event in COUNTED:
            self.basis.events.append((self.index, event, facts))
        if self.event_log is not None:
            self.event_log.append({"event": event, **facts})

    # -- pieces ----------------------------------------------------------------------------------------

    def add_piece(self, unit: Unit) -> None:
        """A piece that joins the game."""
        self.units[unit.name] = unit
        self.pieces.append(unit)
        self.buzzed = self.buzzed or "buzzed" in unit.profile.powers
        if unit.profile.explained:
            self.explaining.append(unit)

    def cell(self, name: str) -> int:
        cell = cell_index(name)
        if cell is None:
            message = _("The arena has no cell {cell}.", cell=name)
            raise Illegal("4.17.1", "no-such-cell", message, logged={"cell": name})
        return cell

    def unit(self, name: str) -> Unit:
        unit = self.units.get(name)
        if unit is None:
            message = _("There is no unit called {unit}.", unit=name)
            raise Illegal("4.3.1", "no-such-unit", message, logged={"unit": name})
        return unit

    def is_free(self, cell: int) -> bool:
        """4.17.3: no tree, no bush, no piece that is an obstacle."""
        return not self.impassable & BIT[cell]

    def starts_of(self, player: str) -> int:
        """1.3.9, 9.2.4: the starting cells of a player."""
        return self.laws.starts(self.board, self.mode, self.sides[player])

    def put(self, unit: Unit, cell: int) -> None:
        """Set a piece on a cell that can hold it."""
        if self.unsure:
            self.lift(unit)
        enters = unit.cell == OFF
        if not enters:
            self._leave_cell(unit)
            unit.cell = cell
        else:
            unit.cell = cell
            self._note_summons(unit)
        if unit.is_obstacle:
            self.bodies[cell] = unit
            self.impassable |= BIT[cell]
        else:
            self.underfoot[cell] = unit
        if self.explaining and (enters or some_hang_on_cells(self)):
            settle(self)

    def lift(self, unit: Unit) -> None:
        """Take a piece out of the arena."""
        self._leave_cell(unit)
        unit.cell = OFF
        self._note_summons(unit)
        if self.explaining:
            settle(self)

    def _leave_cell(self, unit: Unit) -> None:
        here = self.bodies if unit.is_obstacle else self.underfoot
        if here.get(unit.cell) is unit:
            del here[unit.cell]
            if unit.is_obstacle and not self.board.obstacles & BIT[unit.cell]:
                self.impassable ^= BIT[unit.cell]

    def _note_summons(self, moved: Unit) -> None:
        if moved.summoner is not None:
            self.summons = [unit for unit in self.pieces if unit.summoner is not None and unit.cell != OFF]

    def on(self, cell: int) -> list[Unit]:
        """The pieces on a cell; those underfoot come last."""
        found = [self.bodies[cell]] if cell in self.bodies else []
        if cell in self.underfoot:
            found.append(self.underfoot[cell])
        return found

    def beside(self, cell: int) -> list[Unit]:
        """The pieces on adjacent cells. Called several times at every step."""
        found: list[Unit] = []
        bodies, underfoot = self.bodies, self.underfoot
        if not underfoot and not self.impassable & AROUND[cell]:
            return found
        for near in NEIGHBOURS[cell]:
            if near in bodies:
                found.append(bodies[near])
            if near in underfoot:
                found.append(underfoot[near])
        return found

    def in_play(self, side: str | None = None) -> list[Unit]:
        return [unit for unit in self.pieces if unit.cell != OFF and (side is None or unit.side == side)]

    def rank_of(self, token: str) -> str | None:
        """1.3.7: the rank of a token, by its own name, as seen in this game, or in the data."""
        text = self.texts.rewards.get(token)
        return self.tokens.get(token) or (text.rank if text is not None else None)

    def types_of(self, unit: Unit) -> frozenset[str]:
        """2.2, and all types of all Krosmasters in play for a piece with that power (4.18.8)."""
        if self.buzzed and unit.is_krosmaster and self._is_buzzed(unit):
            return unit.profile.types | {"Brotherhood of the Tofu"}
        if "all-types" not in unit.powers:
            return unit.profile.types
        others = (other.profile.types for other in self.pieces if other.in_play and other.is_krosmaster)
        return unit.profile.types.union(*others)

    def _is_buzzed(self, unit: Unit) -> bool:
        return any("buzzed" in ally.powers for ally in self.in_play(unit.side))

    def is_of_type(self, unit: Unit, kind: str) -> bool:
        """Whether the unit is of that type. If its types are unknown it counts as not, and the report says so."""
        if kind in self.types_of(unit):
            return True
        if not unit.profile.types_known:
            self.trust(unit.profile.card, "types")
        return False

    def figures_of(self, side: str) -> list[Unit]:
        """The Krosmasters of all players of a side, whether they are in the arena or not."""
        return [unit for player in self.seats.on(side) for unit in self.timelines[player]]

    def has_krosmasters(self, player: str) -> bool:
        """Whether the player has Krosmasters in the arena or, before the fight, still to be placed."""
        return bool([unit for unit in self.timelines[player] if unit.cell != OFF or not (self.turn or unit.fallen)])
