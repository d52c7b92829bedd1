"""What only its reader has in the menu of every page: the events that they manage, and the desk with its cases."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Case as Choose
from django.db.models import CharField, Exists, F, OuterRef, Subquery, Value, When
from django.db.models.functions import Cast, Coalesce, Concat
from django.urls import reverse
from django.utils.translation import ngettext

from accounts.sign_in.second_factor import second_factor_of
from core.database.compiled import NUMBER, Compiled
from core.pages.live import Topic
from core.pages.row_templates import macro_of
from judging.cases.pages.start_page import MAY_RULE, newest_draft_first
from judging.models import Case
from tournaments.events.models.events import EventQuerySet
from tournaments.models import Event, EventState, Staff

MOST = 8  # events that it names
URGENT_FIRST = (EventQuerySet.RUNNING, (EventState.ANNOUNCED, EventState.REGISTRATION), (EventState.DRAFT,))
HAVE_A_DESK = (*EventQuerySet.RUNNING, EventState.ANNOUNCED, EventState.REGISTRATION)


class Run(NamedTuple):
    """An event on whose staff the reader is."""

    pk: int
    slug: str
    name: str
    state: str
    asks_for_factor: bool
    has_factor: bool
    rules: bool
    has_cases: bool
    version: int  # of the topic of its cases, read before these

    @property
    def lacks_factor(self) -> bool:
        return not self.has_factor and (self.asks_for_factor or settings.STAFF_SECOND_FACTOR)

    @property
    def has_desk(self) -> bool:
        return self.rules and self.state in HAVE_A_DESK and not self.lacks_factor

    @property
    def topic(self) -> str:
        return f"event:{self.pk}:cases"


def _runs_of(user: int) -> Any:
    """The newest draft, then the most urgent events on whose staff a person is; of finished ones the latest."""
    newest = newest_draft_first(Event.objects.filter(staff__user=user))
    roles = Staff.objects.filter(event=OuterRef("pk"), user=user).order_by()
    number = Cast(OuterRef("pk"), CharField())
    version = Topic.objects.filter(name=Concat(Value("event:"), number, Value(":cases"))).values("version")
    urgency = [When(state__in=states, then=Value(place)) for place, states in enumerate(URGENT_FIRST)]
    ended = Choose(When(state=EventState.FINISHED, then=F("starts_at")))
    states = [state for some in URGENT_FIRST for state in some]
    return (
        Event.objects.filter(Exists(roles), state__in=[*states, EventState.FINISHED])
        .order_by(newest, Choose(*urgency, default=Value(len(urgency))), ended.desc(nulls_last=True), "starts_at", "pk")
        .values_list(
            *("pk", "slug", "name", "state", "staff_second_factor", second_factor_of(user)),
            Exists(roles.filter(role__in=MAY_RULE)),
            Exists(Case.objects.filter(event=OuterRef("pk")).unsettled()),
            Coalesce(Subquery(version), 0),
        )[:MOST]
    )


_runs = Compiled(_runs_of, NUMBER)


@dataclass(frozen=True)
class DeskLink:
    address: str
    cases: int
    calls: int
    topics: str
    versions: str

    @property
    def words(self) -> str:
        return ngettext("%(n)s case is waiting", "%(n)s cases are waiting", self.cases) % {"n": self.cases}


def menu_of(request: Any) -> str:
    """Return the links "Manage" and "Desk (3)" of those who have one: one query for everybody else."""
    runs = _runs_for(request.user)
    return macro_of("judging/rows.jinja#menu")(runs, _desk_of(runs, request.user)) if runs else ""


def desk_link_of(user: Any) -> str:
    desk = _desk_of(_runs_for(user), user)
    return macro_of("judging/rows.jinja#desk_link")(desk) if desk else ""


def _runs_for(user: Any) -> list[Run]:
    """Without their second factor people see no draft, and "Manage" leads them to set it up."""
    runs = [Run(*row) for row in _runs.all(user.pk)] if user.is_authenticated else []
    runs.sort(
        key=lambda run: next((n for n, states in enumerate(URGENT_FIRST) if run.state in states), len(URGENT_FIRST))
    )
    return [run for run in runs if run.state != EventState.DRAFT or not run.lacks_factor]


def _desk_of(runs: list[Run], judge: Any) -> DeskLink | None:
    """Return the link to the only desk, or to the list of them, without cases in conflict of interest."""
    desks = [run for run in runs if run.has_desk]
    if not desks:
        return None
    busy = [run.pk for run in desks if run.has_cases]
    waiting = Case.objects.filter(event__in=busy).unsettled()
    counts = waiting.not_in_conflict_with(judge).counts() if busy else {"cases": 0, "calls": 0}
    only = desks[0] if len(desks) == 1 else None
    return DeskLink(
        address=reverse("judging:desk", args=[only.slug]) if only else reverse("judging:desks"),
        topics=" ".join(run.topic for run in desks),
        versions=" ".join(str(run.version) for run in desks),
        **counts,
    )
