"""Team lists as rows for the staff's page, exports and prints, so that each text is translated once."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from core.text.names import as_sorted
from rules.common.verdicts import Issue
from rules.games import Catalogue, Legality, TeamVerdict
from teams.wording import IssueRow, for_players, names_of, render_message, violations
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


OF_THE_VERDICT = ("registration", "figures", "pool", "level", "initiative", "legal", "verdict", "locked_at")


@dataclasses.dataclass(frozen=True, slots=True)
class ListedPlayer:
    pk: int
    status: str
    name: str
    has_list: bool


class StaffRow(NamedTuple):
    """The row of a player; what follows from the list is set only if the viewer may see it."""

    name: str
    address: str  # of the list, before the steps "check" and "hand-in"
    has_list: bool
    is_open: bool = False
    may_check: bool = False
    figures: str = ""
    level: str = ""
    is_legal: bool = False
    faults: str = ""
    status: str = ""  # of a player who withdrew
    reinstate: str = ""  # the address that takes them in again
    check: str = ""
    check_matches: bool = False


def listed_players(event: Event) -> list[ListedPlayer]:
    """Return everyone who has or owes a list, unsorted, in two queries."""
    lists = SubmittedList.objects.current().filter(registration__event=event)
    submitted = {*lists.values_list("registration", flat=True)}
    return [
        ListedPlayer(pk, status, NameRow._make(columns).full, pk in submitted)
        for pk, status, *columns in players_with_lists(event).values_list("pk", "status", *name_columns())
    ]


class Rows:
    """The rows of one event for one viewer."""

    def __init__(self, event: Event, rights: frozenset[Right]) -> None:
        self.event = event
        self.is_open, self.may_check = Right.READ_LISTS in rights, Right.OPEN_LISTS in rights
        self.sees_level = may_see_level(event, rights)
        self.may_take_in = Right.MANAGE_PLAYERS in rights and not event.is_over
        self.legality, self.cards = profile_of(event), cards_for(event)
        self.lists = reverse("tournaments:lists", args=[event.slug])
        self.manage = reverse("tournaments:manage_players", args=[event.slug])
        self.withdrawn = str(Status.WITHDRAWN.label)
        self.before_message, self.between = _("%(name)s:"), _("; ")
        self.outcomes = {outcome: str(label) for outcome, label in DeckCheck.Outcome.choices}

    def of(self, players: Iterable[ListedPlayer]) -> list[StaffRow]:
        listed = {player.pk: player for player in players}
        if not self.is_open:
            return [
                StaffRow(player.name, self._address(player), player.has_list, may_check=self.may_check)
                for player in listed.values()
            ]
        lists = SubmittedList.objects.current().filter(registration__in=listed).only(*OF_THE_VERDICT)
        submitted = {each.registration_id: each for each in lists}
        checks = _last_checks([each.pk for each in submitted.values()])
        return [self._row(player, submitted.get(player.pk), checks) for player in listed.values()]

    def _address(self, player: ListedPlayer) -> str:
        return f"{self.lists}{player.pk}/"

    def _row(self, player: ListedPlayer, submitted: SubmittedList | None, checks: Mapping[int, str]) -> StaffRow:
        if submitted is None:
            return StaffRow(player.name, self._address(player), has_list=False)
        verdict = current_verdict(self.event, submitted, self.legality, self.cards)
        if not self.sees_level:
            verdict = for_players(verdict)
        has_left, outcome = player.status == Status.WITHDRAWN, checks.get(submitted.pk, "")
        returns = has_left and verdict.is_legal and self.may_take_in
        return StaffRow(
            name=player.name,
            address=self._address(player),
            has_list=True,
            is_open=True,
            figures=", ".join(names_of(submitted.figures, self.cards)),
            level=str(verdict.level or ""),
            is_legal=verdict.is_legal,
            faults=self.between.join(self._fault(broken) for broken in verdict.violations),
            status=self.withdrawn if has_left else "",
            reinstate=f"{self.manage}{player.pk}/decide/" if returns else "",
            check=self.outcomes.get(outcome, ""),
            check_matches=outcome == DeckCheck.Outcome.MATCHES,
        )

    def _fault(self, broken: Issue) -> str:
        return f"{self.before_message % {'name': broken.article or ''}} {render_message(broken.message)}"


def _last_checks(lists: list[int]) -> dict[int, str]:
    """Return the outcome of the last deck check of each list."""
    checks = DeckCheck.objects.filter(submitted__in=lists).order_by("at", "pk")
    return dict(checks.values_list("submitted", "outcome"))


def players_without_list(event: Event, players: Iterable[ListedPlayer]) -> list[Registration]:
    missing = [player.pk for player in players if not player.has_list]
    return list(event.registrations.filter(pk__in=missing).named()) if missing else []
