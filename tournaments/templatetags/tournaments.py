"""What the event pages need of the template language."""

import uuid
from typing import Any

from django import template
from django.template import Context
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from teams.wording import card_title
from tournaments.models import Event
from tournaments.services.scores import score_words

register = template.Library()
register.filter(card_title)


@register.filter
def figure(shown: str) -> str:
    """A figure of the standings as the reader's language writes numbers: 0.5833, 0,5833."""
    return str(number_format(shown)) if shown else ""


@register.filter
def colon(name: object) -> str:
    """A name before what is said of it, with the colon as the reader's language sets it."""
    return _("%(name)s:") % {"name": name}


@register.filter
def score(result: Any) -> str:
    return score_words(result.glory_a, result.glory_b) if result else score_words("-", "-")


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
