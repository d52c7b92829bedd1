"""The start page: a person's tables and cases, the desks waiting for them, and the next steps of their events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Case as Choose
from django.db.models import DurationField, ExpressionWrapper, F, Q, QuerySet, Subquery, Value, When
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from judging.cases.models import CaseQuerySet
from judging.models import Case, Recording, Report
from teams.cards.services.facts import may_confirm, waiting_for
from tournaments.base.services.seats import company
from tournaments.events.models.events import staffed_by
from tournaments.events.models.staff import RIGHTS
from tournaments.lifecycle.services.next_step import NextStep, next_step
from tournaments.models import Event, EventState, Match, MatchState, Registration, Right, Role, Round, Staff
from tournaments.results.services.own_games import score_to_confirm
from tournaments.rounds.models.matches import MatchQuerySet

LIVE = (EventState.CHECK_IN, EventState.RUNNING, EventState.CUT)
DONE = (EventState.FINISHED, EventState.CANCELLED, EventState.ARCHIVED)
MAY_EDIT = tuple(role for role, rights in RIGHTS.items() if Right.EDIT_EVENT in rights)
MAY_RULE = (Role.OWNER, Role.JUDGE, Role.HEAD_JUDGE)
MOST = 6  # of each kind, because a start page is not a list


@dataclass(frozen=True)
class Desk:
    event: Event
    cases: int
    calls: int
    mine: Sequence[Case]


@dataclass(frozen=True)
class Table:
    """A person's current match, or the event in which they wait for the next round."""

    me: Registration
    match: Match | None
    company: str = ""  # who else sits at the table
    to_confirm: str = ""  # the score that others have reported
    recording: Recording | None = None  # of its game, the one that is going on first
    shown_at: str = ""  # its replay or score, once a log of it was submitted


@dataclass(frozen=True)
class Step:
    event: Event
    round: Round | None
    step: NextStep
    missing: int


@dataclass(frozen=True)
class FactsToConfirm:
    """Proposed card texts that this person may confirm, for the site or for events in progress."""

    count: int
    for_site: bool
    events: Sequence[Event]


def facts_now(user: User, events: Iterable[Event]) -> FactsToConfirm | None:
    """Return the proposals of others that wait, if the person may confirm them anywhere."""
    count = waiting_for(user)
    if not count:
        return None
    for_site, playing = may_confirm(user), [event for event in dict.fromkeys(events) if event.has_started]
    return FactsToConfirm(count, for_site, playing) if for_site or playing else None


def desks_of(user: User) -> list[Event]:
    """Return the events in progress at whose desk this person works."""
    events = Event.objects.exclude(state__in=[EventState.DRAFT, *DONE])
    events = events.filter(staffed_by(user), staff__role__in=MAY_RULE)
    return _most_important(events)


def _most_important(events: QuerySet[Event]) -> list[Event]:
    """Return each event once, however many roles the person has there: those in play, then the newest draft, then the
    nearest."""
    once = Event.objects.filter(pk__in=events.values("pk"))
    shown = list(once.order_by(newest_draft_first(once), *_running_then_nearest())[:MOST])
    return sorted(shown, key=lambda event: event.state not in LIVE)


def newest_draft_first(events: QuerySet[Event]) -> Choose:
    """Order before all others the one made last while it is unpublished, because its work begins."""
    newest = events.filter(state=EventState.DRAFT).order_by("-pk").values("pk")[:1]
    return Choose(When(pk=Subquery(newest), then=Value(0)), default=Value(1))


def _running_then_nearest(event: str = "") -> list[Any]:
    """Order events by what matters today, so that forgotten events of the past displace no other."""
    now, starts = Value(timezone.now()), F(f"{event}starts_at")
    is_ahead = When(**{f"{event}starts_at__gte": now}, then=_between(now, starts))
    distance = Choose(is_ahead, default=_between(starts, now), output_field=DurationField())
    is_live = Choose(When(**{f"{event}state__in": LIVE}, then=Value(0)), default=Value(1))
    return [is_live, distance, f"{event}pk"]


def _between(earlier: Any, later: Any) -> ExpressionWrapper:
    return ExpressionWrapper(later - earlier, output_field=DurationField())


def waiting_cases(event: Event, judge: User) -> dict[str, int]:
    """Count waiting cases and calls, without those that are a conflict of interest for the judge."""
    return Case.objects.filter(event=event).unsettled().not_in_conflict_with(judge).counts()


def desks_now(user: User) -> list[Desk]:
    return [_desk(event, user) for event in desks_of(user)]


def _desk(event: Event, judge: User) -> Desk:
    mine = Case.objects.filter(event=event, claimed_by=judge).unsettled().not_in_conflict_with(judge)
    return Desk(event=event, mine=list(mine.with_people().most_urgent_first()[:MOST]), **waiting_cases(event, judge))


def topics_now(user: User, *, is_staff: bool) -> set[str]:
    """Return the topics of what the page shows, which are read before it. Quiet desks are followed, so that a case
    appears there."""
    topics = {case.topic for case in _own_cases(user).only("pk")}
    for me, event in _played_now(user).values_list("pk", "event"):
        topics |= {f"event:{event}:pairings", f"event:{event}:state"}
        last = _public_matches_of(me).select_related("round").only("pk", "round__state").first()
        topics |= {last.topic} if last and last.round.is_open else set()
    if is_staff:
        topics |= {event.topic_of("cases") for event in desks_of(user)}
        topics |= {event.topic_of(theme) for event in run_by(user) for theme in ("pairings", "state", "results")}
    return topics


def tables_now(user: User) -> list[Table]:
    """Return the person's open match of the latest round in each running event."""
    tables = [_table(me) for me in _played_now(user).select_related("event", "user")]
    matches = [table.match for table in tables if table.match]
    games = Recording.objects.filter(match__in=matches, hidden_by_moderators=False).defer("actions") if matches else ()
    of_match = {game.match_id: game for game in sorted(games, key=lambda game: (not game.is_closed, game.changed_at))}
    shown_at = _shown_at([match for match in matches if match.state != MatchState.OPEN], of_match)
    return [
        replace(table, recording=of_match.get(table.match.pk), shown_at=shown_at.get(table.match.pk, ""))
        if table.match
        else table
        for table in tables
    ]


def _shown_at(matches: Iterable[Match], recorded: Mapping[int | None, Recording]) -> dict[int | None, str]:
    """Return by match where its game is shown: as it was recorded here, or else the last log that was submitted."""
    addresses: dict[int | None, str] = {}
    others = []
    for match in matches:
        game = recorded.get(match.pk)
        if game is None:
            others.append(match)
        elif game.is_closed:
            addresses[match.pk] = _address_of(game)
    reports = Report.objects.filter(current=True, submission__match__in=others, verdict__in=Report.REPLAYED)
    for report in reports.select_related("submission").order_by("submission") if others else ():
        if report.has_replay:
            addresses[report.submission.match_id] = reverse("judging:replay", args=[report.submission.uuid])
    return addresses


def _address_of(game: Recording) -> str:
    return game.get_absolute_url() if game.is_light else reverse("judging:replay", args=[game.replay_uuid])


def _played_now(user: User) -> QuerySet[Registration]:
    played = Registration.objects.of(user).registered().filter(event__state__in=LIVE)
    return played.order_by(*_running_then_nearest("event__"))[:MOST]


def _public_matches_of(me: int) -> MatchQuerySet:
    return Match.objects.filter(seat_rows__registration=me).public().order_by("-round__number")


def _table(me: Registration) -> Table:
    last = _public_matches_of(me.pk).named().first()
    if last is None or not last.round.is_open:
        return Table(me, None)
    return Table(me, last, company(last, me), score_to_confirm(me, last))


def my_cases(user: User) -> Sequence[Case]:
    """Return unsettled cases that the user may see as a player."""
    return list(_own_cases(user).with_people())


def _own_cases(user: User) -> CaseQuerySet:
    cases = Case.objects.visible_to_player(user).unsettled().filter(event__state__in=LIVE)
    return cases.order_by("-opened_at")[:MOST]


def is_on_a_staff(user: User) -> bool:
    """Whether the person can have a desk, or an event to run."""
    return Staff.objects.filter(user=user).exists()


def run_by(user: User) -> list[Event]:
    roles = Q() if user.is_superuser else Q(staff__role__in=MAY_EDIT)
    events = Event.objects.exclude(state__in=DONE).filter(staffed_by(user) & roles)
    return _most_important(events)


def steps_now(user: User) -> list[Step]:
    """Return the events that the person runs, with the next step of each."""
    return [_step(event) for event in run_by(user)]


def _step(event: Event) -> Step:
    last = Round.objects.filter(event=event).order_by("-number").first()
    missing = last.matches.undecided().count() if last else 0
    return Step(event, last, next_step(event, last), missing)
