"""An independent check of a round of tables before it is published. It shares no code with the seating."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations

from rules.common.messages import message as _
from rules.common.verdicts import Issue
from tournaments.core.round_check import MESSAGES as OF_PAIRS

Round = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What the check needs to know about a player; `met` comes from the published rounds, not from the seating."""

    id: str
    points: int = 0
    met: frozenset[str] = field(default_factory=frozenset)
    byes: int = 0
    threes: int = 0
    late: bool = False
    just_arrived: bool = False


MESSAGES = {
    **OF_PAIRS,
    "table-size": _("A table seats four players, or three where the event allows it. Pair the round again."),
    "too-many-byes": _("More players have a bye than necessary. Pair the round again."),
    "too-many-threes": _("More tables of three than necessary."),
    "three-again": _("Sits at a table of three again, three times more than another player."),
    "three-on-arrival": _("A late arrival sits at a table of three."),
}
MOST_AHEAD = 2  # turns at a table of three
BLOCKING = frozenset({"seated-twice", "not-seated", "not-playing", "table-size", "too-many-byes"})


def check_tables(
    entries: Iterable[Entry],
    tables: Round,
    byes: Sequence[str] = (),
    *,
    forbidden: Iterable[tuple[str, str]] = (),
    with_threes: bool = True,
) -> list[Issue]:
    """Return all issues of the tables, errors first."""
    known = {entry.id: entry for entry in entries}
    issues = [
        *_check_seats(known, tables, byes),
        *_check_sizes(tables, byes, with_threes=with_threes),
        *_check_meetings(known, tables, forbidden),
        *_check_byes(known, byes),
        *_check_threes(known, _at(tables, 3)),
    ]
    return sorted(issues, key=lambda issue: not issue.is_error)


def _issue(code: str, players: Iterable[str]) -> Issue:
    return Issue("error" if code in BLOCKING else "warning", code, MESSAGES[code], about=tuple(players))


def _check_seats(known: Mapping[str, Entry], tables: Round, byes: Sequence[str]) -> Iterator[Issue]:
    seats = Counter(chain(chain.from_iterable(tables), byes))
    for code, players in (
        ("seated-twice", [player for player, times in seats.items() if times > 1]),
        ("not-seated", [player for player in known if player not in seats]),
        ("not-playing", [player for player in seats if player not in known]),
    ):
        if players:
            yield _issue(code, players)


def _check_sizes(tables: Round, byes: Sequence[str], *, with_threes: bool) -> Iterator[Issue]:
    allowed = (3, 4) if with_threes else (4,)
    for table in tables:
        if len(table) not in allowed:
            yield _issue("table-size", table)
    count = sum(map(len, tables)) + len(byes)
    needed = count % 4 if not with_threes else int(count == 5)
    if len(byes) > needed:
        yield _issue("too-many-byes", byes)
    threes = [table for table in tables if len(table) == 3]
    if with_threes and len(threes) > -(count - needed) % 4:
        yield _issue("too-many-threes", chain.from_iterable(threes))


def _check_meetings(known: Mapping[str, Entry], tables: Round, forbidden: Iterable[tuple[str, str]]) -> Iterator[Issue]:
    barred = {frozenset(pair) for pair in forbidden}
    for one, other in chain.from_iterable(combinations(table, 2) for table in tables):
        if (one in known and other in known[one].met) or (other in known and one in known[other].met):
            yield _issue("rematch", (one, other))
        if frozenset((one, other)) in barred:
            yield _issue("forbidden-pair", (one, other))


def _check_byes(known: Mapping[str, Entry], byes: Sequence[str]) -> Iterator[Issue]:
    """Check that byes went to players with the fewest so far, not to new arrivals, then to the fewest points."""
    rest = [entry for entry in known.values() if entry.id not in byes]
    for entry in (known[name] for name in byes if name in known):
        if any(other.byes < entry.byes for other in rest):
            yield _issue("bye-again", (entry.id,))
        peers = [other for other in rest if other.byes == entry.byes and not other.just_arrived]
        if entry.just_arrived and peers:
            yield _issue("bye-on-arrival", (entry.id,))
        elif any(other.points < entry.points for other in peers):
            yield _issue("bye-not-lowest", (entry.id,))


def _check_threes(known: Mapping[str, Entry], at_three: Sequence[str]) -> Iterator[Issue]:
    """Check that nobody is too far ahead in turns of those who were there from the start, and that others sit at three
    before a new arrival."""
    turns = {name: entry.threes + (name in at_three) for name, entry in known.items()}
    fewest = min((turns[name] for name, entry in known.items() if not entry.late), default=0)
    somebody_else = any(name not in at_three and not entry.just_arrived for name, entry in known.items())
    for entry in (known[name] for name in at_three if name in known):
        if entry.just_arrived and somebody_else:
            yield _issue("three-on-arrival", (entry.id,))
        elif turns[entry.id] > fewest + MOST_AHEAD:
            yield _issue("three-again", (entry.id,))


def _at(tables: Round, size: int) -> list[str]:
    return [player for table in tables if len(table) == size for player in table]
