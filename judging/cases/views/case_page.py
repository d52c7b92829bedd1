"""Access to views of a case: for its judges and the players concerned. And the undo of the judge's latest ruling, which
the next page offers as long as it is possible."""

from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.pages.live import take_versions, topics_under
from core.pages.login_redirect import redirect_to_sign_in
from judging.cases.services import desk
from judging.models import Case, Ruling
from judging.rights import is_judge_of
from judging.rulings.services.revocation import is_fresh_final, may_withdraw, withdraw
from tournaments.base.views.access import View, with_refusal_pages
from tournaments.models import rights_of


def case_page(view: View) -> View:
    """Pass the case to the view if the user may know of it, with `request.is_judge`: whether as its judge."""

    @wraps(view)
    @with_refusal_pages
    def wrapped(request: Any, case_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_sign_in(request)
        match_of_case = Case.objects.filter(pk=case_id).values("match")
        take_versions(request, f"case:{case_id}", *topics_under("match", match_of_case))
        case = get_object_or_404(Case.objects.with_people(), pk=case_id)
        request.is_judge = is_judge_of(case.event, case.people(), request.user)
        if not (request.is_judge or Case.objects.filter(pk=case.pk).visible_to_player(request.user).exists()):
            raise PermissionDenied(_("Only its judges and players can see this case."))
        request.event, request.rights = case.event, rights_of(case.event, request.user)
        with timezone.override(case.event.zone_for(request.user)):
            return view(request, case, *args, **kwargs)

    return wrapped


KEY = "just-ruled"


def remember(request: Any, ruling: Ruling) -> None:
    request.session[KEY] = ruling.pk


def just_ruled(request: Any) -> Ruling | None:
    number = request.session.get(KEY)
    if number is None:
        return None
    rulings = Ruling.objects.select_related("case__match__round", "case__registration__user", "penalised__user")
    ruling = rulings.filter(pk=number, judge=request.user).first()
    if ruling is None or not (is_fresh_final(ruling) or may_withdraw(ruling, request.user)):
        return None
    return ruling


@require_POST
@case_page
def undo(request: Any, case: Case) -> HttpResponse:
    """Withdraw the current ruling and return to the case, which is open again."""
    desk.require_judge(case, request.user)
    if case.current_ruling is not None:
        withdraw(ruling=case.current_ruling, judge=request.user)
    request.session.pop(KEY, None)
    return redirect(case)
