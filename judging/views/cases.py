"""One case: as the judges see it, and as the players whom it concerns see it."""

from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.entrance import to_sign_in
from accounts.errors import Refused
from accounts.models import User
from judging.board.moment import moment
from judging.forms.ruling import DecisionForm, RulingForm
from judging.models import Appeal, Case, Ruling
from judging.pages.casefile import case_file, next_step
from judging.pages.consequences import result_rows, what_goes_back
from judging.pages.rulings import ruling_rows
from judging.services import desk
from judging.services.appealing import appeal as make_appeal
from judging.services.foreseeing import foresee
from judging.services.opening import call_judge
from judging.services.rights import judges
from judging.services.ruling import rule as make_ruling
from judging.tasks import bell
from tournaments.models import Match
from tournaments.views.access import EventRequest, View, answers_refusals, match_page, refuse_entry, signed_in
from tournaments.views.posted import posted_text, whole_number


def case_page(view: View) -> View:
    """The view gets a case of which its viewer may know."""

    @wraps(view)
    @answers_refusals
    def wrapped(request: HttpRequest, case_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        case = get_object_or_404(Case.objects.with_people(), pk=case_id)
        if not (
            judges(case.event, case.people(), request.user)
            or Case.objects.filter(pk=case.pk).told_to(request.user).exists()
        ):
            raise PermissionDenied(_("Only its judges and the players concerned see this case."))
        with timezone.override(case.event.zone):
            return view(request, case, *args, **kwargs)

    return wrapped


@require_GET
@case_page
def case(request: Any, case: Case) -> HttpResponse:
    if judges(case.event, case.people(), request.user):
        former = case.standing_ruling
        seen = {"replaces": former.pk if former else None, "log": case.submission_id}
        form = RulingForm(case=case, initial=seen | _first_fault(case))
        return render(request, "judging/case.html", judge_context(request, case, form))
    return render(request, "judging/case_for_players.html", player_context(case))


def _first_fault(case: Case) -> dict[str, Any]:
    """What the validator names first, and that a correction comes after it; the judge may know better."""
    report = case.submission.current_report if case.submission else None
    fault = next(iter(report.errors), None) if report else None
    if fault is None:
        return {}
    return {"article": fault["article"] or "", "after": 0 if fault["action"] is None else fault["action"] + 1}


@require_GET
@case_page
def case_state(request: Any, case: Case) -> HttpResponse:
    """The live fragment: who has it, what was said and ruled."""
    if judges(case.event, case.people(), request.user):
        return render(request, "judging/parts/case_state.html", judge_context(request, case, None))
    return render(request, "judging/parts/case_state_for_players.html", player_context(case))


def judge_context(request: Any, case: Case, form: RulingForm | None) -> dict[str, Any]:
    mine = case.claimed_by_id == request.user.pk
    return (
        {
            "case": case,
            "event": case.event,
            "file": case_file(case, request.user),
            "position_url": f"{case.get_absolute_url()}position/",
            "logs": [log for log in (case.submission, case.other_submission) if log],
            "mine": mine,
            "may_claim": desk.may_claim(case, request.user),
            "may_rule_now": (mine and case.is_unsettled) or _may_replace(request.user, case),
            "others": desk.possible_judges(case) if mine else [],
            "head_judge": desk.hears_appeals(case.event, request.user),
        }
        | said_and_ruled(case, in_full=True)
        | (_fields(form) | {"goes_back": what_goes_back(case.standing_ruling)} if form else {})
    )


@require_GET
@case_page
def position(request: Any, case: Case, action: int) -> HttpResponse:
    """Before and after an action of the case's log. What the validator could not read is not read here either."""
    desk.require_judge(case, request.user)
    readable = case.submission and case.submission.reports.filter(current=True).exclude(steps="").exists()
    found = moment(case.submission, action) if readable and case.submission else None
    if found is None:
        raise Http404
    return JsonResponse(found)


def _fields(form: RulingForm) -> dict[str, Any]:
    """The form in the order in which a judge thinks."""
    return {
        "form": form,
        "result_fields": [form[name] for name in ("outcome", "glory_a", "glory_b", "ending", "then")],
        "correction": form.correction,
        "penalty_fields": [form["penalty"], form["penalised"], form["article"]],
        "word_fields": [form["reason"], form["message"]],
    }


def _may_replace(user: User, case: Case) -> bool:
    former = case.standing_ruling
    if case.status != Case.Status.RULED or former is None:
        return False
    return former.judge_id == user.pk or desk.hears_appeals(case.event, user)


def player_context(case: Case) -> dict[str, Any]:
    said = said_and_ruled(case, in_full=False)
    may_appeal = case.status == Case.Status.RULED and said["appeal"] is None and not case.event.is_over
    return {"case": case, "event": case.event, "may_appeal": may_appeal} | said


def said_and_ruled(case: Case, *, in_full: bool) -> dict[str, Any]:
    return {
        "statements": case.statements.select_related("by"),
        "rulings": ruling_rows(case, in_full=in_full),
        "appeal": Appeal.objects.filter(case=case).select_related("by").first(),
    }


# --- what can be done -------------------------------------------------------------------------------------------


@require_POST
@case_page
def claim(request: Any, case: Case) -> HttpResponse:
    desk.claim(case_id=case.pk, judge=request.user)
    return redirect(case)


@require_POST
@case_page
def release(request: Any, case: Case) -> HttpResponse:
    desk.release(case_id=case.pk, judge=request.user)
    return redirect("judging:desk", case.event.slug)


@require_POST
@case_page
def hand_over(request: Any, case: Case) -> HttpResponse:
    desk.require_judge(case, request.user)
    to = get_object_or_404(User, pk=whole_number(posted_text(request, "to"), digits=18))
    desk.hand_over(case_id=case.pk, judge=request.user, to=to)
    return redirect("judging:desk", case.event.slug)


@require_POST
@case_page
def state(request: Any, case: Case) -> HttpResponse:
    desk.state(case_id=case.pk, by=request.user, text=posted_text(request, "text"))
    return redirect(case)


@require_POST
@case_page
def appeal(request: Any, case: Case) -> HttpResponse:
    make_appeal(case_id=case.pk, by=request.user, text=posted_text(request, "text"))
    return redirect(case)


@require_POST
@match_page
def call(request: EventRequest, match: Match) -> HttpResponse:
    if not request.user.is_authenticated:
        return refuse_entry(request)
    return redirect(call_judge(match=match, by=request.user, text=posted_text(request, "text")))


# --- rulings ----------------------------------------------------------------------------------------------------


@require_POST
@case_page
def rule(request: Any, case: Case) -> HttpResponse:
    """What was typed stays on the page when the ruling is refused."""
    desk.require_judge(case, request.user)
    form = RulingForm(request.POST, case=case)
    if not form.is_valid():
        return render(request, "judging/case.html", judge_context(request, case, form), status=400)
    try:
        make_ruling(case_id=case.pk, judge=request.user, decision=form.decision())
    except Refused as refusal:
        form.add_error(None, str(refusal.message))
        context = judge_context(request, case, form) | {"refusal": refusal}
        return render(request, "judging/case.html", context, status=refusal.status)
    bell.ring()
    return redirect(case)


@require_POST
@case_page
def preview(request: Any, case: Case) -> HttpResponse:
    """What the ruling would move, beside the form where scripts run; else on the page, with all that was typed."""
    desk.require_judge(case, request.user)
    typed = request.POST.dict() | next_step(case, posted_text(request, "step"))
    asked = DecisionForm(typed, case=case)
    told = {"case": case, "asked": asked} | ({} if "step" in typed else _foreseen(case, request.user, asked))
    if request.headers.get("HX-Request"):
        return render(request, "judging/parts/preview.html", told)
    form = RulingForm(case=case, initial=typed)
    form.correction = asked.correction
    return render(request, "judging/case.html", judge_context(request, case, form) | told)


def _foreseen(case: Case, judge: User, asked: DecisionForm) -> dict[str, Any]:
    if not asked.is_valid():
        return {"faults": asked.errors}
    try:
        moved = foresee(case_id=case.pk, judge=judge, decision=asked.decision())
    except Refused as refusal:
        return {"refusal": refusal}
    return {"moved": moved, "results": result_rows(moved)}


@require_GET
@signed_in
def mine(request: Any) -> HttpResponse:
    """The rulings that concern me, and the cases that are still open."""
    cases = (
        Case.objects.told_to(request.user)
        .with_people()
        .prefetch_related(Prefetch("rulings", Ruling.objects.standing()))
    )
    return render(request, "judging/mine.html", {"cases": cases.order_by("-opened_at")[:100]})
