"""Calling a judge to the table, in one tap, and cancelling the call."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.errors import Refused
from core.pages.requests import asks_for_part
from judging.cases.pages.call_articles import call_of
from judging.cases.services.desk import call_judge, cancel_call
from tournaments.base.views.access import EventRequest, match_page
from tournaments.base.views.form_fields import form_text
from tournaments.models import Match


@require_POST
@match_page
def call(request: EventRequest, match: Match) -> HttpResponse:
    return answer_call(request, match, lambda: _state(request, match), page=match.get_absolute_url())


@require_POST
@match_page
def cancel(request: EventRequest, match: Match) -> HttpResponse:
    return answer_cancel(request, match, lambda: _state(request, match), page=match.get_absolute_url())


def _state(request: EventRequest, match: Match) -> tuple[str, dict[str, Any]]:
    return "judging/parts/match_judges.html", call_of(match, request.user)


State = Callable[[], tuple[str, dict[str, Any]]]  # the piece of the page that shows the call, and its context


def answer_call(request: Any, match: Match, state: State, *, page: str) -> HttpResponse:
    text = form_text(request, "text")
    said = _("A judge has been called. Please wait at your table.")
    return _answer(request, lambda: call_judge(match=match, by=request.user, text=text), state, page, said)


def answer_cancel(request: Any, match: Match, state: State, *, page: str) -> HttpResponse:
    said = _("The call was cancelled.")
    return _answer(request, lambda: cancel_call(match=match, by=request.user), state, page, said)


def _answer(request: Any, act: Callable[[], object], state: State, page: str, said: str) -> HttpResponse:
    """Return to the page, or with scripts show the call in its place, with the reason if it was refused."""
    if not asks_for_part(request):
        act()
        messages.success(request, said)
        return redirect(page)
    try:
        act()
    except Refused as refusal:
        template, context = state()
        return render(request, template, context | {"refusal": refusal}, status=refusal.status)
    return render(request, *state())
