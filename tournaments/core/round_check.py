"""An independent check of a round before it is published. It shares no code with the pairing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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
    pod: int = 0  # each pod is paired separately; without pods everyone is in pod 0


MESSAGES = {
    "seated-twice": _("A player is paired twice. Pair the round again."),
    "not-seated": _("A player is missing. Pair the round again."),
    "not-playing": _("A paired player has left the event. Pair the round again."),
    "several-byes": _("Only one player can have the bye. Pair the round again."),
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

Tables = Sequence[tuple[str, str | None]]


def blocking(code: str, players: tuple[str, ...]) -> Issue:
    """Return an issue that prevents the round from being published."""
    return Issue("error", code, MESSAGES[code], about=players)


def warning(code: str, players: tuple[str, ...]) -> Issue:
    return Issue("warning", code, MESSAGES[code], about=players)


def check_round(
    entries: Iterable[PlayerEntry], tables: Tables, *, forbidden: Iterable[tuple[str, str]] = ()
) -> list[Issue]:
    """Return all issues of the tables, errors first. A table without a second player is the bye."""
    known = {entry.id: entry for entry in entries}
    issues = [*_check_seats(known, tables), *_check_meetings(known, tables, forbidden), *_check_byes(known, tables)]
    return sorted(issues, key=lambda issue: not issue.is_error)


def _check_seats(known: Mapping[str, PlayerEntry], tables: Tables) -> Iterable[Issue]:
    seats = Counter(player for table in tables for player in table if player is not None)
    twice = tuple(player for player, times in seats.items() if times > 1)
    if twice:
        yield blocking("seated-twice", twice)
    missing = tuple(player for player in known if player not in seats)
    if missing:
        yield blocking("not-seated", missing)
    unknown = tuple(player for player in seats if player not in known)
    if unknown:
        yield blocking("not-playing", unknown)


def _check_meetings(
    known: Mapping[str, PlayerEntry], tables: Tables, forbidden: Iterable[tuple[str, str]]
) -> Iterable[Issue]:
    forbidden_pairs = {frozenset(couple) for couple in forbidden}
    for one, other in tables:
        if other is None:
            continue
        if (one in known and other in known[one].met) or (other in known and one in known[other].met):
            yield warning("rematch", (one, other))
        if frozenset((one, other)) in forbidden_pairs:
            yield warning("forbidden-pair", (one, other))
        if one in known and other in known and known[one].pod != known[other].pod:
            yield warning("pods-mixed", (one, other))


def _check_byes(known: Mapping[str, PlayerEntry], tables: Tables) -> Iterable[Issue]:
    with_bye = [known[one] for one, other in tables if other is None and one in known]
    byes_by_pod = Counter(entry.pod for entry in with_bye)
    several = tuple(entry.id for entry in with_bye if byes_by_pod[entry.pod] > 1)
    if several:
        yield blocking("several-byes", several)
    for entry in with_bye:
        others = [other for other in known.values() if other.pod == entry.pod and other.id != entry.id]
        yield from (warning(code, (entry.id,)) for code in _bye_issues(entry, others))


def _bye_issues(with_bye: PlayerEntry, others: Sequence[PlayerEntry]) -> Iterable[str]:
    """Yield issues unless the bye goes to the fewest byes so far, then to nobody who just arrived, then to the fewest
    points."""
    if any(other.byes < with_bye.byes for other in others):
        yield "bye-again"
    peers = [other for other in others if other.byes == with_bye.byes and not other.just_arrived]
    if with_bye.just_arrived and peers:
        yield "bye-on-arrival"
    elif any(other.points < with_bye.points for other in peers):
        yield "bye-not-lowest"
