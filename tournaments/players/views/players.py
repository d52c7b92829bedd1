"""The players of an event: the public list, and the staff's table."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.pages.error_responses import errors_on_form, form_status
from core.pages.links import absolute
from core.pages.qr import qr
from core.templatetags.rows import row as row_html
from core.text.names import as_sorted
from tournaments.base.views.access import EventRequest, cached_event_page, event_page, page_of_people
from tournaments.base.views.form_fields import form_text
from tournaments.base.views.windows import window
from tournaments.lists.views.opening import links_context
from tournaments.models import Event, Registration, Right, Status
from tournaments.players.forms import NewPlayerForm, PairForm, PlayerForm
from tournaments.players.models.player_rows import player_rows
from tournaments.players.models.players import PARTICIPANT_STATUSES
from tournaments.players.services import registration as services
from tournaments.players.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.players.services.places import place_to_free
from tournaments.players.views.late import round_of_who_comes, say_from_which_round
from tournaments.players.views.own_part import own_registration

PLAYER_FIELDS = {
    "already_registered": "guest_name",
    "name_missing": "guest_name",
    "guardian_missing": "guardian",
    "table_taken": "fixed_table",
}


ROW = "tournaments/players/rows.jinja#player_row"


class ListedPlayer(NamedTuple):
    pk: int
    name: str
    club: str
    status: str
    mine: bool


def _mark_own_row(page: str, request: EventRequest, event: Event) -> str:
    me = own_registration(event, request.user)
    return page if me is None else page.replace(_row_of(me, mine=False), _row_of(me, mine=True))


def _row_of(me: Registration, *, mine: bool) -> str:
    listed = ListedPlayer(me.pk, me.shown_name, me.club, str(Status(me.status).label), mine)
    return row_html(ROW, listed, players_url=reverse("tournaments:players", args=[me.event.slug]))


@page_of_people
@require_GET
@event_page()
@cached_event_page(own_part=_mark_own_row)
def players(request: EventRequest, event: Event) -> HttpResponse:
    shown = window(request, _listed(event), _listed_name)
    return render(request, "tournaments/players/players.html", {"event": event, "window": shown, "rows": shown.rows})


def _listed(event: Event) -> list[ListedPlayer]:
    """Return the players by name."""
    listed = [row for row in player_rows(event) if row.status in PARTICIPANT_STATUSES]
    statuses = {status: str(Status(status).label) for status in {row.status for row in listed}}
    rows = [ListedPlayer(row.pk, row.shown_name, row.club, statuses[row.status], mine=False) for row in listed]
    return sorted(rows, key=lambda row: as_sorted(row.name))


def _listed_name(row: ListedPlayer) -> str:
    return row.name


@require_http_methods(["GET", "POST"])
@event_page(Right.MANAGE_PLAYERS)
def add(request: EventRequest, event: Event) -> HttpResponse:
    form = NewPlayerForm(request.POST or None, event=event)
    if form.is_valid():
        about = dict(form.cleaned_data)
        before_waiting = about.pop("before_waiting", False)
        with errors_on_form(form, others_wait="before_waiting", **PLAYER_FIELDS):
            player = services.add_player(
                event_id=event.pk,
                who=request.user,
                about=about,
                before_waiting=before_waiting,
                frees_place=form_text(request, "place") == "free",
            )
            values = {"name": player, "status": player.get_status_display()}
            messages.success(request, _("%(name)s: %(status)s.") % values)
            say_from_which_round(request, event, player)
            return redirect("tournaments:add_player", event.slug)
    context = {"event": event, "form": form, "from_round": round_of_who_comes(event)}
    context |= _without_a_place(request, event, form)
    return render(request, "tournaments/players/form.html", context, status=form_status(form))


def _without_a_place(request: EventRequest, event: Event, form: NewPlayerForm) -> dict[str, Any]:
    """Return the way out for a player for whom no place is free: one that is held, or more places."""
    if not form.is_bound:
        return {}
    is_full = form.has_error(NON_FIELD_ERRORS, "full")
    return {"held": place_to_free(event), "may_add_places": is_full and Right.EDIT_EVENT in request.rights}


@require_http_methods(["GET", "POST"])
@event_page(Right.MANAGE_PLAYERS)
def edit(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    player = get_object_or_404(event.registrations.named(), pk=registration_id)
    form = PlayerForm(request.POST or None, instance=player)
    if form.is_valid():
        with errors_on_form(form, **PLAYER_FIELDS):
            fresh = Registration.objects.get(pk=player.pk)
            services.edit_player(registration=fresh, who=request.user, about=form.cleaned_data)
            return redirect("tournaments:manage_players", event.slug)
    claim_url = absolute(reverse("tournaments:claim", args=[player.claim_token]), request)
    context = {"event": event, "form": form, "player": player, "claim_url": claim_url}
    if player.user_id is None:
        context |= links_context(request, event)
    if player.user_id or context["may_have_links"]:
        personal = absolute(reverse("tournaments:personal", args=[player.link_token]), request)
        context |= {"personal_link": personal, "personal_code": qr(personal)}
    return render(request, "tournaments/players/form.html", context, status=form_status(form))


@require_http_methods(["GET", "POST"])
@event_page(Right.MANAGE_PLAYERS)
def forbidden_pairs(request: EventRequest, event: Event) -> HttpResponse:
    """Edit the pairs that should not meet in the Swiss rounds."""
    form = PairForm(request.POST or None, event=event)
    if form.is_valid():
        with errors_on_form(form, not_a_pair="second"):
            forbid_pair(event_id=event.pk, who=request.user, **form.cleaned_data)
            return redirect("tournaments:forbidden_pairs", event.slug)
    pairs = event.forbidden_pairs.select_related("first__user", "second__user")
    context = {"event": event, "pairs": pairs, "form": form}
    return render(request, "tournaments/players/forbidden_pairs.html", context, status=form_status(form))


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def allow(request: EventRequest, event: Event, pair_id: int) -> HttpResponse:
    allow_pair(pair=get_object_or_404(event.forbidden_pairs, pk=pair_id), who=request.user)
    return redirect("tournaments:forbidden_pairs", event.slug)
