"""The dashboard of the staff: state, missing results and the next step."""

from collections.abc import Collection
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from core.pages.live import render_part
from tournaments.base.views.access import EventRequest, cached_event_page, event_page
from tournaments.events.models.staff import FOR_PRINTS
from tournaments.events.services.schedule import schedule_of
from tournaments.lifecycle.views import next_step_context
from tournaments.lists.services.facts import has_card_texts, known_of_event
from tournaments.lists.services.reminders import missing_lists
from tournaments.models import Event, EventState, OutgoingMail, Right, Round
from tournaments.players.services.places import places_kept, places_left, players_by_status

LINKS: tuple[tuple[Any, tuple[tuple[str, Any, set[Right]], ...]], ...] = (
    (
        _("Players"),
        (
            ("check_in", _("Check-in"), {Right.CHECK_IN}),
            ("manage_players", _("Manage players"), {Right.MANAGE_PLAYERS}),
            ("import_players", _("Import players"), {Right.MANAGE_PLAYERS}),
            ("forbidden_pairs", _("Forbidden pairings"), {Right.MANAGE_PLAYERS}),
        ),
    ),
    (
        _("Rounds and results"),
        (
            ("entry", _("Enter results"), {Right.ENTER_RESULTS}),
            ("rounds", _("Rounds"), {Right.RUN_ROUNDS}),
            ("hall", _("Hall view"), set(Right)),
            ("prints", _("Print"), set(FOR_PRINTS)),
        ),
    ),
    (
        _("Teams"),
        (
            ("lists", _("Team lists"), {Right.OPEN_LISTS, Right.MANAGE_PLAYERS}),
            ("card_texts", _("Card texts"), {Right.OPEN_LISTS}),
            ("pools", _("Pools"), {Right.OPEN_LISTS, Right.MANAGE_PLAYERS}),
            ("pods", _("Pods"), {Right.RUN_ROUNDS}),
        ),
    ),
    (
        _("Staff and announcements"),
        (
            ("announce", _("Announcements"), {Right.ANNOUNCE}),
            ("staff", _("Staff"), set(Right)),
            ("audit_log", _("Audit log"), {Right.SEE_AUDIT_LOG}),
        ),
    ),
    (
        _("The event"),
        (
            ("edit", _("Settings"), {Right.EDIT_EVENT}),
            ("number_of_rounds", _("Number of rounds"), {Right.EDIT_EVENT}),
            ("clone", _("Duplicate event"), {Right.EDIT_EVENT}),
            ("export", _("Export event"), {Right.EDIT_EVENT}),
            ("elsewhere", _("Move event"), {Right.EDIT_EVENT}),
        ),
    ),
)
OF_LIMITED = {"pools", "pods"}
OF_LISTS = {"lists"}
OF_ROUNDS = {"entry"}
OF_THE_OPEN = {"import_players"}  # of an event that still takes players


@require_GET
@event_page(*Right)
@cached_event_page()
def dashboard(request: EventRequest, event: Event) -> HttpResponse:
    context = _now(request, event)
    context["links"] = open_links(event, request.rights, context["round"])
    if Right.SEE_LISTS in request.rights and has_card_texts(event):
        context["known"] = known_of_event(event)
    if Right.MANAGE_PLAYERS in request.rights:
        context["failed_mails"] = OutgoingMail.objects.filter(event=event).given_up().count()
    return render(request, "tournaments/events/dashboard.html", context)


def open_links(event: Event, rights: frozenset[Right], last: Round | None) -> str:
    """Return the names of the pages that this person may use for this event."""
    idle = (set() if event.is_limited else OF_LIMITED) | (set() if event.accepts_players else OF_THE_OPEN)
    if not event.game_record.list_format:
        idle |= OF_LISTS
    if last is None or event.is_over:
        idle |= OF_ROUNDS
    if event.state != EventState.RUNNING:
        idle.add("number_of_rounds")
    return " ".join(link[0] for _title, links in LINKS for link in links if _is_open(idle, rights, link))


def links_by_theme(slug: str, names: Collection[str]) -> list[tuple[Any, list[tuple[str, Any]]]]:
    groups = [(title, [link for link in links if link[0] in names]) for title, links in LINKS]
    return [
        (title, [(reverse(f"tournaments:{name}", args=[slug]), label) for name, label, _needed in links])
        for title, links in groups
        if links
    ]


def _is_open(idle: set[str], rights: frozenset[Right], link: tuple[str, Any, set[Right]]) -> bool:
    name, _label, needed = link
    return not rights.isdisjoint(needed) and name not in idle


@require_GET
@event_page(*Right)
def missing(request: EventRequest, event: Event) -> HttpResponse:
    """Render the live fragment: the next step, the tables without a result, numbers and the estimated end."""
    return render_part(request, "tournaments/events/dashboard.html", _now(request, event))


def _now(request: EventRequest, event: Event) -> dict[str, Any]:
    return {**dashboard_context(event), **next_step_context(request, event)}


def dashboard_context(event: Event) -> dict[str, Any]:
    counts = players_by_status(event)
    return {
        "event": event,
        "counts": counts,
        "checked_in": event.registrations.to_be_paired().count(),
        "places_left": max(places_left(event, counts), 0),
        "places_kept": places_kept(event),
        "schedule": schedule_of(event, number=counts),
        "missing_lists": missing_lists(event).count() if event.lists_required else 0,
    }
