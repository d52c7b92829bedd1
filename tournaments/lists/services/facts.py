"""The card texts used by an event: the current ones until it starts, then the pinned ones."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid
from rules.common.verdicts import Malformed
from rules.games import DEFAULT, Card, Facts, Text
from teams.cards.catalogue.completeness import actions_proved, how_known, what_is_missing
from teams.cards.services.facts import current_content, current_snapshot, snapshot_of
from teams.models import FactKind, FactsSnapshot
from teams.wording import render_message
from tournaments.models import Event, FactsPin, Match, SubmittedList


def pin_facts(event: Event, *, who: User | None) -> None:
    """Pin the current card texts at the start of round 1, so that later confirmations do not affect this event's
    logs."""
    FactsPin.objects.create(event=event, snapshot=current_snapshot(), by=who)


def pin_of(event: Event) -> FactsPin | None:
    """Return the latest pin; None before the start, and for events that started before the site stored card texts."""
    return event.facts_pins.select_related("snapshot").order_by("-pk").first() if event.has_started else None


def snapshot_for(event: Event | None) -> FactsSnapshot | None:
    """Return the snapshot against which logs of this event (or of none) are validated, besides the built-in data."""
    if event is None or not event.has_started:
        return current_snapshot()
    pin = pin_of(event)
    return pin.snapshot if pin else None


def snapshot_for_match(match: Match | None) -> FactsSnapshot | None:
    return snapshot_for(match.round.event if match else None)


def stands_on_other_facts(match: Match | None, digest: str) -> bool:
    """Whether the event's card texts were changed while a log of it was being validated."""
    if match is None:
        return False
    now = snapshot_for_match(match)
    return digest != (now.digest if now else "")


def content_for(event: Event | None) -> bytes:
    """Return the content of the snapshot for an event, for pages, which must not create one."""
    if event is None or not event.has_started:
        return current_content()
    pin = pin_of(event)
    return bytes(pin.snapshot.content) if pin and pin.snapshot else b""


def facts_for(event: Event | None) -> Facts:
    content = content_for(event)
    return DEFAULT.facts.known_from(content) if content else DEFAULT.facts.built_in()


def brought_arenas(event: Event | None) -> dict[str, str]:
    """Return slug and name of user-contributed arenas that the event can use besides the built-in ones."""
    boards = facts_for(event).boards.values()
    return {board.slug: board.name for board in boards if board.slug not in DEFAULT.arenas}


def exported_facts(event: Event) -> dict[str, Any]:
    """Return the pinned card texts as a document, with the reason of the last change; nothing before the start."""
    pin = pin_of(event)
    if pin is None:
        return {}
    return {"facts": {"why": pin.why, "document": DEFAULT.facts.document_of(entries_of(pin.snapshot).values())}}


def import_facts(event: Event, imported: Mapping[str, Any] | None, *, who: User) -> None:
    """Pin the card texts of an imported event. Facts that cannot be read here are stored anyway, and reports name
    them."""
    if imported is None:
        return
    try:
        _facts, problems = DEFAULT.facts.read_all(imported["document"], kinds=FactKind.values)
        for problem in (each for each in problems if each.code == "kind-not-kept"):
            raise Malformed(problem.pointer or "", problem.code, problem.message)
    except Malformed as malformed:
        text = _("The card texts of this file cannot be read: %(why)s")
        raise Invalid(malformed.code, text % {"why": render_message(malformed.said)}) from None
    entries = imported["document"]["facts"]
    pin = FactsPin(event=event, snapshot=snapshot_of(entries) if entries else None, by=who, why=imported.get("why", ""))
    pin.clean_fields(exclude=["event", "snapshot", "by", "changes"])
    pin.save()


def entries_of(snapshot: FactsSnapshot | None) -> dict[str, dict[str, Any]]:
    """Return the entries of a snapshot by kind and slug."""
    if snapshot is None:
        return {}
    document = json.loads(bytes(snapshot.content))
    return {f"{entry['kind']}:{entry['slug']}": entry for entry in document["facts"]}


@dataclass(frozen=True, slots=True)
class CardKnown:
    """A card of the submitted teams: how many teams have it, and how much of its text is known."""

    card: Card
    teams: int
    known: str  # "whole", "partly" or "not"
    missing: str


@dataclass(frozen=True, slots=True)
class EventKnown:
    cards: tuple[CardKnown, ...]
    percent: int  # about so many of the actions of its games will be proved

    @property
    def whole(self) -> int:
        return sum(each.known == "whole" for each in self.cards)

    @property
    def lacking(self) -> list[CardKnown]:
        return [each for each in self.cards if each.known != "whole"]


def known_of_event(event: Event) -> EventKnown:
    """Return the cards of the submitted teams, the most frequent first."""
    lists = SubmittedList.objects.current().filter(registration__event=event)
    teams = Counter(slug for figures in lists.values_list("figures", flat=True) for slug in set(figures))
    texts = facts_for(event).texts.figures
    cards = DEFAULT.catalogue()
    known = [_known(card, count, texts.get(slug)) for slug, count in teams.items() if (card := cards.get(slug))]
    ordered = tuple(sorted(known, key=lambda each: (-each.teams, each.card.full_name)))
    return EventKnown(ordered, actions_proved((texts.get(each.card.slug), each.teams) for each in known))


def _known(card: Card, teams: int, text: Text | None) -> CardKnown:
    return CardKnown(card, teams, how_known(text), what_is_missing(text))
