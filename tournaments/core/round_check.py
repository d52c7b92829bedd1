"""The independent look at a round before it is published. It shares nothing with the code that pairs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """What the checker needs to know of a player; `met` from the published rounds, not from the pairing."""

    id: str
    points: int = 0
    met: frozenset[str] = field(default_factory=frozenset)
    byes: int = 0
    just_arrived: bool = False
    pod: int = 0  # each pod is paired by itself; without pods all are at one


@dataclass(frozen=True, slots=True)
class Remark:
    """`must_not`: such a round is not to be published; else it may be, once somebody has been told."""

    code: str
    players: tuple[str, ...]
    must_not: bool


Drafted = Sequence[tuple[str, str | None]]


def check_round(
    entries: Iterable[Entry], drafted: Drafted, *, forbidden: Iterable[tuple[str, str]] = ()
) -> list[Remark]:
    """Everything that is wrong with the tables (nobody as the second player: the bye), worst first."""
    known = {entry.id: entry for entry in entries}
    remarks = [*_seats(known, drafted), *_meetings(known, drafted, forbidden), *_byes(known, drafted)]
    return sorted(remarks, key=lambda remark: not remark.must_not)


def _seats(known: Mapping[str, Entry], drafted: Drafted) -> Iterable[Remark]:
    seats = Counter(player for table in drafted for player in table if player is not None)
    twice = tuple(player for player, times in seats.items() if times > 1)
    if twice:
        yield Remark("seated-twice", twice, must_not=True)
    missing = tuple(player for player in known if player not in seats)
    if missing:
        yield Remark("not-seated", missing, must_not=True)
    strangers = tuple(player for player in seats if player not in known)
    if strangers:
        yield Remark("not-playing", strangers, must_not=True)


def _meetings(known: Mapping[str, Entry], drafted: Drafted, forbidden: Iterable[tuple[str, str]]) -> Iterable[Remark]:
    apart = {frozenset(couple) for couple in forbidden}
    for one, other in drafted:
        if other is None:
            continue
        if (one in known and other in known[one].met) or (other in known and one in known[other].met):
            yield Remark("rematch", (one, other), must_not=False)
        if frozenset((one, other)) in apart:
            yield Remark("forbidden-pair", (one, other), must_not=False)
        if one in known and other in known and known[one].pod != known[other].pod:
            yield Remark("pods-mixed", (one, other), must_not=False)


def _byes(known: Mapping[str, Entry], drafted: Drafted) -> Iterable[Remark]:
    resting = [known[one] for one, other in drafted if other is None and one in known]
    byes_of = Counter(entry.pod for entry in resting)
    several = tuple(entry.id for entry in resting if byes_of[entry.pod] > 1)
    if several:
        yield Remark("several-byes", several, must_not=True)
    for entry in resting:
        others = [other for other in known.values() if other.pod == entry.pod and other.id != entry.id]
        yield from (Remark(code, (entry.id,), must_not=False) for code in _faults_of_the_bye(entry, others))


def _faults_of_the_bye(resting: Entry, others: Sequence[Entry]) -> Iterable[str]:
    """The bye goes to the fewest byes so far, then to nobody who has just arrived, then to the fewest points."""
    if any(other.byes < resting.byes for other in others):
        yield "bye-again"
    peers = [other for other in others if other.byes == resting.byes and not other.just_arrived]
    if resting.just_arrived and peers:
        yield "bye-on-arrival"
    elif any(other.points < resting.points for other in peers):
        yield "bye-not-lowest"
