"""Opening cases, also by the staff: about a table, or about one player. The database allows one case for each cause, so
checking twice is safe."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages.live import notify
from core.records.audit import record
from judging.models import Case
from judging.rights import MAY_OPEN_CASES, is_in_conflict
from tournaments.base.services.locking import claim_form_key, require
from tournaments.models import Event, Match, Registration, account_of


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


@transaction.atomic
def open_staff_case(
    *, event: Event, by: User, text: str, player: Registration | None, match: Match | None, key: str = ""
) -> tuple[Case, bool]:
    """Open a case, or add to the one that is open. Return it, and whether the form came for the first time."""
    require(event, by, *MAY_OPEN_CASES)
    concerned = match.players() if match else [player] if player else []
    if not concerned:
        raise Invalid("nobody-concerned", _("Choose a player or a match."))
    if is_in_conflict(concerned, by):
        raise NotAllowed("conflict-of-interest", _("You cannot open this case: you are too close to it."))
    if match and match.round.is_unpublished:
        raise Refused("round-not-published", _("This match has not been published yet."))
    if not text.strip():
        raise Invalid("text-missing", _("Say in a few words what it is about."))
    cause = f"match:{match.pk}" if match else f"player:{concerned[0].pk}"
    if not claim_form_key(event, key, "staff-case"):
        return Case.objects.filter(kind=Case.Kind.STAFF, cause=cause).latest("pk"), False
    case, _created = open_case(
        kind=Case.Kind.STAFF,
        cause=cause,
        event=event,
        match=match,
        registration=None if match else player,
        opened_by=by,
    )
    case.add_statement(by, text)
    notify(case.topic)
    return case, True
