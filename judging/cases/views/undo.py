"""Undo of the judge's latest ruling, which the next page offers as long as it is possible."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from judging.cases.services import desk
from judging.cases.views.case_page import case_page
from judging.models import Case, Ruling
from judging.rulings.services.revocation import may_withdraw, withdraw

KEY = "just-ruled"


def remember(request: Any, ruling: Ruling) -> None:
    request.session[KEY] = ruling.pk


def just_ruled(request: Any) -> Ruling | None:
    number = request.session.get(KEY)
    if number is None:
        return None
    rulings = Ruling.objects.select_related("case__match__round", "case__registration__user", "penalised__user")
    ruling = rulings.filter(pk=number, judge=request.user).first()
    return ruling if ruling and may_withdraw(ruling, request.user) else None


@require_POST
@case_page
def undo(request: Any, case: Case) -> HttpResponse:
    """Withdraw the current ruling and return to the case, which is open again."""
    desk.require_judge(case, request.user)
    if case.current_ruling is not None:
        withdraw(ruling=case.current_ruling, judge=request.user)
    request.session.pop(KEY, None)
    return redirect(case)
