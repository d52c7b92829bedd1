"""How a log that breaks rules is read on, so that one error does not hide the rest and is not reported twice.

A faulty action may still have been carried out at the table, or not. It is applied as far as the pieces allow, unless
leaving it undone explains more of the rest of the log.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import NamedTuple

from rules.arena.cells import NEIGHBOURS, cell_name
from rules.arena.engine import header, outcome
from rules.arena.engine.actions import play
from rules.arena.engine.claims.lookahead import Lookahead
from rules.arena.engine.copying import copied
from rules.arena.engine.header import glory_at_the_start
from rules.arena.engine.setup import new_game
from rules.arena.engine.state import Game
from rules.arena.log import Log
from rules.arena.log_warnings import cited
from rules.arena.recovery import missing, result
from rules.arena.recovery.header import left_at_home, of_unsure_cards, repaired, unknown_figures
from rules.arena.recovery.missing import Missing
from rules.arena.recovery.policy import Recovery
from rules.arena.recovery.turn import hand_over
from rules.arena.texts import facts_of
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import MOST_FINDINGS, Illegal, Issue

MOST_DOUBTS = 8
MOST_ENDS = 20  # of actions that may have ended otherwise, which are tried
MOST_UNITS = 6  # of which one may have been meant
MOST_MISSING = 12  # actions that may be missing before a faulty one, and with which it is none
OF_ANOTHER_PLAYER = ("not-your-unit", "not-a-krosmaster-of-yours")  # whose turn must have begun before
MOST_REPLAYED = 20_000  # actions, over all readings of one log


EXCHANGED = "exchanged"  # in place of a field: the action comes before the one that the log has before it


class Meant(NamedTuple):
    """What a field of an action is read as."""

    action: int
    field: str
    value: str
    issue: Issue


@dataclass(frozen=True, slots=True)
class Way:
    """How a log is read: the faulty actions left undone, those before which an unfinished turn ends, fields that
    mean another unit or cell, and actions that the log left out, each with its finding; and the directions that the
    rules leave to the caster and the log does not say."""

    undone: tuple[tuple[int, Issue], ...] = ()
    over_before: tuple[tuple[int, Issue], ...] = ()
    meant: tuple[Meant, ...] = ()
    missing: tuple[Missing, ...] = ()
    facings: tuple[tuple[int, str], ...] = ()
    otherwise: frozenset[int] = frozenset()  # actions that end otherwise: unknown tokens or numbers

    def issues(self) -> tuple[Issue, ...]:
        left_out = (issue for _index, issue in (*self.undone, *self.over_before))
        return (*left_out, *(each.issue for each in self.meant), *(each.issue for each in self.missing))


@dataclass(frozen=True, slots=True)
class Reading:
    """A log played to its end in one of these ways."""

    game: Game
    way: Way = Way()
    played: int = 0  # number of actions played before the rest lost its meaning
    of_the_result: tuple[Issue, ...] = ()

    def findings(self) -> list[Issue]:
        """In the order of the actions, the result last, including those of actions left undone, so that the log is
        invalid."""
        faulty = _faulty(self.game)
        unreported = (issue for issue in self.way.issues() if issue.action not in faulty)
        in_order = sorted([*self.game.findings, *unreported], key=lambda finding: finding.action or 0)
        return [*in_order, *self.of_the_result]


class _Replays:
    """Plays all readings of one log; their number depends on its length."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.left = MOST_REPLAYED

    def one_more(self) -> bool:
        return len(self.log.actions) <= self.left

    def through(self, way: Way) -> Reading:
        self.left -= len(self.log.actions)
        return _through(self.log, way)

    def past(self, fault: int, reading: Reading, ends: Collection[int]) -> Iterator[Way]:
        """The ways in which one of these actions ends otherwise and the log then goes on past that fault with none
        but those that it has besides."""
        positions = _positions(self.log, reading.way, ends)
        self.left -= max(ends, default=0)
        faults = _faulty(reading.game) - {fault}
        for at in ends:
            self.left -= fault - at
            way = replace(reading.way, otherwise=reading.way.otherwise ^ {at})
            if self.one_more() and _goes_past(self.log, positions[at], way, (at, fault), faults):
                yield way


def most_believable(log: Log) -> Reading:
    """The reading with the fewest faulty actions whose result follows; of equal ones the log's own.

    The result is checked as well: if it alone rests on belief, the last action counts as believed.
    """
    replays = _Replays(log)
    best = _with_faults_undone(replays, _as_written(replays, replays.through(Way()), MOST_ENDS))
    missing = best.game.uncertain.turn_missing
    found = () if missing else tuple(cited(result.findings(best.game, log.result), best.game.laws))
    return replace(best, of_the_result=found)


def as_written(log: Log, like: Reading | None = None) -> Reading:
    """Every action as the log has it: enough to tell where the first error is, for less work where there are more.
    With other facts it is first played like another reading, and no further if all faults of that one remain."""
    replays = _Replays(log)
    if like is None:
        return _as_written(replays, replays.through(Way()), MOST_DOUBTS)
    reading = replays.through(Way(facings=like.way.facings, otherwise=like.way.otherwise))
    faults = _faulty(like.game)
    return reading if faults and faults <= _faulty(reading.game) else _as_written(replays, reading, MOST_DOUBTS)


def _as_written(replays: _Replays, reading: Reading, most: int) -> Reading:
    return _other_directions(replays, _with_other_ends(replays, reading, most))


def _with_faults_undone(replays: _Replays, best: Reading) -> Reading:
    log, doubt = replays.log, _doubt(replays.log, best)
    first = min(_faulty(best.game), default=0)  # which no reading explains, and before which none finds an error
    looked_at: set[int] = set()
    for _doubted in range(MOST_DOUBTS):
        doubtful = sorted(_faulty(best.game) - looked_at)
        if doubt < 2 or not doubtful:
            break
        looked_at.add(doubtful[0])
        for way in chain(_other_ways(log, best, doubtful[0]), _with_missing_actions(replays, best, doubtful[0])):
            if not replays.one_more():
                return best
            other = replays.through(way)
            if len(way.missing) > len(best.way.missing) and not _faulty(other.game) <= _faulty(best.game):
                continue  # what is only supposed adds no fault
            if (others := _doubt(log, other)) < doubt and first <= min(_faulty(other.game), default=first):
                best, doubt = other, others
    return best


def _other_directions(replays: _Replays, best: Reading) -> Reading:
    """7.5.9: on an exact diagonal a piece may have gone either way; later actions show which."""
    log, doubt, left = replays.log, _doubt(replays.log, best), MOST_DOUBTS
    looked_at: set[int] = set()
    while doubt and left and replays.one_more():
        unsaid = {index: way for index, way in best.game.unsaid.items() if index is not None}
        index = min(unsaid.keys() - looked_at, default=None)
        if index is None:
            break
        looked_at.add(index)
        left -= 1
        other = replays.through(replace(best.way, facings=(*best.way.facings, (index, unsaid[index]))))
        if (others := _doubt(log, other)) < doubt:
            best, doubt = other, others
    return best


def _with_other_ends(replays: _Replays, reading: Reading, most: int) -> Reading:
    """4.14.2.f, 4.10.2: actions that may have ended otherwise, by a token about which the log says nothing or by
    numbers that nobody knows: of those before each fault so many, the nearest first; before the end where no action
    is faulty and the result does not follow."""
    looked_at: set[int] = set()
    while _doubt(replays.log, reading) and len(looked_at) < MOST_DOUBTS:
        fault = min((_faulty(reading.game) or {reading.played}) - looked_at, default=None)
        if fault is None:
            break
        better = _with_another_end(replays, reading, fault, most)
        looked_at |= {fault} if better is None else set()
        reading = better or reading
    return reading


def _with_another_end(replays: _Replays, reading: Reading, fault: int, most: int) -> Reading | None:
    """One that is better: with fewer faults, or as many of which the first others come later."""
    log, merit = replays.log, _merit(replays.log, reading)
    ends = [at for at in reversed(reading.game.claims.either_way) if at <= fault][:most]
    if not ends or not replays.one_more():
        return None
    others = (replays.through(way) for way in replays.past(fault, reading, ends))
    return next((other for other in others if _merit(log, other) < merit), None)


def _merit(log: Log, reading: Reading) -> tuple[int, list[int]]:
    """The less, the better: of as many faults those that come later."""
    return _doubt(log, reading), [-at for at in sorted(_faulty(reading.game))]


def _other_ways(log: Log, reading: Reading, index: int) -> Iterator[Way]:
    way = reading.way
    issue = _first_error(reading.game, index)
    yield replace(way, undone=(*way.undone, (index, issue)))
    for activation, unit in units_meant(log, index):
        yield replace(way, meant=(*way.meant, Meant(activation, "unit", unit, issue)))
    yield from (replace(way, meant=(*way.meant, each)) for each in _exchanged(log, issue, index))
    if issue.code in ("not-adjacent", "cell-impassable") and log.actions[index]["do"] == "move":
        for cell in cells_meant(log, way, index):
            yield replace(way, meant=(*way.meant, Meant(index, "to", cell, issue)))
    if issue.code in OF_ANOTHER_PLAYER:
        opens = _where_the_turn_opens(log, index)
        shown = min(at for at in _faulty(reading.game) if at >= opens)  # where it first shows that another turn is due
        yield replace(way, over_before=(*way.over_before, (opens, replace(issue, where=shown))))
    elif issue.code == "flip-not-due":
        not_ended = Issue("error", "turn-not-ended", _("This turn was not ended."), index, "5.6.1")
        yield replace(way, over_before=(*way.over_before, (index, not_ended)))


def _with_missing_actions(replays: _Replays, reading: Reading, index: int) -> Iterator[Way]:
    """What the log may have left out, with which it plays on past that action without a fault."""
    return islice(_played_on(replays, reading, index), MOST_MISSING)


def _played_on(replays: _Replays, reading: Reading, index: int) -> Iterator[Way]:
    log, way, issue = replays.log, reading.way, _first_error(reading.game, index)
    places = missing.places(log.actions, index, issue.code) if replays.one_more() else []
    replays.left -= max(places, default=0)
    positions = _positions(log, way, places)
    for place in places:
        guesses = missing.guesses(positions[place], log.actions[place], issue.code, nearest=place == index)
        shown = _first_error(reading.game, min(at for at in _faulty(reading.game) if at >= place))
        for actions in guesses:
            other = replace(way, missing=(*way.missing, Missing(place, actions, shown)))
            replays.left -= index + 1 - place
            if replays.one_more() and _is_without_fault(log, positions[place], other, (place, index)):
                yield other


def _positions(log: Log, way: Way, wanted: Collection[int]) -> dict[int, Game]:
    """Those before these actions."""
    game, last = start(log), max(wanted, default=0)
    found = {0: copied(game)} if 0 in wanted else {}
    for at in steps(log, game, way) if last else ():
        if at + 1 in wanted:
            found[at + 1] = copied(game)
        if at + 1 == last:
            break
    return found


def _is_without_fault(log: Log, before: Game, way: Way, span: tuple[int, int]) -> bool:
    """Whether the log goes on from this position, before the first of the two actions, past the other one."""
    first, last = span
    game, known = copied(before), len(_errors(before))
    played = next((at for at in steps(log, game, way, first) if at == last or len(_errors(game)) > known), None)
    return played == last and len(_errors(game)) == known


def _goes_past(log: Log, before: Game, way: Way, span: tuple[int, int], faults: set[int]) -> bool:
    """Whether the log goes on from this position, before the first of the two actions, past the other one with no
    other faults than these."""
    first, last = span
    game = copied(before)
    for at in steps(log, game, way, first):
        if at == last or not _faulty(game) <= faults:
            break
    return _faulty(game) <= faults


def _exchanged(log: Log, issue: Issue, index: int) -> Iterator[Meant]:
    """A step and the activation of who takes it, or of who acts next, may have been entered the wrong way round."""
    for later in (index, index + 1):
        pair = {action["do"] for action in log.actions[max(0, later - 1) : later + 1]}
        if pair == {"activate", "move"}:
            yield Meant(later, EXCHANGED, "", issue)


def _where_the_turn_opens(log: Log, index: int) -> int:
    """The Roll for Tension of the turn in which a unit is activated, or the activation itself."""
    earlier = index - 1
    while earlier >= 0 and log.actions[earlier]["do"] in ("flip", "inspire"):
        earlier -= 1
    return earlier if earlier >= 0 and log.actions[earlier]["do"] == "tension" else index


def units_meant(log: Log, index: int) -> Iterator[tuple[int, str]]:
    """The activation in which an action is, and the units of the same player that do not act in that turn: one of them
    may have been meant."""
    activation = index
    while activation >= 0 and log.actions[activation]["do"] != "activate":
        if log.actions[activation]["do"] == "end-turn":
            return
        activation -= 1
    if activation < 0:
        return
    acting = _activated(log, activation)
    others = [unit for unit in acting if unit != log.actions[activation]["unit"]]
    owners = Counter(_owner(log, unit) for unit in others)
    owner = owners.most_common(1)[0][0] if owners else None
    known = [unit for player in log.players.values() for unit in player.team]
    known += [action["unit"] for action in log.actions[:activation] if action["do"] == "activate"]
    meant = (unit for unit in dict.fromkeys(known) if unit not in acting and owner in (None, _owner(log, unit)))
    for unit in islice(meant, MOST_UNITS):
        yield activation, unit


def cells_meant(log: Log, way: Way, index: int) -> list[str]:
    """The free cells beside the unit that was to move."""
    game = start(log)
    next((at for at in steps(log, game, way) if at == index - 1), None)
    unit = game.active
    return [cell_name(cell) for cell in NEIGHBOURS[unit.cell] if game.is_free(cell)] if unit and unit.in_play else []


def _activated(log: Log, index: int) -> list[str]:
    """The units that are activated in the turn of that action."""
    ends = [-1, *(at for at, action in enumerate(log.actions) if action["do"] == "end-turn"), len(log.actions)]
    place = bisect(ends, index)
    turn = log.actions[ends[place - 1] + 1 : ends[place]]
    return [action["unit"] for action in turn if action["do"] == "activate"]


def _owner(log: Log, unit: str) -> str | None:
    figure = unit.partition("/")[0]
    return next((name for name, player in log.players.items() if figure in player.team), None)


def start(log: Log) -> Game:
    """The position before the first action; faults are recorded, not refused."""
    facts = facts_of(log)
    game = new_game(repaired(log, facts), facts, policy=Recovery(), glory=glory_at_the_start(log))
    game.uncertain.strangers = unknown_figures(log)
    game.uncertain.turn_missing = bool(game.uncertain.strangers)  # nobody knows what these figures do
    game.uncertain.left_at_home, game.uncertain.miscast = left_at_home(log), of_unsure_cards(log, facts.texts)
    look_ahead(game, log)
    return game


def look_ahead(game: Game, log: Log) -> None:
    """Let the position see what the log shows later."""
    game.lookahead = Lookahead(log.actions)


def stands_by_itself(log: Log) -> bool:
    """Whether the header needs no repair, so that the first position hangs on none of the actions."""
    return not any(finding.severity == "error" for finding in header.findings(log))


def steps(log: Log, game: Game, way: Way, first: int = 0) -> Iterator[int]:
    """Play the log action by action from the first of these on, yielding each index after its action."""
    undone, over_before, game.facings = dict(way.undone), dict(way.over_before), dict(way.facings)
    game.claims.otherwise = way.otherwise
    missing_before = {each.before: each.actions for each in way.missing}
    if way.meant:
        log = as_meant(log, way.meant)
    for index in range(first, len(log.actions)):
        if over_before and index in over_before:
            hand_over(game, log.actions[index])
            report_missing_turn(game, over_before[index])
        if index in missing_before:
            for action in missing_before[index]:
                _play(game, action, index)
        is_undone = undone and index in undone
        going_on = _leave_undone(game, log, index, undone[index]) if is_undone else step(game, log, index)
        yield index
        if not going_on or len(game.findings) > MOST_FINDINGS:
            return


def as_meant(log: Log, meant: Iterable[Meant]) -> Log:
    actions = [*log.actions]
    for index, field, value, _issue in meant:
        if field == EXCHANGED:
            actions[index - 1 : index + 1] = actions[index], actions[index - 1]
        else:
            actions[index] = {**actions[index], field: value}
    return replace(log, actions=tuple(actions))


def report_missing_turn(game: Game, issue: Issue) -> None:
    """What was done in the turn that the log leaves out nobody knows, so the rest is not blamed for it."""
    game.findings.append(issue)
    if issue.code in OF_ANOTHER_PLAYER:
        game.uncertain.turn_missing = True


def step(game: Game, log: Log, index: int) -> bool:
    """Play the action with that index; False if nothing after it can have a meaning."""
    return _play(game, log.actions[index], index)


def _play(game: Game, action: Action, index: int) -> bool:
    was_over = game.over
    game.index = index
    try:
        play(game, action)
    except Illegal as error:
        found = error.with_traceback(None).cited(game.laws.cites).found(index)  # its frames would keep the game
        if error.code == "game-is-over" and _faulty(game):  # after an error it is uncertain where the game ended
            found = replace(found, severity="note")
        game.findings.append(found)
        game.standby.clear()
        return not was_over
    return True


def _through(log: Log, way: Way) -> Reading:
    game = start(log)
    return Reading(game, way, played=len(list(steps(log, game, way))))


def _leave_undone(game: Game, log: Log, index: int, issue: Issue) -> bool:
    """Report the faults of an action without doing it.

    A fault that only a later action reveals does not show when the action is tried; it is reported as well.
    """
    trial = copied(game)
    going_on = step(trial, log, index)
    game.findings = trial.findings
    if index not in _faulty(game):
        game.findings.append(issue)
    if game.tension is None and trial.turn == game.turn:  # the dice were rolled in any case
        game.tension, game.uncertain.doubtful = trial.tension, trial.uncertain.doubtful
    return going_on


def _errors(game: Game) -> list[Issue]:
    return [each for each in game.findings if each.severity == "error"]


def _first_error(game: Game, index: int) -> Issue:
    return next(each for each in _errors(game) if each.action == index)


def _faulty(game: Game) -> set[int]:
    return {each.action for each in _errors(game) if each.action is not None}


def _doubt(log: Log, reading: Reading) -> int:
    """The number of faulty actions, of those after a supposed end, and of results that do not follow."""
    game = reading.game
    late = sum(len(log.actions) - (each.action or 0) for each in game.findings if each.code == "game-is-over")
    follows = game.uncertain.turn_missing or outcome.follows(game, log.result)
    missed = len(_faulty(game) | {issue.action for issue in reading.way.issues()})
    return missed + late + (not follows)
