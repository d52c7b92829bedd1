"""What the event pages need of the template language."""

import uuid

from django import template
from django.template import Context
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from teams.wording import card_title
from tournaments.models import Event

register = template.Library()
register.filter(card_title)


@register.filter
def figure(shown: str) -> str:
    """A figure of the standings as the reader's language writes numbers: 0.5833, 0,5833."""
    return str(number_format(shown)) if shown else ""


@register.simple_tag
def once() -> SafeString:
    """The key by which a form that is sent twice is handled once."""
    return format_html('<input type="hidden" name="once" value="{}">', uuid.uuid4().hex)


@register.simple_tag(takes_context=True)
def starts(context: Context, event: Event) -> SafeString:
    """When an event begins, the same wherever it is told: on the viewer's clock or the hall's, and on which."""
    zone = event.zone_for(getattr(context.get("request"), "user", None))
    at = event.starts_at.astimezone(zone)
    words = date_format(at, "l j F Y, H:i")
    return format_html('<time datetime="{}">{}</time> ({})', at.isoformat(), words, zone.key)
