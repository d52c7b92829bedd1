"""What is checked before a round is published.

The pairings are checked independently of how they were made, from the database only. Fixed tables that are missed are
only shown. Pools must be locked, since none may change after play."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from rules.common.verdicts import Issue
from teams.wording import render_message
from tournaments.core.pods import NO_SEAT
from tournaments.core.round_check import PlayerEntry, Sizes, blocking, check_round, warning
from tournaments.core.scoring import Record
from tournaments.lists.services.pods import pods_for_round
from tournaments.models import Ending, Event, Match, Registration, Result, Round, Seat, Stage
from tournaments.players.models.crews import crews_of, entrants_to_pair
from tournaments.standings.services.pairing_input import forbidden_pairs, records_of, turns_at_three

MOST_NAMES = 20
# codes for outdated pairings: players left or arrived after they were made
OUTDATED_CODES = frozenset({"not-playing", "not-seated", "left-before-the-cut"})


def issues_of(event: Event, unpublished: Round) -> list[Issue]:
    """Return all issues of an unpublished round. Bracket matches follow from the results, so only departures are
    checked there."""
    if unpublished.stage == Stage.CUT:
        return list(_players_gone_from_bracket(event, unpublished))
    tables = [list(map(str, players)) for players in unpublished.matches.seat_lists().values()]
    with_threes = event.format.has_short_tables(may_be_short=event.tables_of_three)
    sizes = Sizes(event.format.seats, with_threes=with_threes)
    return check_round(_entries(event, unpublished), tables, forbidden=forbidden_pairs(event), sizes=sizes)


def _players_gone_from_bracket(event: Event, unpublished: Round) -> Iterator[Issue]:
    """Yield an issue for players who left: before the cut starts they are replaced, afterwards their opponents
    advance."""
    gone = tuple(str(player.pk) for player in Registration.objects.seated_in(unpublished) if not player.can_play)
    has_begun = event.rounds.public().cut().exists()
    if gone and has_begun:
        yield warning(event.format.left_the_cut, gone)
    elif gone:
        yield blocking("left-before-the-cut", gone)


def described_issues(event: Event, unpublished: Round) -> list[tuple[Issue, str, str]]:
    """Return the issues with player names and texts for the organiser, including those of manual swaps."""
    issues = issues_of(event, unpublished)
    people = _people(event, [int(pk) for issue in issues for pk in issue.about])
    return [
        (issue, ", ".join(people[int(pk)].full_name for pk in issue.about), render_message(issue.message))
        for issue in issues
    ]


def refuse_bad_round(event: Event, unpublished: Round) -> None:
    """Refuse errors, and rematches that were neither unavoidable nor made by hand with a reason."""
    issues = issues_of(event, unpublished)
    for issue in issues:
        if issue.is_error:
            players = [int(pk) for pk in issue.about]
            raise Refused(issue.code, f"{_names(event, players)}: {render_message(issue.message)}", players=players)
    by_hand = set(unpublished.seats.exclude(match__manual_why="").values_list("registration", flat=True))
    rematches = [issue for issue in issues if issue.code == "rematch" and int(issue.about[0]) not in by_hand]
    if len(rematches) > unpublished.rematches:
        raise Refused("rematch", _("Two players would meet again. Pair the round again."))


def _people(event: Event, players: list[int]) -> dict[int, Registration]:
    """Return the players by key; of two against two the crews, as either player may be the one concerned."""
    people: dict[int, Registration] = event.registrations.named().in_bulk(players)
    return people | {crew.pk: crew for crew in crews_of(event) if crew.pk in people}


def _names(event: Event, players: list[int]) -> str:
    people = _people(event, players[:MOST_NAMES])
    names = [people[pk].full_name for pk in players if pk in people]
    return ", ".join([*names, "…"] if len(players) > MOST_NAMES else names)


def _entries(event: Event, unpublished: Round) -> list[PlayerEntry]:
    records, met = records_of(event, up_to=unpublished.number - 1), _met_before(event, unpublished)
    pods = pods_for_round(event, unpublished.number)
    return [
        PlayerEntry(
            id=str(row.pk),
            points=record.points,
            met=frozenset(met[row.pk]),
            byes=record.byes,
            just_arrived=row.is_late and row.entered_round == unpublished.number,
            late=row.is_late,
            threes=turns_at_three(record),
            pod=pods.get(str(row.pk), NO_SEAT).pod,
        )
        for row in entrants_to_pair(event)
        for record in [records.get(row.pk, Record())]
    ]


def _met_before(event: Event, unpublished: Round) -> dict[int, set[str]]:
    """Return whom each player sat with in earlier rounds."""
    met: dict[int, set[str]] = defaultdict(set)
    earlier = Match.objects.filter(round__event=event, round__number__lt=unpublished.number).at_tables().public()
    for players in earlier.seat_lists().values():
        for player in players:
            met[player].update(str(other) for other in players if other != player)
    return met


def missed_fixed_tables(unpublished: Round) -> list[tuple[Registration, int]]:
    """Return players who are not seated at their fixed table, with the table they have."""
    matches = unpublished.matches.filter(table__isnull=False).named().by_table()
    seats = [(seat, match.table) for match in matches for seat in match.seats()]
    return [(seat, int(table or 0)) for seat, table in seats if seat.fixed_table not in (None, table)]


def did_not_appear(unpublished: Round) -> list[Registration]:
    """Return the players of this round who were absent in the one before: they may have left without a word."""
    if unpublished.stage == Stage.CUT:
        return []
    before = {"match__round__event": unpublished.event_id, "match__round__number": unpublished.number - 1}
    results = Result.objects.current().filter(**before).values_list("match", "places", "ending", "absent")
    empty = {match: _absent(places, ending, absent) for match, places, ending, absent in results}
    seats = Seat.objects.filter(match__in=[match for match, seats in empty.items() if seats])
    gone = [
        player for match, side, player in seats.values_list("match", "side", "registration") if side in empty[match]
    ]
    seated = Registration.objects.seated_in(unpublished).filter(pk__in=gone) if gone else []
    return [player for player in seated if player.can_play]


def _absent(places: list[int], ending: str, absent: list[int]) -> set[int]:
    """Return the sides, from 1. A duel names nobody: by a no-show the absent player is the one who did not win."""
    gone = absent or [side for side, place in enumerate(places) if ending == Ending.NO_SHOW and place != 1]
    return {side + 1 for side in gone}


def with_open_pool(event: Event, unpublished: Round) -> list[Registration]:
    """Return players of this round whose pool has figures but is not locked."""
    return [player for player in _with_pools(event, unpublished) if _has_figures(player) and player.locked_pool is None]


def without_pool(event: Event, unpublished: Round) -> list[Registration]:
    """Return players of this round without a pool; empty if nobody has one, since pools can be kept on paper."""
    seated = list(_with_pools(event, unpublished))
    lacking = [player for player in seated if not _has_figures(player)]
    return lacking if len(lacking) < len(seated) else []


def refuse_open_pools(event: Event, unpublished: Round) -> None:
    """Refuse while a pool could still be changed after play."""
    players = with_open_pool(event, unpublished)
    if players:
        message = _("Lock these pools before publishing the round: %(names)s.")
        names = ", ".join(player.full_name for player in players)
        raise Refused("pools-not-locked", message % {"names": names}, players=[player.pk for player in players])


def _with_pools(event: Event, unpublished: Round) -> Iterable[Registration]:
    if not event.is_limited:
        return []
    return Registration.objects.seated_in(unpublished).select_related("pool")


def _has_figures(player: Registration) -> bool:
    return bool(player.pool and player.pool.figures)
