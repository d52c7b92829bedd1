"""The independent check of a round before it is published, with input from the database only."""

from collections import defaultdict
from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from tournaments.core.round_check import PlayerEntry, RoundIssue, check_round
from tournaments.models import Event, Match, Round, Stage
from tournaments.services.lists.pods import pods_for_round
from tournaments.services.rounds.lookup import seated_players
from tournaments.services.standings.pairing_input import forbidden_pairs, records_of

MOST_NAMES = 20
# the pairings are outdated, because players left or arrived after they were made
OUTDATED_CODES = frozenset({"not-playing", "not-seated", "left-before-the-cut"})
ISSUE_TEXTS = {
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
}


def issues_of(event: Event, unpublished: Round) -> list[RoundIssue]:
    """All issues of an unpublished round; bracket matches follow from the results, so only departures are checked."""
    if unpublished.stage == Stage.CUT:
        return list(_players_gone_from_bracket(event, unpublished))
    tables = [(str(a), None if b is None else str(b)) for a, b in unpublished.matches.values_list("a_id", "b_id")]
    return check_round(_entries(event, unpublished), tables, forbidden=forbidden_pairs(event))


def _players_gone_from_bracket(event: Event, unpublished: Round) -> Iterator[RoundIssue]:
    """Before the cut starts the next in rank takes the place; afterwards the opponent advances."""
    gone = tuple(str(player.pk) for player in seated_players(unpublished) if not player.can_play)
    has_begun = event.rounds.public().cut().exists()
    if gone:
        yield RoundIssue("opponent-goes-on" if has_begun else "left-before-the-cut", gone, is_blocking=not has_begun)


def described_issues(event: Event, unpublished: Round) -> list[tuple[RoundIssue, str, str | Promise]]:
    """The issues with player names and texts, for the organiser; manual swaps included."""
    issues = issues_of(event, unpublished)
    people = event.registrations.named().in_bulk([int(pk) for issue in issues for pk in issue.players])
    return [
        (issue, ", ".join(people[int(pk)].full_name for pk in issue.players), ISSUE_TEXTS[issue.code])
        for issue in issues
    ]


def refuse_bad_round(event: Event, unpublished: Round) -> None:
    """Refuse blocking issues, and rematches that were neither unavoidable nor made by hand with a reason."""
    issues = issues_of(event, unpublished)
    for issue in issues:
        if issue.is_blocking:
            players = [int(pk) for pk in issue.players]
            raise Refused(issue.code, f"{_names(event, players)}: {ISSUE_TEXTS[issue.code]}", players=players)
    by_hand = set(unpublished.matches.exclude(manual_why="").values_list("a_id", flat=True))
    rematches = [issue for issue in issues if issue.code == "rematch" and int(issue.players[0]) not in by_hand]
    if len(rematches) > unpublished.rematches:
        raise Refused("rematch", _("Two players would meet again. Pair the round again."))


def _names(event: Event, players: list[int]) -> str:
    people = event.registrations.named().in_bulk(players[:MOST_NAMES])
    names = [people[pk].full_name for pk in players if pk in people]
    return ", ".join([*names, "…"] if len(players) > MOST_NAMES else names)


def _entries(event: Event, unpublished: Round) -> list[PlayerEntry]:
    records = records_of(event, up_to=unpublished.number - 1)
    pods = pods_for_round(event, unpublished.number)
    met: dict[int, set[str]] = defaultdict(set)
    earlier = Match.objects.filter(round__event=event, round__number__lt=unpublished.number, b__isnull=False).public()
    for a, b in earlier.values_list("a_id", "b_id"):
        met[a].add(str(b))
        met[b].add(str(a))
    return [
        PlayerEntry(
            id=str(row.pk),
            points=records[row.pk].points if row.pk in records else 0,
            met=frozenset(met[row.pk]),
            byes=records[row.pk].byes if row.pk in records else 0,
            just_arrived=row.is_late and row.entered_round == unpublished.number,
            pod=pods.get(str(row.pk), 0),
        )
        for row in event.registrations.to_be_paired()
    ]
