"""The settings of an event: creating it, changing it, duplicating it."""

from copy import copy
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Stale
from core.pages.cities import city_of
from core.pages.error_responses import errors_on_form, form_status
from core.pages.live import render_part
from rules.games import DEFAULT
from tournaments.base.views.access import EventRequest, event_page, signed_in
from tournaments.events.forms import NOT_YET_LIVE, CloneForm, EventForm, clock_of
from tournaments.events.models.formats import GAMES
from tournaments.events.models.settings import LiveGames
from tournaments.events.services import editing as services
from tournaments.events.services.editing import preset
from tournaments.events.services.front_page import seen_before_it_exists
from tournaments.lifecycle.services.next_step import transition_label
from tournaments.models import Event, EventState, Right


@require_http_methods(["GET", "POST"])
@signed_in
def create(request: EventRequest) -> HttpResponse:
    """Create an event from a preset; without one, show the choice of presets."""
    found = preset(request.GET.get("from", ""))
    if found is None and request.method == "GET":
        return render(request, "tournaments/events/create.html", {"games": GAMES.values()})
    game, chosen = found or (DEFAULT.game, None)
    of_new_event = GAMES[game].settings_of_new_event(chosen.ruleset if chosen else "")
    fields = {"game": game, **of_new_event, **(chosen.fields if chosen else {})}
    name, is_chosen = _zone_of_new_event(request)

    def form_of(data: Any) -> EventForm:
        of_template = chosen.fields.keys() if chosen else frozenset()
        return EventForm(
            data, instance=Event(**fields), initial={"time_zone": name}, who=request.user, template=of_template
        )

    with clock_of(name):
        form = form_of(request.POST or None)
        if not is_chosen:
            form.fields["time_zone"].widget.attrs["data-browser-zone"] = ""
        if "HX-Request" in request.headers:  # the card beside the form, as it is filled in
            return render_part(request, "tournaments/events/new.html", seen_before_it_exists(_as_typed(form)))
        if form.is_valid():
            event = services.create_event(who=request.user, fields={**fields, **form.settings()})
            messages.success(request, _what_was_created(event))
            _say_what_is_not_shown(request, event)
            return redirect("tournaments:run", event.slug)
        form = form.with_former_game(form_of)
        seen = seen_before_it_exists(_as_typed(form))
        shown = {"form": form, "preset": chosen, **seen}
        return render(request, "tournaments/events/new.html", shown, status=form_status(form))


def _what_was_created(event: Event) -> str:
    step = transition_label(event, EventState.ANNOUNCED)
    text = _("“%(event)s” is created. Only its staff see it until it is announced. Next step: “%(step)s”.")
    return text % {"event": event.name, "step": step}


def _say_what_is_not_shown(request: EventRequest, event: Event) -> None:
    """Warn an organiser who lets games be followed live while the lists of both teams have to stay hidden."""
    if event.live_games != LiveGames.NONE and not event.shows_live_games:
        messages.warning(request, NOT_YET_LIVE)


def _as_typed(form: EventForm) -> Event:
    """Return a copy of the event as far as it is filled in."""
    form.is_valid()
    return copy(form.as_typed() if form.is_bound else form.instance)


def _zone_of_new_event(request: EventRequest) -> tuple[str, bool]:
    """Return the initial time zone, and whether the person has chosen it, here or in the profile: a script puts that of
    the browser in the place of any other."""
    if chosen := request.POST.get("time_zone") or request.user.time_zone:
        return chosen, True
    browsers = getattr(getattr(request, "zone", None), "key", "")
    last = Event.objects.filter(staff__user=request.user).order_by("-pk").only("time_zone", "city").first()
    return browsers or (city_of(last.zone) if last else "UTC"), False


@require_http_methods(["GET", "POST"])
@event_page(Right.EDIT_EVENT)
def edit(request: EventRequest, event: Event) -> HttpResponse:
    def form_of(data: Any) -> EventForm:
        return EventForm(data, instance=Event.objects.get(pk=event.pk), who=request.user)

    with clock_of(request.POST.get("time_zone") or event.time_zone):
        form = form_of(request.POST or None)
        if form.is_valid():
            with errors_on_form(form, more_players_than_places="capacity"):
                edited = services.edit_event(
                    event_id=event.pk, who=request.user, changes=form.settings(), seen_ruleset=form.seen_ruleset
                )
                if edited.game != event.game:
                    text = _("The settings of %(game)s begin as its usual ones: check them.")
                    messages.warning(request, text % {"game": edited.game_record.title})
                    return redirect("tournaments:edit", event.slug)
                _say_what_is_not_shown(request, edited)
                return redirect("tournaments:run", event.slug)
        form = form.with_former_game(form_of)
        status = Stale.status if form.has_error("ruleset", "stale") else form_status(form)
        return render(request, "tournaments/events/edit.html", {"form": form, "event": event}, status=status)


@require_http_methods(["GET", "POST"])
@event_page(Right.EDIT_EVENT)
def clone(request: EventRequest, event: Event) -> HttpResponse:
    with clock_of(event.time_zone):
        form = CloneForm(request.POST or None, initial={"name": event.name})
        if form.is_valid():
            cloned = services.clone_event(event=event, who=request.user, **form.cleaned_data)
            return redirect("tournaments:run", cloned.slug)
        return render(
            request, "tournaments/events/clone.html", {"form": form, "event": event}, status=form_status(form)
        )
