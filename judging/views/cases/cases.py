"""Pages of one case, as judges see it and as the players concerned see it."""

from typing import Any

from django.db.models import Prefetch
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.models import User
from core.errors import NotAllowed
from judging.board.positions import position_now as recorded_position
from judging.board.positions import positions_around
from judging.forms.ruling import RulingForm
from judging.models import Appeal, Case, Ruling, Submission
from judging.pages.case_file import case_file
from judging.pages.dossier import dossier, recording_of
from judging.pages.rulings import ready_words, reverted_changes, ruling_rows
from judging.services.cases import desk
from judging.services.rights import is_judge_of, may_hear_appeal, may_see_lists
from judging.views.cases.case_page import case_page
from judging.views.cases.undo import just_ruled
from tournaments.views.base.access import signed_in

RESULT_FIELDS = ("outcome", "glory_a", "glory_b", "ending", "then")


@require_GET
@case_page
def case(request: Any, case: Case) -> HttpResponse:
    if is_judge_of(case.event, case.people(), request.user):
        form = RulingForm(case=case, initial=seen_now(case) | _first_fault(case) | ready_words(case, request.user))
        return render(request, "judging/case.html", judge_context(request, case, form))
    return render(request, "judging/case_for_players.html", player_context(case))


def seen_now(case: Case) -> dict[str, Any]:
    """Return the state on which a ruling made on this page is based."""
    former = case.current_ruling
    return {"replaces": former.pk if former else None, "log": case.submission_id}


def _first_fault(case: Case) -> dict[str, Any]:
    """Return the first error of the log as a suggestion, with a correction after it; the judge can change both."""
    report = case.submission.current_report if case.submission else None
    fault = next(iter(report.errors), None) if report else None
    if fault is None:
        return {}
    return {"article": fault["article"] or "", "after": 0 if fault["action"] is None else fault["action"] + 1}


@require_GET
@case_page
def case_state(request: Any, case: Case) -> HttpResponse:
    """Render the live fragment: who has claimed the case, statements and rulings."""
    if is_judge_of(case.event, case.people(), request.user):
        return render(request, "judging/parts/case_state.html", state_context(request, case))
    return render(request, "judging/parts/case_state_for_players.html", player_context(case))


def state_context(request: Any, case: Case) -> dict[str, Any]:
    mine = case.claimed_by_id == request.user.pk
    may_claim = desk.may_claim(case, request.user)
    return {
        "case": case,
        "event": case.event,
        "mine": mine,
        "may_come": case.is_open_call and case.coming_at is None and (mine or may_claim),
        "may_claim": may_claim,
        "may_rule_now": (mine and case.is_unsettled) or _may_replace(request.user, case),
        "others": desk.possible_judges(case) if mine else [],
        "head_judge": desk.may_rule_on_appeals(case.event, request.user),
        "own_ruling": case.is_appealed and getattr(case.appealed_ruling, "judge_id", None) == request.user.pk,
        "sees_lists": may_see_lists(case.event, case.people(), request.user),
    } | statements_and_rulings(case, in_full=True)


def judge_context(request: Any, case: Case, form: RulingForm) -> dict[str, Any]:
    state = state_context(request, case)
    file = case_file(case, request.user)
    is_light = file.report is not None and file.report.is_light
    # a plain ruling also claims the case, so that it takes one tap
    may_rule_plainly = case.is_unsettled and (state["mine"] or state["may_claim"]) and _may_hear(case, request.user)
    return (
        state
        | {
            "file": file,
            "dossier": dossier(case, request.user, file, may_rule=may_rule_plainly),
            "position_url": f"{case.get_absolute_url()}position/" if state["sees_lists"] and not is_light else "",
            "logs": [log for log in (case.submission, case.other_submission) if log],
            "seen": seen_now(case),
            "just_ruled": just_ruled(request),
            "goes_back": reverted_changes(case.current_ruling),
        }
        | _fields(form)
    )


def _may_hear(case: Case, judge: User) -> bool:
    return not case.is_appealed or may_hear_appeal(case, judge)


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


def _fields(form: RulingForm) -> dict[str, Any]:
    """Return the fields of the form in the order of a judge's considerations."""
    return {
        "form": form,
        "result_fields": [form[name] for name in RESULT_FIELDS if name in form.fields],
        "correction": form.correction,
        "penalty_fields": [form["penalty"], form["penalised"], form["article"]],
        "word_fields": [form["reason"], form["message"]],
    }


def _may_replace(user: User, case: Case) -> bool:
    former = case.current_ruling
    if case.status != Case.Status.RULED or former is None:
        return False
    return former.judge_id == user.pk or desk.may_rule_on_appeals(case.event, user)


def player_context(case: Case) -> dict[str, Any]:
    said = statements_and_rulings(case, in_full=False)
    may_appeal = case.status == Case.Status.RULED and said["appeal"] is None and not case.event.is_over
    return {"case": case, "event": case.event, "may_appeal": may_appeal} | said


def statements_and_rulings(case: Case, *, in_full: bool) -> dict[str, Any]:
    return {
        "statements": case.statements.select_related("by"),
        "rulings": ruling_rows(case, in_full=in_full),
        "appeal": Appeal.objects.filter(case=case).select_related("by").first(),
    }


@require_GET
@signed_in
def mine(request: Any) -> HttpResponse:
    """List the rulings that concern the user, and their open cases."""
    cases = (
        Case.objects.visible_to_player(request.user)
        .with_people()
        .prefetch_related(Prefetch("rulings", Ruling.objects.standing()))
    )
    return render(request, "judging/mine.html", {"cases": cases.order_by("-opened_at")[:100]})
