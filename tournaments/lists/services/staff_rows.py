"""Team lists as rows for the staff's page, exports and prints."""

import dataclasses
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from core.text.names import as_sorted
from rules.games import Catalogue, Legality, TeamVerdict
from teams.wording import IssueRow, for_players, names_of, violations
from tournaments.lists.services.event_facts import cards_for
from tournaments.lists.services.legality import current_verdict, profile_of
from tournaments.lists.services.visibility import may_see_level
from tournaments.models import DeckCheck, Event, Registration, Right, Status, SubmittedList
from tournaments.players.models.name_rows import NameRow, name_columns
from tournaments.players.models.players import PARTICIPANT_STATUSES, RegistrationQuerySet


@dataclasses.dataclass(frozen=True, slots=True)
class ListRow:
    """The row of a player; the verdict and what follows from it are set only if the viewer may see the list."""

    player: Registration
    submitted: SubmittedList | None
    verdict: TeamVerdict | None = None
    figures: tuple[str, ...] = ()
    faults: tuple[IssueRow, ...] = ()
    check: DeckCheck | None = None


def list_rows(event: Event, rights: frozenset[Right], players: Iterable[int] | None = None) -> list[ListRow]:
    """Return the rows of these players, or of all, in five queries, whatever their number. Unless the viewer has opened
    the lists, they only show who has submitted."""
    checks = Prefetch("checks", queryset=DeckCheck.objects.select_related("by"))
    current = Prefetch("lists", queryset=SubmittedList.objects.current().prefetch_related(checks))
    found = players_with_lists(event).named().prefetch_related(current)
    found = found if players is None else found.filter(pk__in=players)
    in_order = sorted(found, key=lambda row: as_sorted(row.full_name))
    handed_in = [(player, next(iter(player.lists.all()), None)) for player in in_order]
    if Right.READ_LISTS not in rights:
        return [ListRow(player, submitted) for player, submitted in handed_in]
    under, sees_level = (profile_of(event), cards_for(event)), may_see_level(event, rights)
    return [_row(event, player, submitted, under, sees_level) for player, submitted in handed_in]


def players_with_lists(event: Event | int) -> RegistrationQuerySet:
    """Return the players who have or owe a list."""
    concerned = Q(status__in=PARTICIPANT_STATUSES) | Q(
        status=Status.WITHDRAWN, pk__in=_handed_in_before_the_lock(event)
    )
    return Registration.objects.filter(concerned, event=event)


def _handed_in_before_the_lock(event: Event | int) -> QuerySet[SubmittedList, int]:
    """Return registrations withdrawn with the lock or before it: staff can submit a corrected list and readmit the
    player."""
    lists = SubmittedList.objects.filter(registration__event=event, registration__event__lists_locked_at__isnull=False)
    return lists.values_list("registration", flat=True)


def _row(
    event: Event,
    player: Registration,
    submitted: SubmittedList | None,
    under: tuple[Legality, Catalogue],
    sees_level: bool,
) -> ListRow:
    if submitted is None:
        return ListRow(player, None)
    verdict = current_verdict(event, submitted, *under)
    if not sees_level:
        verdict = for_players(verdict)
    check = next(iter(submitted.checks.all()), None)
    faults = tuple(violations(verdict, for_judges=True))
    return ListRow(player, submitted, verdict, tuple(names_of(submitted.figures, under[1])), faults, check)


class ListedPlayer(NamedTuple):
    """A player as the search and the pages of the long list need them."""

    pk: int
    name: str


def listed_players(event: Event) -> list[ListedPlayer]:
    """Return everyone who has or owes a list, by name."""
    columns = players_with_lists(event).values_list("pk", *name_columns())
    players = [ListedPlayer(pk, NameRow._make(names).full) for pk, *names in columns]
    return sorted(players, key=lambda player: as_sorted(player.name))
