"""Access to views of a case: for its judges and the players concerned."""

from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from core.pages.login_redirect import redirect_to_sign_in
from judging.models import Case
from judging.rights import is_judge_of
from tournaments.base.views.access import View, with_refusal_pages


def case_page(view: View) -> View:
    """Pass the case to the view if the user may know of it, with `request.is_judge`: whether as its judge."""

    @wraps(view)
    @with_refusal_pages
    def wrapped(request: Any, case_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_sign_in(request)
        case = get_object_or_404(Case.objects.with_people(), pk=case_id)
        request.is_judge = is_judge_of(case.event, case.people(), request.user)
        if not (request.is_judge or Case.objects.filter(pk=case.pk).visible_to_player(request.user).exists()):
            raise PermissionDenied(_("Only its judges and players can see this case."))
        with timezone.override(case.event.zone_for(request.user)):
            return view(request, case, *args, **kwargs)

    return wrapped
