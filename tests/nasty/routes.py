"""Every door of the site, found in its URL configuration, with an address that leads somewhere."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RoutePattern

FEW_WORDS = re.compile(r"[a-z_-]+(\|[a-z_-]+)+")
NOT_OURS = {"admin"}  # Django's own pages, for the site's staff only


@dataclass(frozen=True)
class Door:
    name: str
    words: tuple[tuple[str, str], ...]  # each with the expression that it must match
    pattern: str

    def address(self, values: dict[str, Any]) -> str:
        """A word that `values` does not know is an error: the world of the tests must grow with the site."""
        return reverse(self.name, kwargs={word: _fitting(expression, values, word) for word, expression in self.words})


def _fitting(expression: str, values: dict[str, Any], word: str) -> Any:
    """Where an address takes one of a few words ("publish|redraw"), the first of them."""
    return expression.partition("|")[0] if FEW_WORDS.fullmatch(expression) else values[word]


def doors() -> list[Door]:
    found = {door.name: door for door in _walk(get_resolver().url_patterns, (), "", ())}
    return [found[name] for name in sorted(found)]


def _walk(patterns: Any, spaces: tuple[str, ...], before: str, words: tuple[tuple[str, str], ...]) -> Iterator[Door]:
    for one in patterns:
        here = before + str(one.pattern)
        all_words = (*words, *_words(one))
        if isinstance(one, URLResolver):
            if one.namespace not in NOT_OURS:
                deeper = (*spaces, one.namespace) if one.namespace else spaces
                yield from _walk(one.url_patterns, deeper, here, all_words)
        elif isinstance(one, URLPattern) and one.name:
            yield Door(":".join((*spaces, one.name)), all_words, here)


def _words(one: URLPattern | URLResolver) -> list[tuple[str, str]]:
    if isinstance(one.pattern, RoutePattern):
        return [(word, converter.regex) for word, converter in one.pattern.converters.items()]
    return [(word, "") for word in re.compile(str(one.pattern)).groupindex]
