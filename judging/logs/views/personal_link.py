"""What a player without an account reads of judging, and does: logs, calling a judge, appeals."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from core.errors import Refused
from core.pages.asking import asks_first
from core.pages.live import frame_of, render_part, take_versions
from core.pages.requests import asks_for_part, client_address
from judging.cases.pages.call_articles import call_context
from judging.cases.services.settled import SETTLED, comes_after_seal
from judging.cases.views.calls import answer_call, answer_cancel
from judging.logs.pages.first_error import error_row
from judging.logs.pages.wording import IssueRow
from judging.logs.services.submission import submit_log
from judging.logs.views.logs import log_rows, refused_log, submitted_log
from judging.models import Case, Recording, Report, Submission
from judging.recorder.services import recording as recordings
from judging.recorder.services.concession import concede
from judging.recorder.services.word import entered_last, may_seal, word_of
from judging.rulings.pages import rulings_in_force
from judging.rulings.services import appeals
from tournaments.base.views.form_fields import form_text, needed_version
from tournaments.base.views.personal_link import latest_match, personal_page
from tournaments.mail.services.introductions import organiser_of
from tournaments.models import Guest, Match, Registration
from tournaments.results.services.asking import asked_of

PAGE = "judging/personal_judging.html"


@require_GET
@personal_page()
def personal_judging(request: Any, player: Registration) -> HttpResponse:
    """Render this part of the page of the personal link, and by itself where no script loads it there."""
    show = render_part if asks_for_part(request) else render
    return show(request, PAGE, _context(request, player))


@require_GET
@personal_page()
def personal_judging_now(request: Any, player: Registration) -> HttpResponse:
    """Render the live fragment."""
    return render_part(request, PAGE, _context(request, player), part="now")


def _context(request: Any, player: Registration) -> dict[str, Any]:
    """Return what the player does at the current table, and the rulings and logs of all their tables."""
    match = _current_match(player)
    followed = _followed(request, match) if match else []
    logs = log_rows(Submission.objects.filter(guest=player).select_related("match__round__event"))
    return _call_of(player, match) | {
        "is_guest": True,
        "event": player.event,
        "player": player,
        "logs": [{**row, "error": _first_error(row["report"])} for row in logs],
        "asked": asked_of(match, Guest(player)) if match else None,
        "recordings": _recordings_at(match, player) if match else [],
        "rulings": [(row, *_appeal(row.ruling.case)) for row in rulings_in_force(player)],
        "followed": followed + [row["log"].topic for row in logs if row["log"].is_pending],
    }


def _current_match(player: Registration) -> Match | None:
    match = latest_match(player)
    return None if match is None or match.is_bye else match


def _followed(request: Any, match: Match) -> list[str]:
    """Return the topics of new recordings and of those of the table, whose numbers are noted before they are read."""
    uuids = Recording.objects.filter(match=match).values_list("uuid", flat=True)
    topics = [Recording(uuid=uuid).topic for uuid in uuids]
    if topics:
        take_versions(request, *topics)
    return [match.round.event.topic_of("live"), *topics]


def _recordings_at(match: Match, player: Registration) -> list[dict[str, Any]]:
    """Return the games that others record at the table, or have submitted, with what the player's link can do."""
    guest = Guest(player)
    return [
        {
            "recording": recording,
            "word": word_of(recording),
            "may_seal": may_seal(recording, guest),
            "may_undo": not recording.is_closed and entered_last(recording, guest),
        }
        for recording in Recording.objects.filter(match=match).select_related("match")
    ]


def _appeal(case: Case) -> tuple[bool, dict[str, str] | None]:
    """Return whether the ruling can be appealed, and if not, why it is final."""
    may = appeals.may_be_appealed(case)
    return may, None if may or hasattr(case, "appeal") else appeals.heard_by(case)


def _first_error(report: Report | None) -> IssueRow | None:
    return error_row(report.first_error, report.header) if report else None


def _submit_for_guest(request: Any, player: Registration, match: Match) -> None:
    """Store the log as the player's, on the account of the organiser, who is responsible for it."""
    organiser = organiser_of(player.event)
    if organiser is None:
        raise Http404
    log = submit_log(
        content=submitted_log(request),
        submitter=organiser,
        guest=player,
        match=match,
        source=Submission.Source.PAGE,
        address=client_address(request) or None,
    )
    if comes_after_seal(log):
        messages.info(request, SETTLED)


@require_POST
@personal_page()
def personal_log(request: Any, player: Registration, match_id: int) -> HttpResponse:
    match = get_object_or_404(Match.objects.of(player).public().named(), pk=match_id, bye=False)
    try:
        _submit_for_guest(request, player, match)
    except Refused as refusal:
        return refused_log(request, refusal)
    return redirect("tournaments:personal", player.link_token)


@require_POST
@personal_page()
def personal_call(request: Any, player: Registration) -> HttpResponse:
    """Call a judge to the table where the player is now."""
    return answer_call(request, _match_played(player), lambda: _state(request, player), page=_page(player))


@require_POST
@personal_page()
def personal_cancel(request: Any, player: Registration) -> HttpResponse:
    return answer_cancel(request, _match_played(player), lambda: _state(request, player), page=_page(player))


def _match_played(player: Registration) -> Match:
    match = _current_match(player)
    if match is None:
        raise Http404
    return match


def _state(request: Any, player: Registration) -> tuple[str, dict[str, Any]]:
    return PAGE, _context(request, player) | {"frame": frame_of("now")}


def _page(player: Registration) -> str:
    return reverse("tournaments:personal", args=[player.link_token])


def _call_of(player: Registration, match: Match | None) -> dict[str, Any]:
    names = ("judging:personal_call", "judging:personal_cancel")
    call_url, cancel_url = (reverse(name, args=[player.link_token]) for name in names)
    return call_context(match, Guest(player), call_url=call_url, cancel_url=cancel_url)


@require_POST
@personal_page()
@asks_first
def personal_recording(request: Any, player: Registration, uuid: UUID) -> HttpResponse:
    """Seal the log of a game that others recorded, concede in it, or undo what was entered with this link."""
    matches = Match.objects.of(player).public()
    recording = get_object_or_404(Recording.objects.select_related("match"), uuid=uuid, match__in=matches)
    wish = request.POST.get("do")
    if wish == "seal":
        recordings.seal(uuid=uuid, who=request.user)
    elif wish == "undo":
        recordings.undo(uuid=uuid, who=request.user, version=needed_version(request))
    elif wish == "concede":
        concede(recording=recording, player=player, who=request.user)
    return redirect("tournaments:personal", player.link_token)


@require_POST
@personal_page()
@asks_first
def personal_appeal(request: Any, player: Registration, case_id: int) -> HttpResponse:
    own = Q(match__in=Match.objects.of(player).public()) | Q(registration=player)
    case = get_object_or_404(Case.objects.filter(own), pk=case_id)
    appeals.appeal(case_id=case.pk, by=request.user, text=form_text(request, "text"))
    return redirect("tournaments:personal", player.link_token)
