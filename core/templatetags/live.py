from typing import Any

from django import template
from django.template import Context
from django.utils.html import escape
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: Context, *topics: str) -> SafeString:
    """<section {% live "event:12:pairings" %} data-src="...">: the topics, and the versions that this page shows.

    The view must have read its rows before: a change in between must not count as shown.
    """
    return live_sections(context["request"], *topics)


def live_sections(request: Any, *topics: str) -> SafeString:
    now = request.versions_shown.of(topics)
    numbers = " ".join([str(now[topic]) for topic in topics])
    return SafeString(f'data-live="{escape(" ".join(topics))}" data-version="{numbers}"')


@register.simple_tag(takes_context=True)
def live_topics(context: Context, topics: list[str]) -> SafeString:
    """The same for a list of topics that the view prepared."""
    return live(context, *topics)
