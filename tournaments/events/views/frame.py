"""What stands around the content of every page of an event, as plain values, so that it is cached.

What is the page's or the reader's own, such as its address and their name, is put into slots of the cached frame."""

from typing import Any, NamedTuple
from urllib.parse import quote

from django.utils.html import escape

from accounts.moderation.models import link_to_report
from core.pages.login_redirect import current_page
from core.templatetags.cached import OWN, slot
from core.templatetags.live import live_sections
from tournaments.base.views.imported import imported_note
from tournaments.base.views.moments import start_shown
from tournaments.base.views.news import news_of
from tournaments.events.views.bar import has_bar
from tournaments.models import Event, Right

FRONT_PAGE = "tournaments:event"
WITHOUT_NEWS = {FRONT_PAGE, "tournaments:announce", "tournaments:door"}


class Colours(NamedTuple):
    theme: str | None


class Asked(NamedTuple):
    """Of the request, with the names under which base.html knows it."""

    path: str  # a slot from the second part on
    method: str
    COOKIES: Colours
    rights: bool


class Person(NamedTuple):
    """Of the reader."""

    pk: Any
    is_authenticated: bool
    shown_name: str
    locale: str


class Cancelled(NamedTuple):
    cancelled_because: str


class Tabs(NamedTuple):
    """Links to the pages of the event, of which the one of this name is marked."""

    slug: str
    name: str
    has_cut: bool
    ends_with_ranking: bool
    is_staff: bool
    rules: bool
    manages: bool


def frame_of(request: Any, event: Event) -> dict[str, Any]:
    """Return all that the frame shows."""
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    section, path = _divided(request.path)
    page, report = current_page(request).removeprefix(section), link_to_report(request)
    return {
        OWN: {"own_path": quote(path), "own_page": escape(page), "report": escape(report), **_own_of(request.user)},
        "request": _asked(request, rights, section),
        "page_shown": section + slot("own_page"),
        "user": _person(request.user),
        "reports_to": slot("report") if report else "",
        "name": event.name,
        "address": event.get_absolute_url(),
        "is_front_page": request.resolver_match.view_name == FRONT_PAGE,
        "place": event.place,
        "starts": start_shown(request, event),
        "state": event.state,
        "is_playing": event.is_playing,
        "state_live": live_sections(request, event.topic_of("state")),
        "has_bar": has_bar(event, rights),
        "tabs": _tabs(request, event, rights),
        "imported": imported_note(event),
        **_said_above(request, event),
    }


def _divided(path: str) -> tuple[str, str]:
    """Return "/events/" or "/matches/", by which the navigation marks a link, and the rest."""
    end = path.index("/", 1) + 1
    return path[:end], path[end:]


def _said_above(request: Any, event: Event) -> dict[str, Any]:
    """Return what stands above the content of every page but those in `WITHOUT_NEWS`."""
    shows_news = request.resolver_match.view_name not in WITHOUT_NEWS
    return {
        "elsewhere": event.elsewhere,
        "cancelled": Cancelled(event.cancelled_because) if shows_news and event.was_cancelled else None,
        "news": news_of(request, event) if shows_news and not (event.was_cancelled or event.is_over) else None,
    }


def _asked(request: Any, rights: frozenset[Right], section: str) -> Asked:
    colours = Colours(request.COOKIES.get("theme"))
    return Asked(section + slot("own_path"), request.method, colours, bool(rights))


def _person(user: Any) -> Person:
    if not user.is_authenticated:
        return Person(None, False, "", "")
    return Person(slot("own_number"), True, slot("own_name"), user.locale)


def _own_of(user: Any) -> dict[str, str]:
    return {"own_number": str(user.pk), "own_name": escape(user.shown_name)} if user.is_authenticated else {}


def _tabs(request: Any, event: Event, rights: frozenset[Right]) -> Tabs:
    match, has_cut = request.resolver_match, bool(event.cut_seeds)
    return Tabs(
        slug=event.slug,
        name=match.url_name,
        has_cut=has_cut,
        ends_with_ranking=has_cut and event.has_final_ranking,
        is_staff=bool(rights),
        rules=Right.RULE in rights,
        manages=bool(getattr(request, "for_staff", False)) and match.app_name == "tournaments",
    )
