"""Template filters and tags of the event pages."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.pages import row_templates
from core.pages.page_cache import key_of_form
from teams.wording import colon, figure_title
from tournaments.base.views.imported import imported_note
from tournaments.base.views.moments import moment_shown, start_shown
from tournaments.core.scores import format_score
from tournaments.events.models.settings import BoardSide
from tournaments.events.models.staff import FOR_PRINTS
from tournaments.events.views.bar import Bar, bar_of
from tournaments.events.views.dashboard import links_by_theme
from tournaments.lists.services.lots import Draw
from tournaments.models import Event, EventState, Match, Right
from tournaments.standings.services.shown_values import place_in_words, shown_value

register = template.Library()
register.filter(figure_title)

register.filter("figure", shown_value)
register.filter(place_in_words)
register.simple_tag(imported_note)


@register.filter
def lots(match: Match | None, draw: Draw | None) -> list[tuple[str, str]]:
    """Return what is drawn for a match, line by line; nothing without a match or in a game without a draw."""
    if not match or draw is None or match.is_bye:
        return []
    drawn, sides = draw.of(match), dict(BoardSide.choices)
    seats = zip(match.seats(), drawn.sides, strict=False)
    lines = [
        (gettext("Board"), draw.named(drawn.board)),
        (gettext("Sides"), ", ".join(f"{colon(seat.shown_name)} {sides[side]}" for seat, side in seats)),
        (gettext("Divine Challenges"), draw.named(*drawn.challenges)),
    ]
    return [line for line in lines if line[1]]


@register.filter
def figures(values: Iterable[str], codes: Iterable[str]) -> list[str]:
    """The values of one row of the standings as the page shows them."""
    return [shown_value(value, code) for value, code in zip(values, codes, strict=True)]


row_templates.filters["figures"] = figures


@register.filter
def score(result: Any) -> str:
    return format_score(result.glory_a, result.glory_b) if result else format_score("-", "-")


@register.filter
def as_clock(seconds: int) -> str:
    """Format the time left like static/js/ui/countdown.js: 25:34, 1:05:00, −2:10."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{'−' if seconds < 0 else ''}{f'{hours}:{minutes:02}' if hours else minutes}:{rest:02}"


@register.simple_tag(takes_context=True)
def once(context: Context) -> SafeString:
    """Render the key by which a form that is sent twice is processed once."""
    return format_html('<input type="hidden" name="once" value="{}">', key_of_form(context.get("request")))


@register.simple_tag(takes_context=True)
def may_open_prints(context: Context) -> bool:
    """Whether the viewer may open the list of prints. Some prints are for everyone, but the list is for the staff."""
    return not FOR_PRINTS.isdisjoint(context["request"].rights)


@register.simple_tag(takes_context=True)
def at(context: Context, moment: dt.datetime | None, form: str = "j F, H:i") -> str:
    """Format a time in the time zone of the viewer, or else of the event or the browser.

    The zone is named unless it shows the same time in the viewer's zone and in the hall.
    """
    if moment is None:
        return ""
    return moment_shown(context.get("request"), context.get("event"), moment, form)


@register.simple_tag(takes_context=True)
def starts(context: Context, event: Event) -> str:
    """Format the start of an event, in the same way on every page."""
    return start_shown(context.get("request"), event)


@register.filter
def state_label(state: str) -> str:
    return str(EventState(state).label)


row_templates.filters["state_label"] = state_label


@register.simple_tag
def links_of(slug: str, names: str) -> list[tuple[Any, list[tuple[str, Any]]]]:
    """The pages of the staff that are open now, by theme."""
    return links_by_theme(slug, names.split())


@register.simple_tag(takes_context=True)
def may_rule(context: Context) -> bool:
    return Right.RULE in getattr(context["request"], "rights", ())


@register.simple_tag(takes_context=True)
def run_bar(context: Context) -> Bar:
    """Return the bar of the staff's pages of an event."""
    request = context["request"]
    return bar_of(request.event, request.rights, request.path)
