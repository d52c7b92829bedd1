"""Rounds: as everyone sees them, and drafted, changed and published by whoever runs them."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from core.error_responses import errors_on_form, form_status
from core.errors import Refused
from tournaments.forms.rounds import ExtensionForm, SwapForm
from tournaments.models import Event, Right, Round
from tournaments.services.lists.pool_check import with_open_pool, without_pool
from tournaments.services.rounds import pairing, publishing
from tournaments.services.rounds.check import OVERTAKEN, told_of
from tournaments.services.rounds.lookup import refuse_published, who_sits
from tournaments.services.rounds.pairing_table import pairing_rows
from tournaments.services.rounds.swapping import swap as swap_players
from tournaments.services.rounds.tables import tables_not_kept
from tournaments.views.base.access import EventRequest, event_page
from tournaments.views.base.cached_fragment import StandingStill, by_version
from tournaments.views.base.form_fields import posted_text, seen_version


@require_GET
@event_page()
def rounds(request: EventRequest, event: Event) -> HttpResponse:
    topics = {"rounds_topic": f"{event.topic}:rounds", "pairings_topic": f"{event.topic}:pairings"}
    return render(request, "tournaments/rounds/rounds.html", {**_listed(request, event), **topics})


@require_GET
@event_page()
def rounds_now(request: EventRequest, event: Event) -> HttpResponse:
    """The live fragment."""
    return render(request, "tournaments/rounds/parts/rounds.html", _listed(request, event))


def _listed(request: EventRequest, event: Event) -> dict[str, Any]:
    """A draft to those alone who run the rounds."""
    return {
        "event": event,
        "rounds": event.rounds.all() if Right.RUN_ROUNDS in request.rights else event.rounds.public(),
    }


@require_GET
@event_page()
def round_page(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """The pairings. A draft is seen by whoever runs the rounds, with the reasons and the means to change it."""
    shown = get_object_or_404(event.rounds.select_related("event"), number=number)
    if shown.is_draft and Right.RUN_ROUNDS not in request.rights:
        raise Http404
    return draft_page(request, event, shown) if shown.is_draft else published_page(request, event, shown)


def draft_page(
    request: EventRequest, event: Event, drafted: Round, form: SwapForm | None = None, status: int = 0
) -> HttpResponse:
    """With a swap that was not taken, if there was one. A draft that could not go out says of whom, and offers more."""
    form, rows = form or SwapForm(players=who_sits(drafted)), pairing_rows(drafted)
    context = {
        "event": event,
        "round": drafted,
        "rows": rows,
        "form": form,
        "unavoidable": 0 if any(row.is_manual for row in rows) else drafted.rematches,
        "remarks": told_of(event, drafted),
        "elsewhere": tables_not_kept(drafted),
        "with_open_pool": with_open_pool(event, drafted),
        "without_pool": without_pool(event, drafted),
    }
    return render(request, "tournaments/rounds/unpublished.html", context, status=status or form_status(form))


def published_page(
    request: EventRequest, event: Event, shown: Round, extension: ExtensionForm | None = None
) -> HttpResponse:
    """With the minutes that could not be given, if somebody tried."""
    runs = Right.RUN_ROUNDS in request.rights
    extension = extension or ExtensionForm(played=shown)
    context = {
        "event": event,
        "round": shown,
        "runs": runs,
        "begun": runs and publishing.has_begun(shown),
        "extension": extension,
        "pairings_topic": f"{event.topic}:pairings",
        "results_topic": f"{event.topic}:results",
        "timer_topic": f"{event.topic}:timer",
        "tables": _tables(request, event, shown).text(),
    }
    return render(request, "tournaments/rounds/round.html", context, status=form_status(extension))


@require_GET
@event_page()
def pairings(request: EventRequest, event: Event, number: int) -> HttpResponse:
    """The fragment with the tables: the same for everyone, made once a version."""
    return by_version(request, _tables(request, event, get_object_or_404(event.rounds.public(), number=number)))


def _tables(request: EventRequest, event: Event, shown: Round) -> StandingStill:
    def make() -> str:
        context = {"event": event, "round": shown, "rows": pairing_rows(shown)}
        return render(request, "tournaments/rounds/parts/pairings.html", context).content.decode()

    return StandingStill(f"pairings:{shown.pk}", event.topics("pairings", "results"), make)


@require_POST
@event_page(Right.RUN_ROUNDS)
def pair(request: EventRequest, event: Event) -> HttpResponse:
    drafted = pairing.pair_round(event_id=event.pk, who=request.user, key=posted_text(request, "once"))
    return redirect("tournaments:round", event.slug, drafted.number)


@require_POST
@event_page(Right.RUN_ROUNDS)
def change(request: EventRequest, event: Event, number: int, what: str) -> HttpResponse:
    """Publish, redraw, discard or take back: each with the version that was looked at, each once."""
    changed = get_object_or_404(event.rounds, number=number)
    key, version = posted_text(request, "once"), seen_version(request)
    if what == "discard":
        pairing.discard_draft(round_id=changed.pk, who=request.user)
        return redirect("tournaments:run", event.slug)
    if what == "unpublish":
        why = posted_text(request, "why")
        publishing.unpublish_round(round_id=changed.pk, who=request.user, why=why, key=key)
    else:
        do = {"publish": publishing.publish_round, "redraw": pairing.redraw}[what]
        try:
            do(round_id=changed.pk, who=request.user, seen_version=version, key=key)
        except Refused as refusal:
            if refusal.code not in OVERTAKEN:
                raise
            return draft_page(request, event, changed, status=refusal.status)
    return redirect("tournaments:round", event.slug, number)


@require_POST
@event_page(Right.RUN_ROUNDS)
def swap(request: EventRequest, event: Event, number: int) -> HttpResponse:
    changed: Round = get_object_or_404(event.rounds, number=number)
    refuse_published(changed)
    form = SwapForm(request.POST, players=who_sits(changed))
    if form.is_valid():
        with errors_on_form(form, reason_missing="why", same_table="second"):
            _swap(request, changed, form.cleaned_data)
            return redirect("tournaments:round", event.slug, number)
    return draft_page(request, event, changed, form)


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
