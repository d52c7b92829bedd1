"""The judges' desk: calls to a table, and who works on which case. No two judges work on the same case, and no judge on
their own."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages.live import notify
from core.records.audit import record
from judging.cases.models import CaseQuerySet, said_by
from judging.cases.services.opening import open_case
from judging.models import Case, Statement
from judging.rights import (
    is_concerned,
    is_in_conflict,
    is_judge_of,
    may_rule,
    may_rule_on_appeals,
    may_take,
    plays_in,
)
from tournaments.models import Event, Guest, Match


@transaction.atomic
def call_judge(*, match: Match, by: User | Guest, text: str = "") -> Case:
    """Call a judge. Words can follow: another call while the first is open adds a statement to it."""
    _require_player(match, by)
    if not match.round.is_open:
        raise Refused("round-not-open", _("This round is not being played."))
    case, _created = open_case(
        kind=Case.Kind.JUDGE_CALL, cause=f"match:{match.pk}", event=match.round.event, match=match, opened_by=by
    )
    if text.strip() or not case.statements.filter(**said_by(by)).exists():
        case.add_statement(by, text)
        notify(case.topic, match.topic, *case.event.topics("cases"))
    return case


@transaction.atomic
def cancel_call(*, match: Match, by: User | Guest) -> None:
    """Cancel the player's call, on which nobody else has said anything. Without an open call there is nothing to do."""
    _require_player(match, by)
    called = Case.objects.filter(match=match, kind=Case.Kind.JUDGE_CALL, status=Case.Status.OPEN).first()
    if called is None:
        return
    with case_lock(called.pk) as case:
        if not case.is_only_called_by(by):
            raise Refused("others-called", _("Your opponent needs the judge too: the call cannot be cancelled."))
        case.status = Case.Status.CANCELLED
        case.save(update_fields=["status"])
        record("call-cancelled", who=by, subject=case, scope=case.event)
        notify_pages(case)


def _require_player(match: Match, by: User | Guest) -> None:
    if not plays_in(match, by):
        raise NotAllowed("not-your-match", _("Only the players of this match can do this."))


def open_call(match: Match) -> Case | None:
    """Return the open call of this table with the judge who has claimed it."""
    return Case.objects.filter(Case.OPEN_CALL, match=match).select_related("claimed_by").first()


@contextmanager
def case_lock(case_id: int) -> Iterator[Case]:
    with transaction.atomic():
        Case.objects.select_for_update(no_key=True).get(pk=case_id)
        yield Case.objects.with_people().get(pk=case_id)


def lock_cases(numbers: Iterable[int]) -> None:
    """Lock the cases in a fixed order to avoid deadlocks; call before any other lock on a case."""
    list(Case.objects.select_for_update(no_key=True).filter(pk__in=sorted(numbers)).order_by("pk"))


def require_judge(case: Case, who: User) -> None:
    """Refuse people who may not see this case as a judge and rule on it."""
    if not may_rule(case.event, who):
        raise NotAllowed("not-a-judge", _("Only judges of this event can work on its cases."))
    if is_in_conflict(case.people(), who):
        raise NotAllowed("conflict-of-interest", _("You cannot rule on this case: you are too close to it."))


def may_claim(case: Case, judge: User) -> bool:
    """Whether this judge can claim the case. `claim` checks the same under the lock and says why not."""
    return case.is_unsettled and case.claimed_by is None and may_take(case, judge)


def claim(*, case_id: int, judge: User) -> Case:
    with case_lock(case_id) as case:
        _claim(case, judge)
        return case


def come(*, case_id: int, judge: User) -> Case:
    """Claim the case and tell the players that the judge is coming."""
    with case_lock(case_id) as case:
        _claim(case, judge)
        if case.coming_at is None:
            case.coming_at = timezone.now()
            case.save(update_fields=["coming_at"])
            notify_pages(case)
        return case


def _claim(case: Case, judge: User) -> None:
    require_judge(case, judge)
    _require_unsettled(case)
    require_may_take(case, judge)
    if case.claimed_by_id == judge.pk:
        return
    if case.claimed_by is not None:
        raise Refused("claimed", _("%(judge)s has claimed this case.") % {"judge": case.claimed_by})
    _assign(case, judge, "case-claimed", who=judge)


def require_may_take(case: Case, judge: User) -> None:
    if may_take(case, judge):
        return
    appealed = case.appealed_ruling
    if appealed is not None and appealed.judge_id == judge.pk:
        said = _(
            "This is an appeal against your own ruling: another head judge, an owner of the event or a site "
            "administrator hears it."
        )
        raise NotAllowed("own-ruling", said)
    raise NotAllowed("not-the-head-judge", _("The head judge hears appeals."))


def release(*, case_id: int, judge: User) -> Case:
    """Release a case, as the judge who has claimed it or as the head judge."""
    with case_lock(case_id) as case:
        _require_claimed_by(case, judge)
        return _assign(case, None, "case-released", who=judge)


def hand_over(*, case_id: int, judge: User, to: User) -> Case:
    with case_lock(case_id) as case:
        _require_claimed_by(case, judge)
        require_judge(case, to)
        require_may_take(case, to)
        return _assign(case, to, "case-handed-over", who=judge)


def add_statement(*, case_id: int, by: User, text: str) -> Statement:
    """Add a statement of a person concerned, until the case is settled."""
    with case_lock(case_id) as case:
        if not is_concerned(case, by):
            raise NotAllowed("not-concerned", _("Only the players of this case can make a statement."))
        _require_unsettled(case)
        if not text.strip():
            raise Invalid("text-missing", _("Say in a few words what it is about."))
        statement = case.add_statement(by, text)
        notify(case.topic)
        return statement


def possible_judges(case: Case) -> list[User]:
    """Return the judges to whom the case can be handed over."""
    people = User.objects.filter(event_roles__event=case.event).distinct().order_by("public_name")
    others = [
        judge for judge in people if judge.pk != case.claimed_by_id and is_judge_of(case.event, case.people(), judge)
    ]
    return [judge for judge in others if may_take(case, judge)]


def _assign(case: Case, judge: User | None, action: str, *, who: User) -> Case:
    before = case.claimed_by
    case.claimed_by = judge
    case.claimed_at = timezone.now() if judge else None
    case.coming_at = None
    case.save(update_fields=["claimed_by", "claimed_at", "coming_at"])
    record(action, who=who, subject=case, scope=case.event, before=_named(before), after=_named(judge))
    notify_pages(case)
    return case


def notify_pages(case: Case) -> None:
    """Update the desk and the pages of the players who are waiting."""
    match = [case.match.topic] if case.match else []
    notify(case.topic, *match, *(person.topic for person in case.people()), *case.event.topics("cases"))


def _named(judge: User | None) -> dict[str, Any] | None:
    return {"judge": judge.pk} if judge else None


def _require_claimed_by(case: Case, judge: User) -> None:
    require_judge(case, judge)
    if case.claimed_by_id is None:
        raise Refused("not-claimed", _("Nobody has claimed this case."))
    if case.claimed_by_id != judge.pk and not may_rule_on_appeals(case.event, judge):
        raise NotAllowed("claimed-by-another", _("Another judge has claimed this case."))


def _require_unsettled(case: Case) -> None:
    if not case.is_unsettled:
        raise Refused("settled", _("This case is closed."))


def waiting_for(event: Event, judge: User) -> CaseQuerySet:
    """Return the cases that this judge can work on: their own, and unclaimed ones."""
    free = Q(claimed_by=None) | Q(claimed_by=judge)
    return Case.objects.filter(free, event=event).unsettled().not_in_conflict_with(judge).most_urgent_first()


def next_case(event: Event, judge: User) -> Case | None:
    """Return the case to work on next, in the order of the desk: open calls first, because somebody is waiting at a
    table, and last the results taken on trust that the players confirmed."""
    waiting = waiting_for(event, judge).with_calls().with_results_on_trust().with_people()
    cases = waiting.order_by(F("calls").desc(), F("on_trust").asc(), *waiting.query.order_by)[:50]
    return next((case for case in cases if may_take(case, judge)), None)


def other_cases(case: Case) -> list[Case]:
    """Return the other unsettled cases of the same table, the oldest first."""
    if case.match_id is None:
        return []
    others = Case.objects.filter(match=case.match_id).exclude(pk=case.pk).unsettled()
    return list(others.with_people().order_by("opened_at"))


def closed_together(others: Iterable[Case], judge: User) -> list[Case]:
    """Return those of the other cases that a ruling can close too: no other judge has claimed them, and they are no
    appeals, which are ruled separately."""
    free = [other for other in others if other.claimed_by_id in {None, judge.pk}]
    return sorted([other for other in free if other.status == Case.Status.OPEN], key=lambda other: other.pk)


def shown_cases(case: Case, judge: User, together: Collection[int]) -> list[Case]:
    """Return those listed cases that can still be closed. Cases opened after the judge loaded the page are not among
    them."""
    return [other for other in closed_together(other_cases(case), judge) if other.pk in together] if together else []
