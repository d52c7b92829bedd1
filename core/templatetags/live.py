from collections.abc import Iterable
from typing import Any

from django import template
from django.template import Context
from django.utils.html import escape
from django.utils.safestring import SafeString

from core.pages.live import versions_of

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: Context, *shown: Any) -> SafeString:
    """<section {% live match event "timer" %} data-src="...">: the topics of what it shows, and their versions.

    A row stands for its topic, with words after it for these themes of it. Topics and lists of them come as they are.
    """
    topics = _topics_of(shown)
    noted = versions_of(context["request"])
    numbers = " ".join(str(noted.get(topic, 0)) for topic in topics)
    return SafeString(f'data-live="{escape(" ".join(topics))}" data-version="{numbers}"')


def _topics_of(shown: Iterable[Any]) -> list[str]:
    topics: list[str] = []
    row: Any = None
    for one in shown:
        if isinstance(one, str) and ":" in one:
            topics.append(one)
        elif isinstance(one, str):
            if topics[-1] == row.topic:
                topics.pop()
            topics.append(row.topic_of(one))
        elif isinstance(one, list):
            topics += one
        elif one is not None:
            row = one
            topics.append(row.topic)
    return topics
