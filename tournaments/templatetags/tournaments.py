"""What the event pages need of the template language."""

import datetime as dt
import uuid
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from teams.wording import card_title, colon
from tournaments.models import Event
from tournaments.services.scores import score_words

register = template.Library()
register.filter(card_title)
register.filter(colon)


@register.filter
def figure(shown: str) -> str:
    """A figure of the standings as the reader's language writes numbers: 0.5833, 0,5833."""
    return str(number_format(shown)) if shown else ""


@register.filter
def score(result: Any) -> str:
    return score_words(result.glory_a, result.glory_b) if result else score_words("-", "-")


@register.simple_tag
def once() -> SafeString:
    """The key by which a form that is sent twice is handled once."""
    return format_html('<input type="hidden" name="once" value="{}">', uuid.uuid4().hex)


@register.simple_tag(takes_context=True)
def at(context: Context, moment: dt.datetime | None, form: str = "j F, H:i") -> str:
    """On the clock of the page: the hall's for what belongs to an event, else the viewer's own.

    The zone is named where the viewer's clock shows something else, or nobody knows what it shows.
    """
    if moment is None:
        return ""
    here, own = timezone.localtime(moment), getattr(context.get("request"), "zone", None)
    words = date_format(here, form)
    zone = "" if own and moment.astimezone(own).utcoffset() == here.utcoffset() else f" ({here.tzinfo})"
    return format_html('<time datetime="{}">{}</time>{}', here.isoformat(), words, zone)


@register.simple_tag(takes_context=True)
def starts(context: Context, event: Event) -> str:
    """When an event begins, the same wherever it is told."""
    with timezone.override(event.zone):
        return at(context, event.starts_at, "l j F Y, H:i")
