"""Pages of one case, as judges and the players concerned see it.

A ruling is previewed, made with the form, or made by one tap that claims the case and leads to the next one. At the end
stand the other actions on a case: claiming, releasing, handing over, statements, appeals.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from core.errors import Invalid, Refused
from core.pages.asking import asks_first
from core.pages.live import render_part
from core.pages.requests import asks_for_part
from judging.cases.pages.call_articles import call_articles
from judging.cases.pages.case_file import case_file, next_step
from judging.cases.pages.dossier import dossier
from judging.cases.services import desk
from judging.cases.views.case_page import case_page, just_ruled, remember
from judging.logs.pages.wording import pairs
from judging.models import Appeal, Case, Recording, Ruling
from judging.recorder.services.recording import may_record, unsubmitted_recordings
from judging.replay.board.moments import amended_facts, pieces_of_game
from judging.rights import may_rule_on_appeals, may_see_lists, may_take
from judging.rulings.forms.rulings import DecisionForm, RulingForm
from judging.rulings.pages import (
    PlainRuling,
    chosen,
    current_rows,
    plain_rulings,
    ready_words,
    result_rows,
    reverted_changes,
    ruling_rows,
    without_result,
)
from judging.rulings.services.appeals import appeal as make_appeal
from judging.rulings.services.appeals import heard_by, may_be_appealed
from judging.rulings.services.ruling import claim_and_rule, preview_ruling, rule_on_table
from tournaments.base.views.access import signed_in
from tournaments.base.views.form_fields import form_text, whole_number
from tournaments.models import Right, rights_of

MOST_OF_ONE = 100  # cases of one player
LONGEST_REASON = 300  # of a penalty in one tap
RESULT_FIELDS = ("outcome", "glory_a", "glory_b", "ending")  # in one row, where one winner is chosen
SUGGESTED = ("remedy", "penalty", "penalised", "article")  # by the page on which the staff open a case
SHOWN_NOW = {"stale", "newer-log"}  # what was not known when the ruling was written, and is on the page that comes back


@require_GET
@case_page
def case(request: Any, case: Case) -> HttpResponse:
    if request.is_judge:
        suggested = _first_fault(case) | ready_words(case, request.user) | _of_staff(request, case)
        form = RulingForm(case=case, initial=seen_now(case) | suggested)
        return render(request, "judging/case.html", judge_context(request, case, form))
    context = player_context(case, request.user) | {"recordings": _recordings_of(case, request.user)}
    return render(request, "judging/case_for_players.html", context)


def _recordings_of(case: Case, user: User) -> list[Recording]:
    """Return the games being recorded at the match, to go back to after a call from the recorder."""
    begun = unsubmitted_recordings(case.match) if case.match else ()
    return [recording for recording in begun if may_record(recording, user)]


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
    action = fault.get("action")  # what is no log at all has a pointer in place of action and article
    return {"article": fault.get("article") or "", "after": 0 if action is None else action + 1}


def _of_staff(request: Any, case: Case) -> dict[str, Any]:
    """Return what the staff wrote when they opened the case, and the penalty that they asked for."""
    if case.kind != Case.Kind.STAFF:
        return {}
    said = case.statements.filter(by=case.opened_by).last()
    words = {"reason": said.text, "message": said.text} if said else {}
    return words | {name: request.GET[name] for name in SUGGESTED if name in request.GET}


@require_GET
@case_page
def case_state(request: Any, case: Case) -> HttpResponse:
    """Render the live fragment: who has claimed the case, statements and rulings."""
    if request.is_judge:
        return render_part(request, "judging/case.html", state_context(request, case))
    return render_part(request, "judging/case_for_players.html", player_context(case, request.user))


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
        "head_judge": may_rule_on_appeals(case.event, request.user),
        "own_ruling": case.is_appealed and getattr(case.appealed_ruling, "judge_id", None) == request.user.pk,
        "sees_lists": may_see_lists(case.event, case.people(), request.user),
        "may_declare": lambda: Right.OPEN_LISTS in rights_of(case.event, request.user),  # asked only where closed
        "is_match_changed": case.match is not None and request.GET.get("match") not in (None, str(case.match.version)),
    } | statements_and_rulings(case, in_full=True)


def judge_context(request: Any, case: Case, form: RulingForm) -> dict[str, Any]:
    state = state_context(request, case)
    file, others = case_file(case, request.user), desk.other_cases(case)
    has_board = file.report is None or file.report.has_replay
    # a plain ruling also claims the case, so that it takes one tap
    may_rule_plainly = case.is_unsettled and (state["mine"] or state["may_claim"]) and may_take(case, request.user)
    plain = plain_rulings(case, others=others) if may_rule_plainly and file.sees_lists else []
    boards = case.get_absolute_url() + "position/" if state["sees_lists"] and has_board else ""
    actions = len(file.report.digests()) if boards and file.report else 0
    if actions and case.submission and (state["may_rule_now"] or form.is_bound):
        form.correction.offer(pieces_of_game(case.submission))
    return (
        state
        | {
            "file": file,
            "dossier": dossier(case, request.user, file, others, may_rule=may_rule_plainly),
            "plain_rulings": plain,
            "without_result": without_result(case, others) if plain and case.match and not case.is_appealed else [],
            "asks_why": any(each.asks_why for each in plain),
            "position_url": boards,
            "amended_actions": actions,
            "logs": [log for log in (case.submission, case.other_submission) if log],
            "seen": seen_now(case),
            "just_ruled": just_ruled(request),
            "goes_back": reverted_changes(case.current_ruling),
        }
        | _fields(form)
    )


def _fields(form: RulingForm) -> dict[str, Any]:
    """Return the fields of the form in the order of a judge's considerations."""
    return {
        "form": form,
        "result_fields": [*_result_fields(form), *(form[name] for name in ("then",) if name in form.fields)],
        "correction": form.correction,
        "penalty_fields": [form["penalty"], form["penalised"], form["article"]],
        "word_fields": [form["reason"], form["message"]],
    }


def _result_fields(form: RulingForm) -> list[Any]:
    result = form.result
    return [result[name] for name in RESULT_FIELDS] if result is not None and not result.rows() else []


def _may_replace(user: User, case: Case) -> bool:
    former = case.current_ruling
    if case.status != Case.Status.RULED or former is None:
        return False
    return former.judge_id == user.pk or may_rule_on_appeals(case.event, user)


def player_context(case: Case, player: User) -> dict[str, Any]:
    said = statements_and_rulings(case, in_full=False)
    may = {"may_appeal": may_be_appealed(case), "may_cancel": case.is_only_called_by(player)}
    return {"case": case, "event": case.event} | may | said


def statements_and_rulings(case: Case, *, in_full: bool) -> dict[str, Any]:
    made = Appeal.objects.filter(case=case).select_related("by", "guest__user").first()
    can_follow = made is None and case.status in (Case.Status.OPEN, Case.Status.RULED)
    return {
        "statements": case.statements.select_related("by", "guest__user"),
        "articles": call_articles(case),
        "heard_by": heard_by(case) if can_follow else None,
        "rulings": ruling_rows(case, in_full=in_full),
        "appeal": made,
    }


@require_GET
@signed_in
def mine(request: Any) -> HttpResponse:
    """List the rulings that concern the user, and their open cases."""
    cases = (
        Case.objects.visible_to_player(request.user)
        .with_people()
        .select_related("match__round__event")
        .prefetch_related(Prefetch("rulings", Ruling.objects.current()))
    )
    rows = [(case, current_rows(case)) for case in cases.order_by("-opened_at")[:MOST_OF_ONE]]
    return render(request, "judging/mine.html", {"cases": rows})


# -- rulings -----------------------------------------------------------------------------------------------------------


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
    remember(request, made)
    return to_next_case(request, case) if together or "next" in request.POST else redirect(case)


def _refused(request: Any, case_id: int, refusal: Refused) -> HttpResponse:
    """Show a refusal with all that was typed and the current case, on which the ruling is based when sent again."""
    case = Case.objects.with_people().get(pk=case_id)
    form = RulingForm(request.POST.dict() | seen_now(case), case=case)
    for name in refusal.details.get("fields", ()):
        holder = form.result if form.result is not None and name in form.result.fields else form
        error = ValidationError(str(refusal.message), code=refusal.code)
        holder.add_error(name if name in holder.fields else None, error)
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
    if asks_for_part(request):
        return render(request, "judging/parts/preview.html", context)
    form = RulingForm(case=case, initial=typed | seen_now(case))
    form.correction, form.result = asked.correction, asked.result
    return render(request, "judging/case.html", judge_context(request, case, form) | context)


def _preview(case: Case, judge: User, asked: DecisionForm) -> dict[str, Any]:
    if not asked.is_valid():
        return {"faults": asked.errors, "faulty": asked.faulty_fields()}
    try:
        moved = preview_ruling(case_id=case.pk, judge=judge, decision=asked.decision())
    except Refused as refusal:
        return _current_state(refusal)
    return {"diff": moved, "results": result_rows(moved), "amended": _amended(case, judge, asked)}


def _amended(case: Case, judge: User, asked: DecisionForm) -> list[tuple[str, str, str, str]]:
    """Return what a correction of the log changes in the position: whose, what, before and after."""
    correction = asked.decision().correction
    if correction is None or case.submission is None or not may_see_lists(case.event, case.people(), judge):
        return []
    facts = amended_facts(case.submission, correction.after, correction.changes)
    return [(each.figure, *pairs({each.fact: each.was})[0], pairs({each.fact: each.now})[0][1]) for each in facts]


@require_POST
@case_page
def rule_plainly(request: Any, case: Case) -> HttpResponse:
    """Make a plain ruling, based on what the page showed: a newer log or ruling is refused."""
    desk.require_judge(case, request.user)
    together = together_of(request)
    try:
        decision = _shown_ruling(request, case).decision
        ruling = claim_and_rule(case_id=case.pk, judge=request.user, decision=decision, together=together)
    except Refused as refusal:
        now = Case.objects.with_people().get(pk=case.pk)
        if _was_made(request, now):
            return to_next_case(request, case)
        form = RulingForm(case=now, initial=seen_now(now))
        context = judge_context(request, now, form) | {"refusal": refusal, "why": form_text(request, "why")}
        return render(request, "judging/case.html", context, status=refusal.status)
    remember(request, ruling)
    return to_next_case(request, case)


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
    plain = chosen(case, form_text(request, "choice"), form_text(request, "why").strip()[:LONGEST_REASON])
    if plain is None:
        raise Invalid("unknown-remedy", _("There is no such ruling."))
    if plain.asks_why:
        raise Invalid("reason-missing", _("Give the reason of the penalty: the player reads it."))
    return plain


def to_next_case(request: Any, case: Case) -> HttpResponse:
    """Redirect to the next case, or to the desk if there is none."""
    following = desk.next_case(case.event, request.user)
    return redirect(following) if following else redirect("judging:desk", case.event.slug)


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
@asks_first
def appeal(request: Any, case: Case) -> HttpResponse:
    make_appeal(case_id=case.pk, by=request.user, text=form_text(request, "text"))
    return redirect(case)
