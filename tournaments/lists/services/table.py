"""Submitted lists as rows for exports and prints: submissions and deck checks."""

import dataclasses

from django.db.models import Prefetch, Q, QuerySet

from core.text.names import as_sorted
from rules.games import Legality, TeamVerdict
from teams.wording import ViolationRow, for_players, names_of, violations
from tournaments.lists.services.legality import current_verdict, profile_of
from tournaments.lists.services.visibility import may_see_level
from tournaments.models import DeckCheck, Event, Registration, Right, Status, SubmittedList
from tournaments.players.models.players import PARTICIPANT_STATUSES, RegistrationQuerySet


@dataclasses.dataclass(frozen=True, slots=True)
class ListRow:
    """The row of a player; the verdict and what follows from it are set only if the viewer may see the list."""

    player: Registration
    submitted: SubmittedList | None
    verdict: TeamVerdict | None = None
    figures: tuple[str, ...] = ()
    faults: tuple[ViolationRow, ...] = ()
    check: DeckCheck | None = None


def list_rows(event: Event, rights: frozenset[Right]) -> list[ListRow]:
    """Return the rows in five queries, whatever their number. Unless the viewer has opened the lists, they only show
    who has submitted."""
    checks = Prefetch("checks", queryset=DeckCheck.objects.select_related("by"))
    current = Prefetch("lists", queryset=SubmittedList.objects.current().prefetch_related(checks))
    players = players_with_lists(event).named().prefetch_related(current)
    in_order = sorted(players, key=lambda row: as_sorted(row.full_name))
    handed_in = [(player, next(iter(player.lists.all()), None)) for player in in_order]
    if Right.READ_LISTS not in rights:
        return [ListRow(player, submitted) for player, submitted in handed_in]
    legality, sees_level = profile_of(event), may_see_level(event, rights)
    return [_row(event, player, submitted, legality, sees_level) for player, submitted in handed_in]


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
    event: Event, player: Registration, submitted: SubmittedList | None, legality: Legality, sees_level: bool
) -> ListRow:
    if submitted is None:
        return ListRow(player, None)
    verdict = current_verdict(event, submitted, legality)
    if not sees_level:
        verdict = for_players(verdict)
    check = next(iter(submitted.checks.all()), None)
    faults = tuple(violations(verdict, for_judges=True))
    return ListRow(player, submitted, verdict, tuple(names_of(submitted.figures)), faults, check)
