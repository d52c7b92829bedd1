"""An independent check of a round before it is published. It shares no code with the pairing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """What the check needs to know about a player; `met` comes from the published rounds, not from the pairing."""

    id: str
    points: int = 0
    met: frozenset[str] = field(default_factory=frozenset)
    byes: int = 0
    just_arrived: bool = False
    pod: int = 0  # each pod is paired separately; without pods everyone is in pod 0


@dataclass(frozen=True, slots=True)
class RoundIssue:
    """`is_blocking`: the round must not be published; otherwise the issue is only a warning."""

    code: str
    players: tuple[str, ...]
    is_blocking: bool


Tables = Sequence[tuple[str, str | None]]


def check_round(
    entries: Iterable[PlayerEntry], tables: Tables, *, forbidden: Iterable[tuple[str, str]] = ()
) -> list[RoundIssue]:
    """All issues of the tables, blocking ones first. A table without a second player is the bye."""
    known = {entry.id: entry for entry in entries}
    issues = [*_check_seats(known, tables), *_check_meetings(known, tables, forbidden), *_check_byes(known, tables)]
    return sorted(issues, key=lambda issue: not issue.is_blocking)


def _check_seats(known: Mapping[str, PlayerEntry], tables: Tables) -> Iterable[RoundIssue]:
    seats = Counter(player for table in tables for player in table if player is not None)
    twice = tuple(player for player, times in seats.items() if times > 1)
    if twice:
        yield RoundIssue("seated-twice", twice, is_blocking=True)
    missing = tuple(player for player in known if player not in seats)
    if missing:
        yield RoundIssue("not-seated", missing, is_blocking=True)
    unknown = tuple(player for player in seats if player not in known)
    if unknown:
        yield RoundIssue("not-playing", unknown, is_blocking=True)


def _check_meetings(
    known: Mapping[str, PlayerEntry], tables: Tables, forbidden: Iterable[tuple[str, str]]
) -> Iterable[RoundIssue]:
    forbidden_pairs = {frozenset(couple) for couple in forbidden}
    for one, other in tables:
        if other is None:
            continue
        if (one in known and other in known[one].met) or (other in known and one in known[other].met):
            yield RoundIssue("rematch", (one, other), is_blocking=False)
        if frozenset((one, other)) in forbidden_pairs:
            yield RoundIssue("forbidden-pair", (one, other), is_blocking=False)
        if one in known and other in known and known[one].pod != known[other].pod:
            yield RoundIssue("pods-mixed", (one, other), is_blocking=False)


def _check_byes(known: Mapping[str, PlayerEntry], tables: Tables) -> Iterable[RoundIssue]:
    with_bye = [known[one] for one, other in tables if other is None and one in known]
    byes_by_pod = Counter(entry.pod for entry in with_bye)
    several = tuple(entry.id for entry in with_bye if byes_by_pod[entry.pod] > 1)
    if several:
        yield RoundIssue("several-byes", several, is_blocking=True)
    for entry in with_bye:
        others = [other for other in known.values() if other.pod == entry.pod and other.id != entry.id]
        yield from (RoundIssue(code, (entry.id,), is_blocking=False) for code in _bye_issues(entry, others))


def _bye_issues(with_bye: PlayerEntry, others: Sequence[PlayerEntry]) -> Iterable[str]:
    """The bye goes to the fewest byes so far, then to nobody who has just arrived, then to the fewest points."""
    if any(other.byes < with_bye.byes for other in others):
        yield "bye-again"
    peers = [other for other in others if other.byes == with_bye.byes and not other.just_arrived]
    if with_bye.just_arrived and peers:
        yield "bye-on-arrival"
    elif any(other.points < with_bye.points for other in peers):
        yield "bye-not-lowest"
