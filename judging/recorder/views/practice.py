"""Setting up a table: a practice table without event and account, or the table of a match."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.pages.live import render_part
from core.pages.requests import client_address
from judging.models import Recording
from judging.recorder.forms.blast import BlastTableForm
from judging.recorder.forms.duels import MatchForm, PracticeForm
from judging.recorder.forms.quest import QuestTableForm
from judging.recorder.forms.tables import MatchTableForm, PracticeTableForm
from judging.recorder.services import recording as services
from judging.recorder.services.practice import set_up_table
from judging.recorder.services.word import name_of
from judging.recorder.views.access import find
from rules.games import BLAST, QUEST
from tournaments.base.views.access import EventRequest, match_page, with_refusal_pages
from tournaments.models import Match
from tournaments.rounds.models.matches import PLAYERS_OF_A_DUEL

MOST_SHOWN = 10
MANY = {"3": 3, "4": 4}
OF_OTHER_GAMES: Mapping[str, Any] = {QUEST.game: QuestTableForm, BLAST.game: BlastTableForm}


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
    """Join the game that is already being recorded, or set up a new one; with ?new a separate one, a second log."""
    services.may_open(match, request.user)
    separate = "new" in request.GET
    begun = list(services.unsubmitted_recordings(match).select_related("started_by"))
    if request.method == "GET" and len(begun) == 1 and not separate:
        return redirect(begun[0])
    form = _form_of_match(match, request.user, request.POST or None)
    if request.method == "POST" and not _looks(request) and form.is_valid():
        return redirect(_set_up(request, match, form.header(), separate=separate))
    context = {"event": request.event, "match": match, "begun": _begun(begun, request.user)}
    asks = separate or len(begun) < 2  # else it is chosen which of them goes on
    return render(request, "judging/record_match.html", context | {"form": form if asks else None})


@require_GET
@login_required
@match_page
def record_begun(request: EventRequest, match: Match) -> HttpResponse:
    """Render the live fragment: the games that were begun while this table is set up."""
    services.may_open(match, request.user)
    begun = services.unsubmitted_recordings(match).select_related("started_by")
    return render_part(request, "judging/record_match.html", {"match": match, "begun": _begun([*begun], request.user)})


def _set_up(request: EventRequest, match: Match, header: dict[str, Any], *, separate: bool) -> Recording:
    about: dict[str, Any] = {"header": header, "dice": Recording.Dice.RECORDED, "who": request.user, "match": match}
    if separate:
        return services.start_recording(**about)
    recording, joined = services.join_or_start(**about)
    if joined and recording.started_by_id != request.user.pk:
        by = name_of(recording, recording.started_by_id)
        messages.info(
            request, _("%(player)s had set up this table meanwhile: you record the same game.") % {"player": by}
        )
    return recording


def _begun(recordings: list[Recording], who: Any) -> list[dict[str, Any]]:
    """Return the games that are being recorded, told apart by who began them and how far they are."""
    return [
        {
            "recording": each,
            "by": name_of(each, each.started_by_id),
            "entries": len(each.actions),
            "may_discard": services.may_discard(each, who),
        }
        for each in recordings
    ]


@require_POST
@login_required
@with_refusal_pages
def discard(request: HttpRequest, uuid: UUID) -> HttpResponse:
    recording = find(uuid, request.user)
    services.discard(uuid=uuid, who=request.user)
    messages.success(request, _("The empty game was discarded."))
    return redirect("judging:record_match", recording.match_id) if recording.match_id else redirect("judging:practice")


def _looks(request: HttpRequest) -> bool:
    """Whether the form is sent to see the figures that were typed, and sets up nothing yet."""
    return "look" in request.POST


def _form_of_match(
    match: Match, viewer: Any, data: Any = None
) -> MatchForm | MatchTableForm | QuestTableForm | BlastTableForm:
    if match.round.event.game in OF_OTHER_GAMES:
        return OF_OTHER_GAMES[match.round.event.game](data, match=match, viewer=viewer)
    form = MatchForm if len(match.players()) == PLAYERS_OF_A_DUEL else MatchTableForm
    return form(data, match=match, viewer=viewer)
