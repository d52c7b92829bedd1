"""Lines typed from slips: what the page sends, what is answered, and how a result is read back."""

from collections.abc import Sequence
from typing import Any

from django.http import JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from core.errors import NotAllowed, Refused, as_document
from tournaments.base.views.access import EventRequest
from tournaments.base.views.form_fields import form_text
from tournaments.events.models.formats import Format
from tournaments.models import Ending, Match
from tournaments.results.forms.results import typed
from tournaments.results.forms.slips import SlipForm
from tournaments.results.services import entry as services
from tournaments.results.services.player_reports import disputes
from tournaments.results.services.round_in_play import is_as_entered
from tournaments.results.services.scores import (
    Score,
    describe_score,
    outcome_label,
    read_score,
)


def enter_line(request: EventRequest, form: SlipForm) -> Match:
    """Enter the line of a valid form. A line with the key of an earlier one was sent again, and counts once."""
    match, score = form.line()
    return services.enter_result(
        match_id=match.pk,
        who=request.user,
        score=score,
        pairings=form.cleaned_data["pairings"],
        key=form_text(request, "once"),
    )


def answer_line(request: EventRequest, form: SlipForm) -> JsonResponse:
    """Enter the line; answer with the result as it is read back, or with the reason why the line is refused."""
    if not form.is_valid():
        return _refused_by_form(form)
    try:
        return _saved(enter_line(request, form))
    except Refused as refusal:
        return _refused(form, refusal)
    except NotAllowed as refusal:  # of this line alone: 403 would say that the reader may enter nothing
        return JsonResponse(as_document(refusal), status=Refused.status)


def _refused_by_form(form: SlipForm) -> JsonResponse:
    (error, *_others) = [error for errors in form.errors.as_data().values() for error in errors]
    offers = [{"line": line, "label": str(label)} for line, label in form.offers]
    detail = " ".join(error.messages)
    return JsonResponse({"code": error.code, "detail": detail, "offers": offers}, status=400)


def _refused(form: SlipForm, refusal: Refused) -> JsonResponse:
    match, score = form.line()
    now = refusal.details.get("now")
    if now is None:
        return JsonResponse(as_document(refusal), status=refusal.status)
    if now == score.fields():
        return _saved(match, was_there=True)
    both = {"stands": describe_score(match, now), "typed": describe_score(match, score.fields())}
    correction = {
        "correct": reverse("tournaments:correct", args=[match.pk]),
        "fields": typed(score),
    }
    return JsonResponse({**as_document(refusal), **both, **correction}, status=refusal.status)


def _saved(match: Match, *, was_there: bool = False) -> JsonResponse:
    """Answer with the result that stands: of a line that was sent again, it may have been corrected or undone since."""
    result = match.results.current().first()
    document: dict[str, Any] = {"version": match.version, "table": match.table, "was_there": was_there}
    if result is None:
        return JsonResponse(
            document | {"words": _("Table %(table)s: saved, and undone since.") % {"table": match.table}}
        )
    document["words"] = describe_saved(match, read_score(result.score()))
    if disputes(match):
        document["detail"] = _("The players dispute the result: the judges have the case.")
    if is_as_entered(result.source, result.is_correction):
        document |= {"result": result.pk, "undo": reverse("tournaments:undo_result", args=[match.pk])}
    return JsonResponse(document)


def describe_saved(match: Match, score: Score) -> str:
    return describe_result(match.format, match.table, [player.full_name for player in match.seats()], score)


def describe_result(format_: Format, table: int | None, names: Sequence[str], score: Score) -> str:
    """Describe a result with the winner and the ending."""
    result = " – ".join(filter(None, (format_.score(names, score), outcome_label(score.outcome, names))))
    values = {"table": table, "result": result, "ending": Ending(score.ending).label}
    return _("Table %(table)s: %(result)s (%(ending)s)") % values
