"""Setting up a table: a practice table without event and account, or the table of a match."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.pages.requests import client_address
from judging.models import Recording
from judging.recorder.forms.duels import PracticeForm
from judging.recorder.forms.matches import match_form
from judging.recorder.forms.tables import PracticeTableForm
from judging.recorder.services import recording as services
from judging.recorder.services.practice import set_up_table
from tournaments.base.views.access import EventRequest, match_page, with_refusal_pages
from tournaments.models import Match

MOST_SHOWN = 10
MANY = {"3": 3, "4": 4}


@require_http_methods(["GET", "POST"])
@with_refusal_pages
def practice(request: HttpRequest) -> HttpResponse:
    """Set up a practice table for two players, or for three or four with ?players="""
    players = MANY.get(request.GET.get("players", ""), 2)
    form: PracticeForm | PracticeTableForm = (
        PracticeForm(request.POST or None, user=request.user)
        if players == 2
        else PracticeTableForm(request.POST or None, players=players, user=request.user)
    )
    if request.method == "POST" and not _looks(request) and form.is_valid():
        who = request.user if request.user.is_authenticated else None
        dice, address = form.cleaned_data["dice"], client_address(request)
        return redirect(set_up_table(header=form.header(), dice=dice, who=who, address=address))
    context = {"form": form, "players": players, "mine": _tables_of(request.user)}
    return render(request, "judging/practice.html", context)


def _tables_of(user: Any) -> Any:
    tables = Recording.objects.filter(match=None).defer("actions")
    return tables.filter(started_by=user)[:MOST_SHOWN] if user.is_authenticated else tables.none()


@require_http_methods(["GET", "POST"])
@login_required
@match_page
def record_match(request: EventRequest, match: Match) -> HttpResponse:
    """Join the game that is already being recorded, or set up a new one; two recordings make two logs."""
    services.may_open(match, request.user)
    begun = services.unsubmitted_recordings(match)
    if request.method == "GET" and len(begun) == 1 and "new" not in request.GET:
        return redirect(begun[0])
    form = match_form(match, request.user, request.POST or None)
    if request.method == "POST" and not _looks(request) and form.is_valid():
        header, dice = form.header(), Recording.Dice.RECORDED
        return redirect(services.start_recording(header=header, dice=dice, who=request.user, match=match))
    return render(
        request, "judging/record_match.html", {"event": request.event, "form": form, "match": match, "begun": begun}
    )


def _looks(request: HttpRequest) -> bool:
    """Whether the form is sent to see the figures that were typed, and sets up nothing yet."""
    return "look" in request.POST
