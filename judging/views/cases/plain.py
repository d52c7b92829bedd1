"""A plain ruling: one tap claims the case, rules on it, and leads to the next one."""

from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from core.errors import Invalid, Refused
from judging.forms.ruling import RulingForm
from judging.models import Case, Ruling
from judging.pages.plain_rulings import PlainRuling, chosen
from judging.services.cases import desk
from judging.services.rulings.together import lock_cases, rule_on_table, shown_cases
from judging.views.cases.case_page import case_page
from judging.views.cases.cases import judge_context, seen_now
from judging.views.cases.undo import remember
from tournaments.views.base.form_fields import form_text, whole_number


@require_POST
@case_page
def rule_plainly(request: Any, case: Case) -> HttpResponse:
    """What the page showed when the button was pressed counts: a newer log or ruling is refused."""
    desk.require_judge(case, request.user)
    try:
        ruling = _rule(request, case)
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
def _rule(request: Any, case: Case) -> Ruling:
    plain = _shown(request, case)
    together = together_of(request)
    lock_cases([case.pk, *(other.pk for other in shown_cases(case, request.user, together))])
    if case.is_unsettled:
        desk.claim(case_id=case.pk, judge=request.user)
    return rule_on_table(case_id=case.pk, judge=request.user, decision=plain.decision, together=together)


def together_of(request: Any) -> set[int]:
    """The other cases of the table that the page offered to close as well; none where the box is not ticked."""
    named = (whole_number(each, digits=18) for each in form_text(request, "together").split(","))
    return {number for number in named if number is not None}


def _was_made(request: Any, case: Case) -> bool:
    """The button was pressed twice: what stands is what was asked for."""
    ruling = case.current_ruling
    asked = whole_number(form_text(request, "replaces"))
    return ruling is not None and (ruling.judge_id, ruling.supersedes_id) == (request.user.pk, asked)


def _shown(request: Any, case: Case) -> PlainRuling:
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
    """The desk once there is none left."""
    following = desk.next_case(case.event, request.user)
    return redirect(following) if following else redirect("judging:desk", case.event.slug)
