"""Opening cases. The database allows one case for each cause, so checking twice is safe."""

from typing import Any

from core.pages.live import notify
from core.records.audit import record
from judging.models import Case
from tournaments.models import Event, Match, account_of


def open_case(*, kind: str, cause: str, event: Event, opened_by: Any = None, **about: Any) -> tuple[Case, bool]:
    """Return the existing or a new case for this cause, and whether it is new."""
    same: dict[str, Any] = {"kind": kind, "cause": cause}
    if kind not in Case.ONCE:
        same["status__in"] = Case.UNSETTLED
    case, created = Case.objects.get_or_create(
        **same, defaults={"kind": kind, "cause": cause, "event": event, "opened_by": account_of(opened_by), **about}
    )
    if created:
        if case.match_id:
            Match.objects.filter(pk=case.match_id).mark_in_use()
        record("case-opened", who=opened_by, subject=case, scope=event, after={"kind": kind, "cause": cause})
        match = [case.match.topic] if case.match else []
        notify(case.topic, *match, *(person.topic for person in case.people()), *event.topics("cases"))
    return case, created
