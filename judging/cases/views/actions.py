"""Actions on a case: claiming, releasing, handing over, statements, appeals; and calling a judge."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from judging.cases.services import desk
from judging.cases.views.case_page import case_page
from judging.models import Case
from judging.rulings.services.appeals import appeal as make_appeal
from tournaments.base.views.access import EventRequest, match_page
from tournaments.base.views.form_fields import form_text, whole_number
from tournaments.models import Match


@require_POST
@case_page
def claim(request: Any, case: Case) -> HttpResponse:
    desk.claim(case_id=case.pk, judge=request.user)
    return redirect(case)


@require_POST
@case_page
def come(request: Any, case: Case) -> HttpResponse:
    """Claim the case and tell the players that the judge is coming. From the desk, return to the desk."""
    desk.come(case_id=case.pk, judge=request.user)
    return redirect("judging:desk", case.event.slug) if "stay" in request.POST else redirect(case)


@require_POST
@case_page
def release(request: Any, case: Case) -> HttpResponse:
    desk.release(case_id=case.pk, judge=request.user)
    return redirect("judging:desk", case.event.slug)


@require_POST
@case_page
def hand_over(request: Any, case: Case) -> HttpResponse:
    desk.require_judge(case, request.user)
    to = get_object_or_404(User, pk=whole_number(form_text(request, "to"), digits=18))
    desk.hand_over(case_id=case.pk, judge=request.user, to=to)
    return redirect("judging:desk", case.event.slug)


@require_POST
@case_page
def add_statement(request: Any, case: Case) -> HttpResponse:
    desk.add_statement(case_id=case.pk, by=request.user, text=form_text(request, "text"))
    return redirect(case)


@require_POST
@case_page
def appeal(request: Any, case: Case) -> HttpResponse:
    make_appeal(case_id=case.pk, by=request.user, text=form_text(request, "text"))
    return redirect(case)


@require_POST
@match_page
def call(request: EventRequest, match: Match) -> HttpResponse:
    return redirect(desk.call_judge(match=match, by=request.user, text=form_text(request, "text")))
