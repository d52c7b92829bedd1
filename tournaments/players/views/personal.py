"""The personal link: lets a player without an account do all that players can; for others the page is read-only."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.pages.error_responses import errors_on_form
from core.pages.links import absolute
from core.pages.live import render_part
from core.pages.qr import qr
from tournaments.base.services.seats import by_side, seat_rows
from tournaments.base.views.access import EventRequest
from tournaments.base.views.form_fields import form_text, needed_version
from tournaments.base.views.personal_link import latest_match, personal_page
from tournaments.events.services.ending import final_place
from tournaments.lists.forms import ListForm
from tournaments.lists.services.submission import require_lists
from tournaments.lists.views.lists import list_context, take_list
from tournaments.models import Event, EventState, Guest, Match, Registration, Right, rights_of
from tournaments.players.models.crews import first_of_crew
from tournaments.players.services import check_in as check_in_services
from tournaments.players.services import dropping
from tournaments.players.services.crews import is_open_for_crews
from tournaments.players.views.crews import own_crew, take_step
from tournaments.players.views.own_part import part_of
from tournaments.players.views.registration import leaving_context
from tournaments.results.forms.results import ScoreForm
from tournaments.results.services import reporting
from tournaments.results.services.entry import refuse_settled
from tournaments.results.views.match import match_context
from tournaments.standings.services.ranking import points_of


def _is_scanned_by_staff(request: EventRequest, player: Registration) -> bool:
    """Whether staff have scanned the player's code during check-in, which checks the player in."""
    event = player.event
    is_awaited = event.state == EventState.CHECK_IN and request.method == "GET" and not player.belongs_to(request.user)
    return is_awaited and Right.CHECK_IN in rights_of(event, request.user)


@require_GET
@personal_page(for_guests=False)
def personal(request: EventRequest, player: Registration) -> HttpResponse:
    if not isinstance(request.user, Guest) and _is_scanned_by_staff(request, player):
        return redirect("tournaments:check_in_code", player.event.slug, player.link_token)
    return render(request, "tournaments/players/personal.html", _context(request, player))


@require_GET
@personal_page(for_guests=False)
def personal_now(request: EventRequest, player: Registration) -> HttpResponse:
    """Render the live fragment for anyone who has the link."""
    return render_part(request, "tournaments/players/personal.html", _context(request, player))


def _context(request: EventRequest, player: Registration) -> dict[str, Any]:
    event = player.event
    match = latest_match(player)
    is_guest = isinstance(request.user, Guest)
    context = {
        **(part_of(request, event) if is_guest else {"event": event, "me": player}),
        "is_guest": is_guest,
        "player": player,
        "match": match,
        "sides": by_side(seat_rows(match, match.results.current().first())) if match else [],
        "final": final_place(player),
        "points": points_of(event).get(first_of_crew(event).get(player.pk, player.pk), 0),
        "company": match.format.own_company(match, player) if match else [],
        "check_in_code": _check_in_code(request, player),
        **(own_crew(request, player) if is_guest and is_open_for_crews(event) else {}),
    }
    return {**context, **match_context(request, match)} if is_guest and match and not match.is_bye else context


def _check_in_code(request: EventRequest, player: Registration) -> str:
    event: Event = player.event
    if event.state != EventState.CHECK_IN or player.is_checked_in:
        return ""
    return qr(absolute(reverse("tournaments:check_in_code", args=[event.slug, player.link_token]), request))


@require_POST
@personal_page()
def check_in(request: EventRequest, player: Registration) -> HttpResponse:
    check_in_services.check_in(registration=player, who=request.user)
    return redirect("tournaments:personal", player.link_token)


@require_http_methods(["GET", "POST"])
@personal_page()
def leave(request: EventRequest, player: Registration) -> HttpResponse:
    back = reverse("tournaments:personal", args=[player.link_token])
    if request.method == "POST":
        dropping.leave(registration=player, who=request.user)
        return redirect(back)
    return render(request, "tournaments/players/leave.html", leaving_context(player) | {"back": back})


@require_POST
@personal_page()
def undo_leaving(request: EventRequest, player: Registration) -> HttpResponse:
    dropping.undo_leaving(registration=player, who=request.user)
    return redirect("tournaments:personal", player.link_token)


@require_POST
@personal_page()
def crew(request: EventRequest, player: Registration, step: str) -> HttpResponse:
    if not isinstance(request.user, Guest):
        raise Http404  # the staff form crews on the page of the crews
    take_step(request, player, step)
    return redirect("tournaments:personal", player.link_token)


@require_http_methods(["GET", "POST"])
@personal_page()
def my_list(request: EventRequest, player: Registration) -> HttpResponse:
    require_lists(player.event)
    if not isinstance(request.user, Guest):
        return redirect("tournaments:hand_in", player.event.slug, player.pk)
    form = ListForm(request.POST or None, request.FILES or None, user=request.user, event=player.event)
    if take_list(request, player, form):
        return redirect("tournaments:personal_list", player.link_token)
    context = list_context(request, player.event, player, form)
    context |= {"back": reverse("tournaments:personal", args=[player.link_token]), "may_see_pool": False}
    return render(request, "tournaments/lists/my_list.html", context, status=form.status)


@require_http_methods(["GET", "POST"])
@personal_page()
def report(request: EventRequest, player: Registration, match_id: int, step: str) -> HttpResponse:
    """Report, confirm, dispute or withdraw, as on the page of the match."""
    if request.method == "GET":
        return redirect("tournaments:personal", player.link_token)
    match = get_object_or_404(Match.objects.of(player).public().named().select_related("round__event"), pk=match_id)
    if step == "report":
        return _report(request, player, match)
    who = request.user
    if step == "confirm":
        reporting.confirm_result(match_id=match.pk, who=who, seen_version=needed_version(request))
    elif step == "dispute":
        note = form_text(request, "note")[:300]
        reporting.dispute_result(match_id=match.pk, who=who, seen_version=needed_version(request), note=note)
    else:
        reporting.take_back_report(match_id=match.pk, who=who)
    return redirect("tournaments:personal", player.link_token)


def _report(request: EventRequest, player: Registration, match: Match) -> HttpResponse:
    form = ScoreForm(request.POST, match=match)
    refuse_settled(match)
    if form.is_valid():
        with errors_on_form(form):
            reporting.report_result(match_id=match.pk, who=request.user, score=form.score())
            return redirect("tournaments:personal", player.link_token)
    context = {**_context(request, player), **match_context(request, match), "form": form}
    return render(request, "tournaments/players/personal.html", context, status=400)
