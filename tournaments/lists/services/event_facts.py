"""The card texts that count at an event: the site's until it starts, then those that it is pinned to."""

from typing import TYPE_CHECKING, Any

from rules.games import DEFAULT, Catalogue, GameFacts
from teams.cards.services.facts import current_content
from teams.wording import board_title

if TYPE_CHECKING:
    from tournaments.models import Event, FactsPin


def pin_of(event: "Event") -> "FactsPin | None":
    """Return the latest pin; None before the start, and for events that started before the site stored card texts."""
    return event.facts_pins.select_related("snapshot").order_by("-pk").first() if event.has_started else None


def content_for(event: "Event | None", game: str = DEFAULT.game) -> bytes:
    """Return the content of the snapshot for an event, for pages, which must not create one. `game` is that of a log
    outside of events."""
    if event is None:
        return current_content(game)
    if not event.has_started:
        return current_content(event.game)
    pin = pin_of(event)
    return bytes(pin.snapshot.content) if pin and pin.snapshot else b""


def facts_for(event: "Event | None") -> GameFacts:
    """Return what is known of cards and boards; typed as of Arena, whose facts have every part."""
    content = content_for(event)
    facts = event.rules.facts if event else DEFAULT.facts
    return facts.known_from(content) if content else facts.built_in()


def cards_for(event: "Event") -> Catalogue:
    """Return the cards with the levels, numbers and colours that the event's texts correct."""
    return event.rules.figures({event.game: content_for(event)})


def own_figures_of(event: "Event") -> Any:
    """Return the figures of a game that has no cards of Arena, for their titles; of Arena the catalogue has them."""
    return None if event.game_record.has_saved_teams else cards_for(event)


def boards_of(event: "Event") -> dict[str, str]:
    """Return slug and name of the boards that the event can use: built in, and brought by people."""
    if "arenas" in event.lacks:
        return {}
    boards = event.rules.boards
    built_in = {slug: board_title(found) for slug in boards.slugs if (found := boards.find(slug))}
    brought = facts_for(event).boards.values()
    return built_in | {board.slug: board.name for board in brought if board.slug not in built_in}


def challenges_of(event: "Event") -> dict[str, str]:
    """Return slug and name of the Divine Challenges that are known."""
    if "challenges" in event.lacks:
        return {}
    facts: Any = facts_for(event)
    return {slug: challenge.name for slug, challenge in facts.challenges.items()}
