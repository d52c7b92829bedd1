"""The position of a game, and what every action asks of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from rules.blast.boards import Board, unknown_board
from rules.blast.cards import BlastFacts, Challenge, Fighter, Power, Threshold
from rules.blast.log import Log
from rules.blast.words import MOST_AP, MOST_MP, OTHER, PILE, PLAYERS
from rules.common.actions import Action
from rules.common.grid import mask_of
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.proof import Belief, Fact
from rules.common.verdicts import Illegal, Issue

AS_FAR_AS_ONE_LOOKS = 200  # actions: more than a turn has
Target = str | int  # a Fighter by its name, or an empty cell


class Boost(NamedTuple):
    """What a favor adds to the next attack spell of its element, or of any."""

    damage: int
    element: str | None
    is_sure: bool = True  # else a spell of unknown element may have used it up


@dataclass(slots=True)
class Unit:
    """A Fighter: a Krosmaster, or a Minion that `by` summoned."""

    name: str
    player: str
    slug: str
    card: Fighter | None
    by: str | None = None
    cell: int | None = None
    injuries: int = 0
    doubtful: int = 0  # injuries besides, where nobody knows the element of a spell
    ap: int = 0
    mp: int = 0
    marker_ap: int = 0
    marker_mp: int = 0
    is_out: bool = False
    is_unsure: bool = False  # where it stands: after an error, or where nobody knows what stopped it
    # in this turn
    is_finished: bool = False
    is_excused: bool = False  # taken up again, as was told: what it spends then only follows from it
    is_caught: bool = False  # B-5.2
    is_tackled: bool = False  # B-5.2, and lost AP by it
    casts: dict[str, list[Target]] = field(default_factory=dict)
    elsewhere: dict[str, Target] = field(default_factory=dict)  # spells, and where their next cast may not go
    bonuses: set[tuple[str, int]] = field(default_factory=set)
    boosts: list[Boost] = field(default_factory=list)

    @property
    def is_minion(self) -> bool:
        return self.by is not None

    @property
    def hp(self) -> int | None:
        return self.card.hp if self.card else None

    @property
    def may_be_out(self) -> bool:
        """Whether only the log can say if it is KO."""
        return not self.is_out and (self.hp is None or self.injuries + self.doubtful >= self.hp)

    def fill(self) -> None:
        """B-3.3: as a turn of its player starts. A card without numbers has no more than any card could."""
        ap, mp = (self.card.ap, self.card.mp) if self.card else (None, None)
        self.ap = MOST_AP if ap is None else ap
        self.mp = MOST_MP if mp is None else mp
        self.is_finished = self.is_excused = self.is_caught = self.is_tackled = False
        self.casts.clear()
        self.elsewhere.clear()
        self.bonuses.clear()
        self.boosts.clear()


@dataclass(slots=True)
class Turn:
    player: str
    has_favor: bool = True
    active: Unit | None = None
    is_lost: bool = False  # an error left nobody active: what is done then only follows from it
    is_supposed: bool = False  # who plays is read out of what they do: what is wrong in it then may follow from it
    minions_play: bool = False
    used: set[str] = field(default_factory=set)  # B-3.6: sides of the pile


@dataclass(slots=True)
class Game:
    log: Log
    facts: BlastFacts
    board: Board
    units: dict[str, Unit]
    challenges: dict[str, Challenge | None]  # that lie open; None: nobody knows it
    pile: int = PILE
    favors: dict[str, str | None] = field(default_factory=lambda: {"left": None, "right": None})
    drawn: Counter[str] = field(default_factory=Counter)
    glyphs: dict[int, str] = field(default_factory=dict)
    terrain: dict[int, str] = field(default_factory=dict)
    summons: Counter[tuple[str, str]] = field(default_factory=Counter)  # by summoner and minion, through the game
    dofus: str | None = None
    is_dofus_believed: bool = False
    placed: set[str] = field(default_factory=set)
    has_begun: bool = False
    turn: Turn | None = None
    turns: int = 0
    is_favor_lost: bool = False  # an error left one out, which may lie on either side
    last_player: str | None = None
    ending: str | None = None
    winner: str | None = None
    # of the action that is being read
    index: int | None = None
    action: Action = field(default_factory=dict)
    silent: bool = False  # one fault is told already, and others only follow from it
    # of the whole log
    found: list[Issue] = field(default_factory=list)
    beliefs: dict[Belief, None] = field(default_factory=dict)
    decides: dict[Fact, str | None] = field(default_factory=dict)
    shows_captures: bool = True  # on a board that nobody knows: whether the log shows captures at all
    has_unknown_effects: bool = False  # something was used of which neither card nor log says what it did
    reported: set[str] = field(default_factory=set)  # of which faults one finding is enough
    believed_injuries: int = 0
    believed_knock_outs: int = 0

    # -- pieces ------------------------------------------------------------------------------------------------

    @property
    def active(self) -> Unit | None:
        return self.turn.active if self.turn else None

    def at(self, cell: int) -> Unit | None:
        return next((unit for unit in self.standing() if unit.cell == cell), None)

    def standing(self) -> Iterator[Unit]:
        return (unit for unit in self.units.values() if unit.cell is not None and not unit.is_out)

    def krosmasters(self, player: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.player == player and not unit.is_minion]

    def is_blocked(self, cell: int) -> bool:
        """B-4.1. Nobody is kept off a cell by a Fighter that may stand elsewhere."""
        unit = self.at(cell)
        return bool(self.board.obstacles >> cell & 1) or (unit is not None and not unit.is_unsure)

    def doubt(self) -> None:
        """From now on nobody knows where every Fighter stands, or on what terrain."""
        self.has_unknown_effects = True
        for unit in self.standing():
            unit.is_unsure = True

    @property
    def is_sure(self) -> bool:
        """Whether it is known of every Fighter where it stands."""
        return not any(unit.is_unsure for unit in self.standing())

    @property
    def blockers(self) -> int:
        """B-6.2."""
        fog = (cell for cell, kind in self.terrain.items() if kind == "fog")
        fighters = (unit.cell for unit in self.standing() if unit.cell is not None)
        return self.board.trees | mask_of(fog) | mask_of(fighters)

    def is_glyph(self, cell: int) -> bool:
        return bool(self.board.glyphs >> cell & 1)

    def held(self, player: str) -> int:
        return sum(owner == player for owner in self.glyphs.values())

    def cell(self, name: str) -> int | None:
        return self.board.grid.cell_index(name)

    def cell_name(self, cell: int) -> str:
        return self.board.grid.cell_name(cell)

    def distance(self, a: int, b: int) -> int:
        return self.board.grid.distances[a][b]

    # -- what is wrong -----------------------------------------------------------------------------------------

    def fault(self, article: str, code: str, message: Message, **values: dict[str, Any] | None) -> None:
        """A rule is broken, and what was done is done all the same. Of one action the first fault alone is told."""
        if not self.silent:
            self.found.append(Illegal(article, code, message, **values).found(self.index))
        self.silent = True

    def fault_once(self, article: str, code: str, message: Message, **values: dict[str, Any] | None) -> None:
        """The same fault of several actions is told once."""
        if code in self.reported:
            self.silent = True
        self.reported.add(code)
        self.fault(article, code, message, **values)

    def note(self, severity: str, code: str, message: Message, article: str | None = None) -> None:
        self.found.append(Issue(severity, code, message, self.index, article))

    def believe(self, card: str, about: str, spell: str | None = None, *, decides: str = "legality") -> None:
        """Something on which what follows depends is known to nobody."""
        belief = Belief(self.index, card, about, spell)
        self.beliefs[belief] = None
        if self.decides.get(belief.fact) != "winner":
            self.decides[belief.fact] = decides

    @property
    def has_errors(self) -> bool:
        return any(issue.is_error for issue in self.found)

    # -- turns and the end -------------------------------------------------------------------------------------

    @property
    def next_player(self) -> str:
        return self.log.first_player if self.last_player is None else OTHER[self.last_player]

    def next_active(self) -> str | None:
        """Whose Fighter the log activates next, in the turn that is told then."""
        start = (self.index or 0) + 1
        for action in self.log.actions[start : start + AS_FAR_AS_ONE_LOOKS]:
            if action["do"] == "activate":
                unit = self.units.get(action["unit"])
                return unit.player if unit else None
            if action["do"] == "end-turn":
                return None
        return None

    def until_the_next(self, *, with_this: bool = False) -> list[Action]:
        """What the log tells of the Fighter that it activates here, or of one whose line is missing before this."""
        start = (self.index or 0) + (not with_this)
        following = self.log.actions[start : start + AS_FAR_AS_ONE_LOOKS]
        return [*takewhile(lambda action: action["do"] not in ("activate", "end-turn"), following)]

    def end(self, ending: str, winner: str | None) -> None:
        if self.ending is None:
            self.ending, self.winner = ending, winner

    @property
    def article_of_the_end(self) -> str:
        return "B-1.3" if self.ending in ("glyphs", "nobody", "concession", "time") else "B-1.2"

    def look_for_a_knock_out(self) -> None:
        """B-1.2: asked when an action is done."""
        if self.ending or not self.has_begun:
            return
        beaten = [player for player in PLAYERS if self._is_beaten(player)]
        if len(beaten) == len(PLAYERS):
            self.end("judge", None)
        elif beaten:
            self.end("knock-out", OTHER[beaten[0]])

    def _is_beaten(self, player: str) -> bool:
        team = self.krosmasters(player)
        return bool(team) and 2 * sum(unit.is_out for unit in team) >= len(team)


def opened(log: Log) -> Game:
    """B-2: before the first action."""
    facts = log.facts
    units = {
        name: Unit(name, side, _slug(facts.fighter(card), card), facts.fighter(card))
        for side, player in log.players.items()
        for name, card in player.team.items()
    }
    return Game(
        log=log,
        facts=facts,
        board=facts.boards.get(log.board) or unknown_board(),
        units=units,
        shows_captures=log.board in facts.boards or _tells_of_glyphs(log),
        challenges={slug: facts.challenges.get(slug) for slug in log.challenges} if log.advanced else {},
    )


def _tells_of_glyphs(log: Log) -> bool:
    declared = (action["declared"] for action in log.actions if "declared" in action)
    return any("glyphs" in claim for one in declared for claim in (one if isinstance(one, list) else [one]))


def _slug(card: Fighter | None, named: str) -> str:
    return card.slug if card else named[:100]


class Undone(Exception):
    """The rest of the action is left undone; its fault is told."""


# -- what an action asks -----------------------------------------------------------------------------------------------


def require_all_placed(game: Game) -> None:
    """B-2.4: all stand before the first favor. B-2.5: then the second player takes the Dofus."""
    if game.has_begun:
        return
    game.has_begun = True
    game.dofus = OTHER[game.log.first_player]
    reported = game.log.first_player if "placing-order" in game.reported else None
    missing = [unit.name for unit in game.units.values() if unit.name not in game.placed and unit.player != reported]
    if missing:
        message = _("These figures do not stand on the board yet: {figures}.", figures=missing)
        game.fault_once("B-2.4", "not-placed", message, logged={"units": missing})


def playing(game: Game) -> Turn:
    """B-3.1: the turn that is being played, which a favor has opened."""
    require_all_placed(game)
    if game.turn is not None:
        return game.turn
    turn = begin_turn(game)
    turn.has_favor, game.is_favor_lost = False, True
    message = _("The turn of player {player} starts with a favor.", player=turn.player)
    game.fault("B-3.1", "no-favor", message, logged={"player": turn.player})
    return turn


def begin_turn(game: Game) -> Turn:
    """B-3.3."""
    game.turn = turn = Turn(game.next_player)
    game.last_player = turn.player
    game.turns += 1
    game.pile = max(0, game.pile - 1)
    game.reported.clear()
    for unit in game.units.values():
        if unit.player == turn.player:
            unit.fill()
    return turn


def pay_ap(game: Game, unit: Unit, article: str) -> None:
    """B-3.5, B-6.1: 1 AP, which being tackled may have taken (B-5.2)."""
    if unit.card is None or unit.card.ap is None:
        game.believe(unit.slug, "ap")
    if unit.ap < 1 and not unit.is_excused and not may_have_gained(game, unit, "ap"):
        values: dict[str, Any] = {"expected": {"ap": 1}, "logged": {"ap": unit.ap}}
        broken = "B-5.2" if unit.is_tackled else article
        game.fault(broken, "too-few-ap", _("{unit} has no AP left.", unit=unit.name), **values)
    unit.ap = max(0, unit.ap - 1)


def may_have_gained(game: Game, unit: Unit, gauge: str) -> bool:
    """Whether it may have more AP or MP than anybody can tell. A card without numbers has no more than its bound."""
    if unit.card is None or unit.is_minion:
        return False
    if game.has_unknown_effects or None in game.challenges.values() or "powers" in unit.card.lacks:
        return unit.card.ap is not None and unit.card.mp is not None
    powers: list[Power | Threshold] = [
        *unit.card.powers,
        *(each for one in game.challenges.values() if one for each in one.thresholds),
    ]
    return any(power.words or (not game.shows_captures and _captures_for(gauge, power)) for power in powers)


def _captures_for(gauge: str, power: Power | Threshold) -> bool:
    return power.when == "captures" and any(effect.arguments.get(gauge, 0) > 0 for effect in power.effects)


def chosen_cell(game: Game, action: Mapping[str, Any]) -> int | None:
    """`choices.cell`, if the board has it."""
    name = action.get("choices", {}).get("cell")
    return None if name is None else game.cell(name)
