"""Team lists: players submit them, staff see who is missing."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import Refused
from core.pages.asking import asks_first
from core.pages.error_responses import form_status
from teams.cards.catalogue.dated_texts import title_of
from teams.wording import counted, figure_title, notes, violations
from teams.wording import figures_with_counts as _named
from tournaments.base.views.access import EventRequest, deny_access, event_page, page_of_people
from tournaments.base.views.windows import window
from tournaments.lists.forms import DeckCheckForm, ListForm
from tournaments.lists.services import submission as services
from tournaments.lists.services.event_facts import cards_for
from tournaments.lists.services.legality import check_deck, check_list, current_verdict, profile_of
from tournaments.lists.services.pools import players_without_pool
from tournaments.lists.services.reminders import Reminded, missing_lists, remind_missing
from tournaments.lists.services.staff_rows import ListedPlayer, list_rows, listed_players
from tournaments.lists.services.visibility import may_see_level, may_see_list, may_see_pool, reads_list
from tournaments.lists.views.opening import closed_page, opening_context
from tournaments.mail.services.mail import readers_of
from tournaments.models import DeckCheck, Event, Registration, Right, SubmittedList, Topic
from tournaments.players.services.closing_lists import close_lists


@require_http_methods(["GET", "POST"])
@event_page()
def my_list(request: EventRequest, event: Event) -> HttpResponse:
    """Submit the player's own list as text or as a saved team, and show the verdict."""
    if not request.user.is_authenticated:
        return deny_access(request)
    services.require_lists(event)
    me = event.registrations.select_related("event", "pool").filter(user=request.user).first()
    if me is None:
        return _to_registration(request, event)
    form = ListForm(request.POST or None, request.FILES or None, user=request.user, event=event)
    if take_list(request, me, form):
        return redirect("tournaments:my_list", event.slug)
    context = list_context(request, event, me, form) | {"back": event.get_absolute_url()}
    return render(request, "tournaments/lists/my_list.html", context, status=form.status)


def _to_registration(request: EventRequest, event: Event) -> HttpResponse:
    if event.accepts_registrations():
        messages.info(request, _("Register first: only registered players submit a list."))
        return redirect("tournaments:register", event.slug)
    messages.info(request, _("You are not registered for this event: only registered players submit a list."))
    return redirect(event)


def list_context(request: EventRequest, event: Event, me: Registration, form: ListForm) -> dict[str, Any]:
    """Return the player's list, its verdict, and the form that submits or replaces it."""
    submitted = me.lists.current().first()
    context = _form_context(request, event, me, form) | {"my_list": submitted}
    if submitted:
        cards = cards_for(event)
        verdict = current_verdict(event, submitted, context["legality"], cards)
        faults = violations(verdict, for_judges=may_see_level(event, request.rights))
        noted = notes(check_list(event, submitted.figures, submitted.pool))
        context |= {"verdict": verdict, "cards": counted(submitted.figures, cards), "faults": faults, "noted": noted}
    return context


@require_http_methods(["GET", "POST"])
@event_page(Right.MANAGE_PLAYERS, Right.RULE)
def hand_in(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    """Submit a list for a player as staff: for a late entry, or by a ruling after the lock."""
    services.require_lists(event)
    player = get_object_or_404(event.registrations.named().select_related("event", "pool"), pk=registration_id)
    form = ListForm(
        request.POST or None,
        request.FILES or None,
        user=request.user,
        event=event,
        replaces_locked=player.lists.current().locked().exists(),
    )
    if take_list(request, player, form):
        return redirect("tournaments:lists", event.slug)
    context = _form_context(request, event, player, form) | {"for_staff": True, "back": event.get_absolute_url()}
    return render(request, "tournaments/lists/my_list.html", context, status=form.status)


def take_list(request: EventRequest, player: Registration, form: ListForm) -> bool:
    """Submit the list; if that fails, return False and put the reason on the form."""
    if not form.is_valid():
        return False
    document = form.cleaned_data["document"]
    try:
        services.submit_list(
            registration=player,
            who=request.user,
            figures=list(document.figures),
            pool=list(document.pool),
            name=document.name,
            why=form.cleaned_data.get("why", ""),
        )
    except Refused as refusal:
        form.add_refusal(refusal)
        return False
    return True


def _form_context(request: EventRequest, event: Event, player: Registration, form: ListForm) -> dict[str, Any]:
    legality = profile_of(event)
    return {
        "event": event,
        "form": form,
        "me": player,
        "lacks_pool": event.is_limited and player.locked_pool is None,
        "may_see_pool": may_see_pool(player, request.user, request.rights),
        "has_builder": event.game_record.has_saved_teams,
        "legality": legality,
        "legality_title": title_of(legality),
    }


@require_GET
@event_page(Right.OPEN_LISTS, Right.MANAGE_PLAYERS)
def lists(request: EventRequest, event: Event) -> HttpResponse:
    """List who has submitted, some rows at a time; staff who have opened the lists also see them."""
    services.require_lists(event)
    everyone = listed_players(event)
    shown = window(request, everyone, _name)
    are_asked = event.lists_required and not event.lists_locked_at
    missing = list(missing_lists(event)) if are_asked else []
    context = {
        "event": event,
        "has_players": bool(everyone),
        "window": shown,
        "rows": list_rows(event, request.rights, [player.pk for player in shown.rows]),
        "is_open": Right.READ_LISTS in request.rights,
        "may_check": Right.OPEN_LISTS in request.rights,
        "may_reinstate": Right.MANAGE_PLAYERS in request.rights and not event.is_over,
        **opening_context(request),
        "missing": missing,
        "with_address": any(player.email for player in missing),
        "reached": len(readers_of(missing, Topic.DEADLINE)) if missing else 0,
        "may_lock": event.lists_required and Right.EDIT_EVENT in request.rights,
        "without_pool": players_without_pool(event),
    }
    return render(request, "tournaments/lists/lists.html", context)


def _name(player: ListedPlayer) -> str:
    return player.name


@require_POST
@event_page(Right.OPEN_LISTS, Right.MANAGE_PLAYERS)
def remind(request: EventRequest, event: Event) -> HttpResponse:
    reminded = remind_missing(event_id=event.pk, who=request.user)
    level = messages.SUCCESS if reminded.notified else messages.WARNING
    messages.add_message(request, level, " ".join(_texts_of(reminded)))
    return redirect("tournaments:lists", event.slug)


def _texts_of(reminded: Reminded) -> Iterator[str]:
    """Yield how many players were reminded, and why the others were not."""
    if not reminded.notified:
        yield _("No reminders sent.")
    for count, text in (
        (reminded.notified, ngettext_lazy("%d reminder sent.", "%d reminders sent.")),
        (
            reminded.without_address,
            ngettext_lazy("%d player has no e-mail address.", "%d players have no e-mail address."),
        ),
        (
            reminded.unconfirmed,
            ngettext_lazy(
                "%d player has confirmed no address and gets no reminders.",
                "%d players have confirmed no address and get no reminders.",
            ),
        ),
        (
            reminded.unwilling,
            ngettext_lazy("%d player has turned these e-mails off.", "%d players have turned these e-mails off."),
        ),
    ):
        if count:
            yield text % count


@require_POST
@event_page(Right.EDIT_EVENT)
@asks_first
def lock(request: EventRequest, event: Event) -> HttpResponse:
    close_lists(event_id=event.pk, who=request.user)
    return redirect("tournaments:lists", event.slug)


@page_of_people
@require_GET
@event_page()
def shown_list(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    """Show a list to those who may see it now; after the lock, show its commitment to everyone."""
    player = get_object_or_404(event.registrations.taking_part().named().select_related("event"), pk=registration_id)
    submitted = player.lists.current().first()
    if submitted is None:
        raise Http404
    open_to_me = may_see_list(player, submitted, request.user)
    if submitted.locked_at is None and not open_to_me:
        raise Http404
    context = {
        "event": event,
        "player": player,
        "cards": counted(submitted.figures, cards_for(event)) if open_to_me else [],
        "submitted": submitted if open_to_me else None,
        "versions": player.lists.locked().exclude(commitment=""),
        **opening_context(request, player),
    }
    return render(request, "tournaments/lists/list.html", context)


@require_http_methods(["GET", "POST"])
@event_page(Right.OPEN_LISTS)
def deck_check(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    """Record a deck check: tick the figures on the table, note differences, choose the result."""
    player = get_object_or_404(event.registrations.named().select_related("pool"), pk=registration_id)
    current = player.lists.current().first()
    if current is None:
        raise Http404
    if request.method == "GET" and not reads_list(player, request.user, request.rights):
        return closed_page(request, event, player)
    form = DeckCheckForm(request.POST or None)
    status, refusal = form_status(form), None
    if form.is_valid():
        try:
            seen = request.POST.getlist("seen")
            check_deck(submitted=_checked_list(request, player), who=request.user, seen=seen, **form.cleaned_data)
            return redirect("tournaments:lists", event.slug)
        except Refused as refused:
            status, refusal = refused.status, refused
            current = player.lists.current().get()
    context = {"event": event, "player": player, "submitted": current, "form": form, "refusal": refusal}
    context |= _shown(request, event, player, current)
    return render(request, "tournaments/lists/deck_check.html", context, status=status)


def _checked_list(request: HttpRequest, player: Registration) -> SubmittedList:
    """Return the list for which the form was filled in."""
    pk = request.POST.get("list", "")
    if not (pk.isascii() and pk.isdigit() and len(pk) < 19):
        raise Http404
    return get_object_or_404(player.lists, pk=pk)


def _shown(request: EventRequest, event: Event, player: Registration, current: SubmittedList) -> dict[str, Any]:
    sees_level = may_see_level(event, request.rights)
    cards = cards_for(event)
    checks = DeckCheck.objects.filter(submitted__registration=player).select_related("by", "submitted")
    return {
        "figures": _checkboxes(current, request.POST.getlist("seen"), cards),
        "faults": violations(current_verdict(event, current, profile_of(event), cards), for_judges=sees_level),
        "noted": notes(check_list(event, current.figures, current.pool)),
        "reachable": player.pool.reachable(cards) if player.pool and sees_level else None,
        "checks": [(check, _named(check.seen, cards), _named(check.not_seen(), cards)) for check in checks],
    }


def _checkboxes(current: SubmittedList, seen: list[str], known: Any) -> list[dict[str, Any]]:
    """Return one checkbox per copy, with earlier ticks."""
    ticked = Counter(seen)
    boxes = []
    for slug in current.figures:
        card = known.get(slug)
        ticked[slug] -= 1
        is_seen = ticked[slug] >= 0
        level = getattr(card, "level", None)
        boxes.append({"slug": slug, "name": figure_title(slug, known), "level": level, "is_seen": is_seen})
    return boxes
