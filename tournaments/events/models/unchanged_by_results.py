"""What pages show of an event that no result changes, such as names and seats: after a result, pages of the event are
rendered again, but these are not read again."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from django.utils.translation import get_language

from core.database.compiled import digest_of_row
from core.pages.live import PEOPLE, VersionsShown

if TYPE_CHECKING:
    from tournaments.events.models.events import Event

OF_RESULTS = {"results", "standings"}
MOST_KEPT = 8  # of each function and process: changed events are kept beside their former states

Given = ParamSpec("Given")
Made = TypeVar("Made")


def topics_but_results(event: "Event") -> list[str]:
    """Return the topics of all that no result changes."""
    return [PEOPLE, *[event.topic_of(theme) for theme in event.THEMES if theme not in OF_RESULTS]]


def versions_but_results(event: "Event", shown: VersionsShown) -> tuple[object, ...]:
    """Return the versions by which a page sets `event.versions_but_results` before it reads what it shows."""
    return (digest_of_row(event), event.has_forgotten_texts, *shown.numbers(topics_but_results(event)).values())


def unchanged_by_results(
    make: Callable[Concatenate["Event", Given], Made],
) -> Callable[Concatenate["Event", Given], Made]:
    """Cache what a function makes of an event, for pages with `event.versions_but_results`; elsewhere, as in services,
    it is made each time. Many pages share it: never change it."""

    @lru_cache(maxsize=MOST_KEPT)
    def kept(_versions: object, _language: str | None, _event: int, *_given: Any) -> list[Made]:
        return []  # filled by who asks first, so that the event itself need not be compared

    @wraps(make)
    def made(event: "Event", *given: Given.args, **named: Given.kwargs) -> Made:
        versions = event.versions_but_results
        if versions is None or named:
            return make(event, *given, **named)
        found = kept(versions, get_language(), event.id, *given)
        if not found:
            found.append(make(event, *given, **named))
        return found[0]

    return made
