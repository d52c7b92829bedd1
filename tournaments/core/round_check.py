"""An independent check of a round before it is published. It shares no code with the pairing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations

from rules.common.messages import message as _
from rules.common.verdicts import Issue


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """What the check needs to know about a player; `met` comes from the published rounds, not from the pairing."""

    id: str
    points: int = 0
    met: frozenset[str] = field(default_factory=frozenset)
    byes: int = 0
    just_arrived: bool = False
    late: bool = False
    threes: int = 0  # turns at a table of three
    pod: int = 0  # each pod is paired separately; without pods everyone is in pod 0


MESSAGES = {
    "seated-twice": _("A player is paired twice. Pair the round again."),
    "not-seated": _("A player is missing. Pair the round again."),
    "not-playing": _("A paired player has left the event. Pair the round again."),
    "table-size": _("A table seats four players, or three where the event allows it. Pair the round again."),
    "too-many-byes": _("More players have a bye than necessary. Pair the round again."),
    "too-many-threes": _("More tables of three than necessary."),
    "three-again": _("Sits at a table of three again, three times more than another player."),
    "three-on-arrival": _("A late arrival sits at a table of three."),
    "rematch": _("They have met before."),
    "forbidden-pair": _("This pairing is forbidden."),
    "pods-mixed": _("They are in different pods."),
    "bye-again": _("Another player has had fewer byes."),
    "bye-on-arrival": _("The bye goes to a late arrival."),
    "bye-not-lowest": _("A player with fewer points could have the bye."),
    "left-before-the-cut": _(
        "A player left before the cut. Discard these pairings and pair again: the next in rank moves up."
    ),
    "opponent-goes-on": _("A player here has left the event: the opponent advances when you publish."),
    "others-play-on": _("A player here has left the event: the others at the table play on."),
}

MOST_AHEAD = 2  # turns at a table of three

Known = Mapping[str, PlayerEntry]
Tables = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many sit at a table of a format, and how many byes a number of players needs."""

    full: int = 2
    with_threes: bool = False

    @property
    def allowed(self) -> tuple[int, ...]:
        return (self.full - 1, self.full) if self.with_threes else (self.full,)

    def byes(self, players: int) -> int:
        """Return the number of byes. Of five players one has it at tables of four, because there are no tables of
        two."""
        return int(players == self.full + 1) if self.with_threes else players % self.full


def blocking(code: str, players: Iterable[str]) -> Issue:
    """Return an issue that prevents the round from being published."""
    return Issue("error", code, MESSAGES[code], about=tuple(players))


def warning(code: str, players: Iterable[str]) -> Issue:
    return Issue("warning", code, MESSAGES[code], about=tuple(players))


def check_round(
    entries: Iterable[PlayerEntry],
    tables: Tables,
    *,
    forbidden: Iterable[tuple[str, str]] = (),
    sizes: Sizes = Sizes(),
) -> list[Issue]:
    """Return all issues of the tables, errors first. Who sits alone has the bye, but in heats."""
    known = {entry.id: entry for entry in entries}
    byes = [table[0] for table in tables if len(table) == 1 < sizes.full]
    tables = [table for table in tables if len(table) > 1 or sizes.full == 1]
    issues = [
        *_check_seats(known, tables, byes),
        *_check_sizes(known, tables, byes, sizes),
        *_check_meetings(known, tables, forbidden),
        *_check_byes(known, byes),
        *_check_threes(known, [player for table in tables if len(table) == 3 for player in table]),
    ]
    return sorted(issues, key=lambda issue: not issue.is_error)


def _check_seats(known: Known, tables: Tables, byes: Sequence[str]) -> Iterator[Issue]:
    seats = Counter(chain(chain.from_iterable(tables), byes))
    for code, players in (
        ("seated-twice", [player for player, times in seats.items() if times > 1]),
        ("not-seated", [player for player in known if player not in seats]),
        ("not-playing", [player for player in seats if player not in known]),
    ):
        if players:
            yield blocking(code, players)


def _check_sizes(known: Known, tables: Tables, byes: Sequence[str], sizes: Sizes) -> Iterator[Issue]:
    """Check that tables are full where they can be. Each pod is paired by itself."""
    yield from (blocking("table-size", table) for table in tables if len(table) not in sizes.allowed)
    pods = {player: known[player].pod if player in known else 0 for player in chain(chain.from_iterable(tables), byes)}
    seated = Counter(pods[player] for player in chain(chain.from_iterable(tables), byes))
    with_bye = Counter(pods[player] for player in byes)
    if crowded := [pod for pod, number in with_bye.items() if number > sizes.byes(seated[pod])]:
        yield blocking("too-many-byes", [player for player in byes if pods[player] in crowded])
    short = [table for table in tables if len(table) < sizes.full]
    if len(short) > -(sum(map(len, tables))) % sizes.full:
        yield warning("too-many-threes", chain.from_iterable(short))


def _check_meetings(known: Known, tables: Tables, forbidden: Iterable[tuple[str, str]]) -> Iterator[Issue]:
    forbidden_pairs = {frozenset(couple) for couple in forbidden}
    for one, other in chain.from_iterable(combinations(table, 2) for table in tables):
        if (one in known and other in known[one].met) or (other in known and one in known[other].met):
            yield warning("rematch", (one, other))
        if frozenset((one, other)) in forbidden_pairs:
            yield warning("forbidden-pair", (one, other))
        if one in known and other in known and known[one].pod != known[other].pod:
            yield warning("pods-mixed", (one, other))


def _check_byes(known: Known, byes: Sequence[str]) -> Iterator[Issue]:
    """Check that byes went to players with the fewest so far, not to new arrivals, then to the fewest points."""
    for entry in (known[name] for name in byes if name in known):
        rest = [other for other in known.values() if other.pod == entry.pod and other.id not in byes]
        if any(other.byes < entry.byes for other in rest):
            yield warning("bye-again", (entry.id,))
        peers = [other for other in rest if other.byes == entry.byes and not other.just_arrived]
        if entry.just_arrived and peers:
            yield warning("bye-on-arrival", (entry.id,))
        elif any(other.points < entry.points for other in peers):
            yield warning("bye-not-lowest", (entry.id,))


def _check_threes(known: Known, at_three: Sequence[str]) -> Iterator[Issue]:
    """Check that nobody is too far ahead in turns of those who were there from the start, and that others sit at three
    before a new arrival."""
    turns = {name: entry.threes + (name in at_three) for name, entry in known.items()}
    fewest = min((turns[name] for name, entry in known.items() if not entry.late), default=0)
    somebody_else = any(name not in at_three and not entry.just_arrived for name, entry in known.items())
    for entry in (known[name] for name in at_three if name in known):
        if entry.just_arrived and somebody_else:
            yield warning("three-on-arrival", (entry.id,))
        elif turns[entry.id] > fewest + MOST_AHEAD:
            yield warning("three-again", (entry.id,))
