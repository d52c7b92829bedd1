"""Calls for a judge to a table."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.live import notify
from judging.models import Case
from judging.services.cases.opening import open_case
from judging.services.rights import plays_in
from tournaments.models import Match


@transaction.atomic
def call_judge(*, match: Match, by: User, text: str) -> Case:
    """Call a judge. Another call while the first is open adds a statement to it."""
    if not plays_in(match, by):
        raise NotAllowed("not-your-match", _("Only the players of this match can do this."))
    if not match.round.is_open:
        raise Refused("round-not-open", _("This round is not being played."))
    if not text.strip():
        raise Invalid("text-missing", _("Say in a few words what it is about."))
    case, _created = open_case(
        kind=Case.Kind.JUDGE_CALL, cause=f"match:{match.pk}", event=match.round.event, match=match, opened_by=by
    )
    case.add_statement(by, text)
    notify(case.topic)
    return case


def is_open_call(case: Case) -> bool:
    return case.kind == Case.Kind.JUDGE_CALL and case.status == Case.Status.OPEN


def open_call(match: Match) -> Case | None:
    """Return the open call of this table with the judge who has claimed it."""
    calls = Case.objects.filter(match=match, kind=Case.Kind.JUDGE_CALL, status=Case.Status.OPEN)
    return calls.select_related("claimed_by").first()
