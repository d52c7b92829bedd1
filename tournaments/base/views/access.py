"""Access to event and match pages: finding the event and its rounds, checking rights, keeping pages in the cache,
showing refusals as pages, with what others changed meanwhile."""

import datetime as dt
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.database.compiled import NUMBER, TEXT, Compiled
from core.errors import Refused
from core.pages.error_responses import wants_json
from core.pages.live import PEOPLE, Topic, topics_under
from core.pages.login_redirect import View, redirect_to_sign_in, safe_next
from core.pages.page_cache import cached_page, row_values
from core.pages.requests import SiteRequest
from core.records.audit import AuditEntry, key
from tournaments.base.views.feedback import add_feedback
from tournaments.base.views.moments import moment_shown
from tournaments.events.models.staff import waits_for_second_factor
from tournaments.events.services.audit_log import AuditLine, describe_entries
from tournaments.models import Event, EventState, Match, Registration, Right, Round, Stage, rights_of

RECENT = dt.timedelta(minutes=30)
MOST_RECENT = 3
REMINDED_OF_FACTOR = "told-of-second-factor"
MOST_REMINDED = 50  # most events that a session remembers


def _versions(event: QuerySet[Any, Any], *topics: Any) -> "QuerySet[Topic, tuple[str, int]]":
    """Numbers of all topics of the event whose number a query finds, of people's names, and of more topics."""
    return Topic.objects.numbers(*topics_under("event", event, *Event.THEMES), PEOPLE, *topics)


def _versions_of_match(pk: int) -> "QuerySet[Topic, tuple[str, int]]":
    match = Match.objects.filter(pk=pk)
    return _versions(match.values("round__event"), *topics_under("match", match.values("pk")))


def _versions_of_link(token: str) -> "QuerySet[Topic, tuple[str, int]]":
    player = Registration.objects.filter(link_token=token)
    return _versions(player.values("event"), *topics_under("registration", player.values("pk")))


# read before any row: what changes between the two is asked for again, never missed
event_versions = Compiled(
    lambda slug, topic: _versions(Event.objects.filter(slug=slug).values("pk"), topic), TEXT, TEXT
)
match_versions = Compiled(_versions_of_match, NUMBER)
link_versions = Compiled(_versions_of_link, TEXT)

event_called = Compiled(lambda slug: Event.objects.select_related("series").filter(slug=slug), TEXT)
_match_called = Compiled(lambda pk: Match.objects.with_round().select_related("round__event").filter(pk=pk), NUMBER)


class EventRequest(SiteRequest):
    """A request that came through `event_page` or `match_page`, or whose viewer has signed in."""

    event: Event
    rights: frozenset[Right]
    versions: dict[str, int]  # of live topics, as they were before the rows of the page were read
    for_staff: bool
    user: Any


def with_refusal_pages(view: View) -> View:
    """Answer a service's refusal with a page that shows the reason, and with its status."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refusal:
            return refusal_page(request, refusal)

    return wrapped


def refusal_page(
    request: HttpRequest, refusal: Refused, template: str = "tournaments/base/refused.html", **more: Any
) -> HttpResponse:
    back = safe_next(request, request.headers.get("Referer", ""))
    meanwhile = _meanwhile(request, refusal)
    context = {"refusal": refusal, "status": refusal.status, "back": back, "meanwhile": meanwhile, **more}
    return render(request, template, context, status=refusal.status)


def _meanwhile(request: HttpRequest, refusal: Refused) -> list[tuple[SafeString, str, str]]:
    """Return time, person and action of recent changes, for staff whose page was too old for the step."""
    event, held = getattr(request, "event", None), getattr(request, "rights", None)
    if not event or not held or refusal.status != Refused.status or request.method != "POST":
        return []
    site = _("the site")
    lines = recent_changes(event, _subject(request, event), of_all=Right.SEE_AUDIT_LOG in held)
    with timezone.override(event.zone_for(request.user)):
        return [
            (
                moment_shown(request, event, line.entry.at, "j F H:i:s"),
                line.entry.who.shown_name if line.entry.who else line.guest or site,
                line.sentence,
            )
            for line in lines
        ]


def recent_changes(event: Event, subject: Match | Round | None, *, of_all: bool) -> list[AuditLine]:
    """Return the latest steps on the subject, or else on the whole event if the reader may see all of it (`of_all`)."""
    recent = AuditEntry.objects.filter(scope=key(event), at__gte=timezone.now() - RECENT).select_related("who")
    of_subject = list(recent.filter(subject=key(subject))[:MOST_RECENT]) if subject else []
    return describe_entries(of_subject or (recent[:MOST_RECENT] if of_all else []), closed_too=False)


def _subject(request: HttpRequest, event: Event) -> Match | Round | None:
    """Return the match or round in the URL."""
    named = request.resolver_match.kwargs if request.resolver_match else {}
    if "match_id" in named:
        return Match.objects.filter(round__event=event, pk=named["match_id"]).first()
    if "number" in named:
        return Round.objects.filter(event=event, number=named["number"]).first()
    return None


def event_page(*rights: Right) -> Callable[[View], View]:
    """Pass the event to the view. Drafts are visible to their staff only; one of `rights` is required, if any are
    given."""

    def decorate(view: View) -> View:
        @wraps(view)
        @with_refusal_pages
        def wrapped(request: EventRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            request.versions = dict(event_versions.all(slug, f"registration:{kwargs.get('registration_id')}"))
            event = event_called.first(slug)
            if event is None:
                raise Http404
            held = rights_of(event, request.user)
            if not held and leads_to_second_factor(request, event, needed=bool(rights)):
                return redirect("tournaments:staff_factor", slug)
            if event.state == EventState.DRAFT and not held:
                raise Http404
            forget_hidden_texts(event, held)
            if rights and held.isdisjoint(rights):
                return deny_access(request)
            request.event, request.rights, request.for_staff = event, held, bool(rights)
            return _answer(view, request, event, *args, **kwargs)

        return wrapped

    return decorate


def cached_event_page(
    *, each_minute: bool = False, own_part: Callable[..., str] | None = None, is_fragment: bool = False
) -> Callable[[View], View]:
    """Inside `event_page`, which provides the event and the rights, around a page on which nothing depends on its
    reader but these rights and `own_part`: it goes into the page cache (core/pages/page_cache.py).

    The version covers everything that it can show: the row of the event and the numbers of all its topics and of
    people's names; for the front page of an event also the minute, because the time of day opens and closes what it
    offers. For the staff it also covers their rights, the number of entries in the audit log, and the minute. A running
    clock is in the page as the time at which it ends: scripts count down to it by the server's clock
    (static/js/ui/server-time.js).
    """

    def version(request: EventRequest, event: Event, *_args: Any, **_kwargs: Any) -> tuple[object, ...]:
        numbers, rights = sorted(request.versions.items()), request.rights
        rows = [row_values(row) for row in (event, event.series) if row]
        staff = (
            (*sorted(right.name for right in rights), AuditEntry.objects.filter(scope=key(event)).count())
            if rights
            else ()
        )
        minute = minute_now() if rights or each_minute else None
        return numbers, rows, staff, minute

    return cached_page(version, own_part=own_part, is_fragment=is_fragment)


def minute_now() -> int:
    return int(time.time() // 60)


def forget_hidden_texts(event: Event, held: frozenset[Right]) -> None:
    """Blank the texts of a hidden event for a page whose reader is not of its staff."""
    if event.hidden_by_moderators and not held:
        event.forget_texts()


def leads_to_second_factor(request: HttpRequest, event: Event, *, needed: bool = False) -> bool:
    """Whether to send staff without the required second factor to set one up: on staff pages always, elsewhere once per
    session."""
    if not waits_for_second_factor(event, request.user):
        return False
    if needed or event.state == EventState.DRAFT:
        return True
    reminded = request.session.get(REMINDED_OF_FACTOR, [])
    if request.method != "GET" or "HX-Request" in request.headers or event.pk in reminded:
        return False
    request.session[REMINDED_OF_FACTOR] = [*reminded, event.pk][-MOST_REMINDED:]
    return True


def match_page(view: View) -> View:
    """Pass a match of a published round to the view; unpublished ones are for staff who run the rounds."""

    @wraps(view)
    @with_refusal_pages
    def wrapped(request: EventRequest, match_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        request.versions = dict(match_versions.all(match_id))
        match = _match_called.first(match_id)
        if match is None:
            raise Http404
        held = rights_of(match.round.event, request.user)
        if not held and leads_to_second_factor(request, match.round.event):
            return redirect("tournaments:staff_factor", match.round.event.slug)
        if match.round.is_unpublished and Right.RUN_ROUNDS not in held:
            raise Http404
        if request.method == "POST" and not request.user.is_authenticated:
            return deny_access(request)
        forget_hidden_texts(match.round.event, held)
        request.event, request.rights = match.round.event, held
        return _answer(view, request, match, *args, **kwargs)

    return wrapped


def match_form(view: View) -> View:
    """Pass a match to a view that only takes forms; read as a page, as when it is reloaded, it leads to the match."""

    @require_http_methods(["GET", "POST"])
    @match_page
    @wraps(view)
    def wrapped(request: EventRequest, match: Match) -> HttpResponse:
        return redirect(match) if request.method == "GET" else view(request, match)

    return wrapped


def _answer(view: View, request: EventRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """Call the view in the time zone of the viewer or of the event, and add feedback for staff."""
    began = timezone.now()
    with timezone.override(request.event.zone_for(request.user)):
        try:
            response = view(request, *args, **kwargs)
        except Http404:
            if request.method != "GET" or "HX-Request" in request.headers or wants_json(request):
                raise
            response = _missing_page(request)
        if request.event.is_unconfirmed:
            response["X-Robots-Tag"] = "noindex"
        if request.rights:
            add_feedback(request, response, began)
    return response


def _missing_page(request: EventRequest) -> HttpResponse:
    """Say inside the event what is not there, to staff also why a round is not."""
    number = request.resolver_match.kwargs.get("number") if request.resolver_match else None
    discarded = AuditEntry.objects.filter(scope=key(request.event), action="draft-discarded", before__number=number)
    is_discarded = number is not None and Right.RUN_ROUNDS in request.rights and discarded.exists()
    context = {"event": request.event, "discarded": number if is_discarded else None}
    return render(request, "tournaments/base/missing.html", context, status=404)


def deny_access(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request)
    raise PermissionDenied(_("Your role in this event does not allow this."))


def page_of_people(view: View) -> View:
    """Keep a page about players out of search engines, what answers in its place too. Outside all other decorators."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def signed_in(view: View) -> View:
    return login_required(with_refusal_pages(view))


def back_to(request: HttpRequest, otherwise: str) -> HttpResponse:
    """Redirect to the URL in the form if it is on this site."""
    return HttpResponseRedirect(safe_next(request, request.POST.get("next", ""), otherwise))


def round_of(event: Event, number: int) -> Round:
    return get_object_or_404(event.rounds.in_order(), number=number)


def public_round_of(event: Event, number: int) -> Round:
    found = round_of(event, number)
    if found.is_unpublished:
        raise Http404
    return found


def swiss_round_of(event: Event, number: int) -> Round:
    found = public_round_of(event, number)
    if found.stage != Stage.SWISS:
        raise Http404
    return found
