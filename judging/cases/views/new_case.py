"""Opening a case or giving a penalty without a player's call: from the pages of a player and a match, and the desk."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.pages.error_responses import errors_on_form, form_status
from judging.cases.forms import StaffCaseForm
from judging.cases.services.desk import claim
from judging.cases.services.opening import open_staff_case
from judging.cases.views.case_page import remember
from judging.models import Case
from judging.rights import MAY_OPEN_CASES, may_rule
from judging.rulings.pages import PENALTIES
from judging.rulings.services.decisions import COSTS_THE_MATCH, Decision, Remedy
from judging.rulings.services.ruling import claim_and_rule
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.form_fields import whole_number
from tournaments.models import Event, Match


@require_http_methods(["GET", "POST"])
@event_page(*MAY_OPEN_CASES)
def new_case(request: EventRequest, event: Event) -> HttpResponse:
    """Open a case about `?player=` or `?match=`, and give a penalty that changes no result at once. For heavier ones
    the page of the case shows first what they change."""
    about, rules = _about(request, event), may_rule(event, request.user)
    form = StaffCaseForm(request.POST or None, event=event, may_rule=rules, **about)
    if form.is_valid():
        data = form.cleaned_data
        with errors_on_form(form, text_missing="text"):
            case, is_first = open_staff_case(
                event=event,
                by=request.user,
                text=data["text"],
                player=data["player"],
                match=data["match"],
                key=data["once"],
            )
            if not rules:
                return redirect(data["player"] or data["match"])
            if data["penalty"] and is_first:
                return redirect(f"{case.get_absolute_url()}{_penalise(request, case, data)}")
            return redirect(case)
    context = {"event": event, "form": form, "rules": rules, "back": _back(event, about)}
    return render(request, "judging/new_case.html", context, status=form_status(form))


def _about(request: EventRequest, event: Event) -> dict[str, Any]:
    """Return the player or the match that the page is about, if any."""
    player, match = (whole_number(request.GET.get(name, ""), digits=18) for name in ("player", "match"))
    if player is not None:
        return {"player": get_object_or_404(event.registrations.taking_part().named(), pk=player)}
    if match is not None:
        matches = Match.objects.filter(round__event=event).public().at_tables().named()
        return {"match": get_object_or_404(matches, pk=match)}
    return {}


def _back(event: Event, about: dict[str, Any]) -> str:
    for shown in about.values():
        return str(shown.get_absolute_url())
    return event.get_absolute_url()


def _penalise(request: EventRequest, case: Case, data: dict[str, Any]) -> str:
    """Give a penalty that changes no result; claim the case for any other, and return the part of its address that
    fills in the form. If another judge has claimed the case, it stays open."""
    try:
        if data["penalty"] in PENALTIES:
            remember(
                request, claim_and_rule(case_id=case.pk, judge=request.user, decision=_decision(data), together=())
            )
            return ""
        claim(case_id=case.pk, judge=request.user)
    except Refused as refusal:
        messages.warning(request, _("The case is open, without a penalty. %(why)s") % {"why": refusal})
        return ""
    costs = data["penalty"] in COSTS_THE_MATCH and data["match"]
    remedy = Remedy.CORRECT_RESULT if costs else Remedy.STANDS
    penalty = {"penalty": data["penalty"], "penalised": data["player"].pk, "article": data["article"], "remedy": remedy}
    return f"?{urlencode(penalty)}#rule"


def _decision(data: dict[str, Any]) -> Decision:
    return Decision(
        remedy=Remedy.STANDS,
        reason=data["text"],
        message=data["text"],
        article=data["article"],
        penalty=data["penalty"],
        penalised=data["player"],
    )
