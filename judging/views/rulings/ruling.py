"""A ruling: previewed, made with the form, or made by one tap that claims the case and leads to the next one."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.models import User
from core.errors import Invalid, Refused
from judging.forms.ruling import DecisionForm, RulingForm
from judging.models import Case, Ruling
from judging.pages.case_file import next_step
from judging.pages.rulings import PlainRuling, chosen, result_rows
from judging.services.cases import desk
from judging.services.rulings.ruling import preview_ruling, rule_on_table
from judging.tasks import worker_notifier
from judging.views.cases.case_page import case_page
from judging.views.cases.cases import judge_context, seen_now
from judging.views.cases.undo import remember
from tournaments.views.base.form_fields import form_text, whole_number

SHOWN_NOW = {"stale", "newer-log"}  # what was not known when the ruling was written, and is on the page that comes back


@require_POST
@case_page
def rule(request: Any, case: Case) -> HttpResponse:
    """Make a ruling. If it is refused, what was typed stays on the page."""
    desk.require_judge(case, request.user)
    form = RulingForm(request.POST, case=case)
    if not form.is_valid():
        return render(request, "judging/case.html", judge_context(request, case, form), status=400)
    together = together_of(request)
    try:
        made = rule_on_table(case_id=case.pk, judge=request.user, decision=form.decision(), together=together)
    except Refused as refusal:
        return _refused(request, case.pk, refusal)
    worker_notifier.notify()
    remember(request, made)
    return to_next_case(request, case) if together or "next" in request.POST else redirect(case)


def _refused(request: Any, case_id: int, refusal: Refused) -> HttpResponse:
    """Show a refusal with all that was typed and the current case, on which the ruling is based when sent again."""
    case = Case.objects.with_people().get(pk=case_id)
    form = RulingForm(request.POST.dict() | seen_now(case), case=case)
    for name in refusal.details.get("fields", ()):
        form.add_error(name if name in form.fields else None, ValidationError(str(refusal.message), code=refusal.code))
    context = judge_context(request, case, form) | _current_state(refusal)
    return render(request, "judging/case.html", context, status=refusal.status)


def _current_state(refusal: Refused) -> dict[str, Any]:
    return {"refusal": refusal, "is_shown_now": refusal.code in SHOWN_NOW}


@require_POST
@case_page
def preview(request: Any, case: Case) -> HttpResponse:
    """Preview the ruling, beside the form with scripts, or on the page with all that was typed."""
    desk.require_judge(case, request.user)
    typed = request.POST.dict() | next_step(case, form_text(request, "step"))
    asked = DecisionForm(typed, case=case)
    context = {"case": case, "asked": asked} | ({} if "step" in typed else _preview(case, request.user, asked))
    if request.headers.get("HX-Request"):
        return render(request, "judging/parts/preview.html", context)
    form = RulingForm(case=case, initial=typed | seen_now(case))
    form.correction, form.table = asked.correction, asked.table
    return render(request, "judging/case.html", judge_context(request, case, form) | context)


def _preview(case: Case, judge: User, asked: DecisionForm) -> dict[str, Any]:
    if not asked.is_valid():
        return {"faults": asked.errors}
    try:
        moved = preview_ruling(case_id=case.pk, judge=judge, decision=asked.decision())
    except Refused as refusal:
        return _current_state(refusal)
    return {"diff": moved, "results": result_rows(moved)}


@require_POST
@case_page
def rule_plainly(request: Any, case: Case) -> HttpResponse:
    """Make a plain ruling, based on what the page showed: a newer log or ruling is refused."""
    desk.require_judge(case, request.user)
    try:
        ruling = _rule_and_claim(request, case)
    except Refused as refusal:
        now = Case.objects.with_people().get(pk=case.pk)
        if _was_made(request, now):
            return to_next_case(request, case)
        form = RulingForm(case=now, initial=seen_now(now))
        context = judge_context(request, now, form) | {"refusal": refusal}
        return render(request, "judging/case.html", context, status=refusal.status)
    remember(request, ruling)
    return to_next_case(request, case)


@transaction.atomic
def _rule_and_claim(request: Any, case: Case) -> Ruling:
    plain = _shown_ruling(request, case)
    together = together_of(request)
    desk.lock_cases([case.pk, *(other.pk for other in desk.shown_cases(case, request.user, together))])
    if case.is_unsettled:
        desk.claim(case_id=case.pk, judge=request.user)
    return rule_on_table(case_id=case.pk, judge=request.user, decision=plain.decision, together=together)


def together_of(request: Any) -> set[int]:
    """Return the other cases of the table to close as well; none if the box is not ticked."""
    named = (whole_number(each, digits=18) for each in form_text(request, "together").split(","))
    return {number for number in named if number is not None}


def _was_made(request: Any, case: Case) -> bool:
    """Whether the ruling was already made, as on a double click."""
    ruling = case.current_ruling
    asked = whole_number(form_text(request, "replaces"))
    return ruling is not None and (ruling.judge_id, ruling.supersedes_id) == (request.user.pk, asked)


def _shown_ruling(request: Any, case: Case) -> PlainRuling:
    seen = {name: whole_number(form_text(request, name)) for name in ("replaces", "log")}
    if seen["replaces"] != seen_now(case)["replaces"]:
        raise Refused("stale", _("There is a new ruling on this case. Read it first."))
    if seen["log"] != case.submission_id:
        raise Refused("newer-log", _("A newer log has been submitted. Read it first."))
    plain = chosen(case, form_text(request, "choice"))
    if plain is None:
        raise Invalid("unknown-remedy", _("There is no such ruling."))
    return plain


def to_next_case(request: Any, case: Case) -> HttpResponse:
    """Redirect to the next case, or to the desk if there is none."""
    following = desk.next_case(case.event, request.user)
    return redirect(following) if following else redirect("judging:desk", case.event.slug)
