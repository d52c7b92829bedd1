"""The boards of a case: the position around an action of its logs, and that of a recording in progress."""

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.models import User
from core.errors import NotAllowed
from judging.cases.pages.dossier import recording_of
from judging.cases.services import desk
from judging.cases.views.case_page import case_page
from judging.models import Case, Submission
from judging.replay.board.moments import position_now as recorded_position
from judging.replay.board.moments import positions_around
from judging.rights import may_see_lists


@require_GET
@case_page
def position(request: Any, case: Case, action: int) -> HttpResponse:
    """Return the positions before and after an action of the case's log, or of the other one (?log=other)."""
    _require_sees_boards(case, request.user)
    log = case.other_submission if request.GET.get("log") == "other" else case.submission
    return _board(positions_around(log, action) if log and _was_read(log) else None)


@require_GET
@case_page
def position_now(request: Any, case: Case) -> HttpResponse:
    """Return the current position of the open recording."""
    _require_sees_boards(case, request.user)
    recording = recording_of(case)
    return _board(recorded_position(recording) if recording else None)


def _require_sees_boards(case: Case, judge: User) -> None:
    desk.require_judge(case, judge)
    if not may_see_lists(case.event, case.people(), judge):
        raise NotAllowed("lists-closed", _("This log shows team lists that are hidden from you while you play."))


def _was_read(log: Submission) -> bool:
    """Whether the validator could read the log; otherwise it must not be read here either."""
    return log.reports.filter(current=True).exclude(steps="").exists()


def _board(found: dict[str, Any] | None) -> HttpResponse:
    if found is None:
        raise Http404
    return JsonResponse(found)
