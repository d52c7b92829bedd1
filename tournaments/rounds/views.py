"""Rounds: public pages, pairing, changing and publishing by the staff, and the screen in the hall with its clock."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from csp.constants import SELF
from csp.decorators import csp_replace
from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.errors import Refused
from core.pages.asking import asks_first
from core.pages.error_responses import errors_on_form, form_status
from core.pages.live import render_part
from tournaments.base.views.access import (
    EventRequest,
    cached_event_page,
    event_page,
    page_of_people,
    public_round_of,
    round_of,
)
from tournaments.base.views.form_fields import form_text, seen_version, whole_number
from tournaments.cut.services.bracket import bracket_columns
from tournaments.events.services.ending import final_match, podium
from tournaments.models import Event, MatchState, Registration, Right, Round
from tournaments.rounds.forms import ExtensionForm, SwapForm
from tournaments.rounds.services import clubs, pairing, publishing
from tournaments.rounds.services import timer as services
from tournaments.rounds.services.check import (
    OUTDATED_CODES,
    described_issues,
    did_not_appear,
    missed_fixed_tables,
    with_open_pool,
    without_pool,
)
from tournaments.rounds.services.draws import draw_in_use, draws_of, may_read_document
from tournaments.rounds.services.lookup import refuse_published, round_gone
from tournaments.rounds.services.pairing_table import TableRow, quality_of_seating, rows_of, unpublished_rows
from tournaments.rounds.services.re_pairing import swap as swap_players

CLOCK: dict[str, Callable[..., Round]] = {
    "start": services.start_timer,
    "pause": services.pause_timer,
    "resume": services.resume_timer,
}


@require_GET
@event_page()
def rounds(request: EventRequest, event: Event) -> HttpResponse:
    return render(request, "tournaments/rounds/rounds.html", _listed(request, event))


@require_GET
@event_page()
def rounds_now(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment."""
    return render_part(request, "tournaments/rounds/rounds.html", _listed(request, event))


def _listed(request: EventRequest, event: Event) -> dict[str, Any]:
    """Return the rounds to list; unpublished ones only for staff who run the rounds."""
    return {
        "event": event,
        "rounds": event.rounds.all() if Right.RUN_ROUNDS in request.rights else event.rounds.public(),
    }


@require_GET
@event_page()
@cached_event_page()
def round_page(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Show the pairings. An unpublished round is shown to staff who run the rounds, with reasons and actions."""
    shown = round_of(event, number)
    if shown.is_unpublished and Right.RUN_ROUNDS not in request.rights:
        raise Http404
    return unpublished_page(request, event, shown) if shown.is_unpublished else published_page(request, event, shown)


def unpublished_page(
    request: EventRequest, event: Event, unpublished: Round, form: SwapForm | None = None, status: int = 0
) -> HttpResponse:
    """Show an unpublished round, with the form of a refused swap or the status of a refused publication."""
    form, rows = form or SwapForm(players=Registration.objects.seated_in(unpublished)), unpublished_rows(unpublished)
    is_as_drawn = not any(row.is_manual for row in rows)
    seating = quality_of_seating(unpublished) if is_as_drawn else None
    issues = described_issues(event, unpublished)
    meetings = clubs.club_meetings(unpublished)
    hints = {
        "issues": issues,
        "unavoidable": unpublished.rematches if is_as_drawn and seating is None else 0,
        "not_seen": did_not_appear(unpublished),
        "missed_fixed_tables": missed_fixed_tables(unpublished),
        "with_open_pool": with_open_pool(event, unpublished),
        "without_pool": without_pool(event, unpublished),
    }
    context = {
        "event": event,
        "round": unpublished,
        "rows": rows,
        "form": form,
        "seating": seating,
        **hints,
        "has_hints": any(hints.values()),
        "club_meetings": meetings,
        "club_mates": {player.pk for pair in meetings for player in pair},
        "is_faulty": hints["with_open_pool"] or any(issue.is_error for issue, _names, _words in issues),
        "clubs_must_meet": clubs.CLUBS_MUST_MEET if unpublished.separates_clubs and is_as_drawn else "",
        "can_unite_clubs": clubs.can_be_undone(unpublished),
        "may_drop": Right.MANAGE_PLAYERS in request.rights,
        "sees_pools": Right.OPEN_LISTS in request.rights,
        **_draws(request, unpublished),
    }
    return render(request, "tournaments/rounds/unpublished.html", context, status=status or form_status(form))


@require_GET
@event_page(Right.RUN_ROUNDS)
def draft_actions(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Render the live fragment of unpublished pairings: the buttons, or what somebody else has done with them."""
    shown = event.rounds.select_related("event").filter(number=number).first()
    seen = whole_number(request.GET.get("version", ""))
    context = {
        "event": event,
        "round": shown,
        "outdated": _outdated(shown, seen),
        "can_unite_clubs": shown is not None and clubs.can_be_undone(shown),
        "instead": shown.get_absolute_url() if shown else reverse("tournaments:run", args=[event.slug]),
    }
    return render_part(request, "tournaments/rounds/unpublished.html", context)


def _outdated(shown: Round | None, seen: int | None) -> str:
    if shown is None:
        return _("These pairings were discarded.")
    if not shown.is_unpublished:
        return _("These pairings are published.")
    return "" if shown.version == seen else _("These pairings were changed.")


def published_page(
    request: EventRequest, event: Event, shown: Round, extension: ExtensionForm | None = None
) -> HttpResponse:
    """Show a published round, with the form of refused extra time, if any."""
    runs = Right.RUN_ROUNDS in request.rights
    if runs and extension is None:
        extension = ExtensionForm(played=shown)
    begun = runs and shown.has_begun()
    context = {
        **_pairings(event, shown),
        "runs": runs,
        "begun": begun,
        "stays_published": begun and shown.is_open and shown.started_at is None and not shown.has_a_result(),
        "extension": extension,
        **_draws(request, shown),
    }
    return render(
        request, "tournaments/rounds/round.html", context, status=form_status(extension) if extension else 200
    )


def _draws(request: EventRequest, shown: Round) -> dict[str, Any]:
    """Return how often and why the round was drawn, whether its tables are still those of the draw, and whether the
    reader may draw it again."""
    draws = list(draws_of(shown))
    draw = draw_in_use(shown, draws)
    return {
        "draws": draws,
        "draw": draw,
        "may_read_document": draw is not None and may_read_document(draw, request.rights),
        "by_hand": draw is not None and shown.matches.exclude(manual_why="").exists(),
    }


@page_of_people
@require_GET
@event_page()
def pairing_document(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Download what a round was drawn from, to draw it again with the site's program."""
    shown = round_of(event, number)
    draw = draw_in_use(shown, draws_of(shown))
    is_secret = shown.is_unpublished and Right.RUN_ROUNDS not in request.rights
    if draw is None or is_secret or not may_read_document(draw, request.rights):
        raise Http404
    response = JsonResponse(draw.document)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-round-{number}.json"'
    return response


@require_GET
@event_page()
@cached_event_page(is_fragment=True)
def pairings(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Render the fragment with the tables."""
    context = _pairings(event, public_round_of(event, number)) | {"part": "pairings"}
    return render(request, event.format.template, context)


def _pairings(event: Event, shown: Round) -> dict[str, Any]:
    """Return the tables of a round."""
    return {"event": event, "round": shown, "rows": rows_of(shown)}


def _still_there(event: Event, number: int) -> Round:
    """Return the round; refuse if its pairings were discarded since the page was opened."""
    found = event.rounds.filter(number=number).first()
    if found is None:
        raise round_gone()
    return found


@require_POST
@event_page(Right.RUN_ROUNDS)
def pair(request: EventRequest, event: Event) -> HttpResponse:
    unpublished = pairing.pair_round(event_id=event.pk, who=request.user, key=form_text(request, "once"))
    return redirect("tournaments:round", event.slug, unpublished.number)


@require_POST
@event_page(Right.RUN_ROUNDS)
def publish(request: EventRequest, event: Event, number: int) -> HttpResponse:
    unpublished = _still_there(event, number)
    try:
        publishing.publish_round(
            round_id=unpublished.pk,
            who=request.user,
            seen_version=seen_version(request),
            key=form_text(request, "once"),
        )
    except Refused as refusal:
        if refusal.code not in OUTDATED_CODES:
            raise
        return unpublished_page(request, event, unpublished, status=refusal.status)
    return redirect("tournaments:round", event.slug, number)


@require_POST
@event_page(Right.RUN_ROUNDS)
def redraw(request: EventRequest, event: Event, number: int) -> HttpResponse:
    pairing.pair_again(
        round_id=_still_there(event, number).pk,
        who=request.user,
        why=form_text(request, "why"),
        seen_version=seen_version(request),
        key=form_text(request, "once"),
    )
    return redirect("tournaments:round", event.slug, number)


@require_POST
@event_page(Right.RUN_ROUNDS)
def separate_clubs(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Separate clubs. If that is not possible, the page that stays says why."""
    unpublished = _still_there(event, number)
    try:
        clubs.separate_clubs(
            round_id=unpublished.pk,
            who=request.user,
            seen_version=seen_version(request),
            key=form_text(request, "once"),
        )
    except Refused as refusal:
        if refusal.code != "clubs-must-meet":
            raise
        messages.warning(request, _("These pairs of one club cannot be separated. %(why)s") % {"why": refusal})
    return redirect("tournaments:round", event.slug, number)


@require_POST
@event_page(Right.RUN_ROUNDS)
def undo_separate_clubs(request: EventRequest, event: Event, number: int) -> HttpResponse:
    clubs.undo_separation(round_id=_still_there(event, number).pk, who=request.user, seen_version=seen_version(request))
    return redirect("tournaments:round", event.slug, number)


@require_POST
@event_page(Right.RUN_ROUNDS)
def discard(request: EventRequest, event: Event, number: int) -> HttpResponse:
    pairing.discard_pairings(
        round_id=_still_there(event, number).pk,
        who=request.user,
        why=form_text(request, "why"),
        seen_version=seen_version(request),
    )
    return redirect("tournaments:run", event.slug)


@require_POST
@event_page(Right.RUN_ROUNDS)
@asks_first
def unpublish(request: EventRequest, event: Event, number: int) -> HttpResponse:
    published, why = _still_there(event, number), form_text(request, "why")
    publishing.unpublish_round(
        round_id=published.pk,
        who=request.user,
        seen_version=seen_version(request),
        why=why,
        key=form_text(request, "once"),
    )
    return redirect("tournaments:round", event.slug, number)


@require_POST
@event_page(Right.RUN_ROUNDS)
def swap(request: EventRequest, event: Event, number: int) -> HttpResponse:
    changed = _still_there(event, number)
    refuse_published(changed)
    form = SwapForm(request.POST, players=Registration.objects.seated_in(changed))
    if form.is_valid():
        with errors_on_form(form, reason_missing="why", same_table="second"):
            _swap(request, changed, form.cleaned_data)
            return redirect("tournaments:round", event.slug, number)
    return unpublished_page(request, event, changed, form)


def _swap(request: EventRequest, changed: Round, data: dict[str, Any]) -> None:
    swap_players(
        round_id=changed.pk,
        who=request.user,
        first=data["first"],
        second=data["second"],
        why=data["why"],
        seen_version=data["version"],
        key=data["once"],
    )


class HallTable(NamedTuple):
    number: str
    names: tuple[str, ...]
    is_done: bool


@csp_replace({"frame-src": [SELF]})  # the board of a live game
@require_GET
@event_page()
@cached_event_page()
def hall(request: EventRequest, event: Event) -> HttpResponse:
    """Show the full-screen page: the clock in the middle, the tables around it."""
    return render(request, "tournaments/rounds/hall.html", hall_context(event))


@require_GET
@event_page()
def hall_now(request: EventRequest, event: Event) -> HttpResponse:
    return render_part(request, "tournaments/rounds/hall.html", hall_context(event))


def hall_context(event: Event) -> dict[str, Any]:
    current = event.rounds.public().in_order().last()
    rows = rows_of(current, with_points=False) if current else []
    final = final_match(event)
    extended = current.matches.filter(extra_seconds__gt=0).undecided() if current else []
    return {
        "event": event,
        "round": current,
        "rows": _hall_tables(row for row in rows if final is None or row.match != final.match.pk),
        "final": final,
        "columns": bracket_columns(event) if final else [],
        "open": sum(row.state != "done" for row in rows),
        "news": event.latest_announcement(),
        "first": podium(event),
        "extended": [(match.table, match.extra_minutes) for match in extended],
    }


def _hall_tables(rows: Iterable[TableRow]) -> list[HallTable]:
    bye = (_("bye"),)
    return [
        HallTable(
            "–" if row.table is None else str(row.table),
            tuple([seat.name for seat in row.seats]) + bye * row.is_bye,
            row.state == MatchState.DONE,
        )
        for row in rows
    ]


@require_GET
@event_page()
def clock(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """Render the fragment with the clock of a round."""
    shown = get_object_or_404(event.rounds.public(), number=number)
    runs = Right.RUN_ROUNDS in request.rights
    context = {"event": event, "round": shown, "runs": runs, "extension": ExtensionForm(played=shown)}
    return render_part(request, "tournaments/rounds/round.html", context)


@require_POST
@event_page(Right.RUN_ROUNDS)
def turn_clock(request: EventRequest, event: Event, number: int, what: str) -> HttpResponse:
    played = get_object_or_404(event.rounds, number=number)
    CLOCK[what](played=played, who=request.user)
    return redirect("tournaments:round", event.slug, number)


@require_POST
@event_page(Right.RUN_ROUNDS, Right.RULE)
def extend(request: EventRequest, event: Event, number: int) -> HttpResponse:
    played = get_object_or_404(event.rounds.public(), number=number)
    form = ExtensionForm(request.POST, played=played)
    if form.is_valid():
        with errors_on_form(form, already_settled="table"):
            match, minutes = form.cleaned_data["table"], form.cleaned_data["minutes"]
            services.extend_table(match=match, who=request.user, minutes=minutes)
            return redirect("tournaments:round", event.slug, number)
    return published_page(request, event, played, form)
