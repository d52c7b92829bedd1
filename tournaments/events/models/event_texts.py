"""The texts that people write for an event, in one list: what hiding an event hides, what its moderators read, and what
erasing a person searches for their name. tests/config/test_hidden_events.py finds every column that is missing here."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import QuerySet


@dataclass(frozen=True)
class Texts:
    """The columns of a model that hold words of people, and the way from its rows to their event."""

    model: str
    event: str
    columns: tuple[str, ...]
    is_public: bool = False  # whether anyone may read them while the event is not hidden

    def of(self, events: Any) -> QuerySet[Any]:
        """Return the rows of these events."""
        return apps.get_model("tournaments", self.model)._base_manager.filter(**{f"{self.event}__in": events})


OF_EVENT = Texts(
    "Event",
    "pk",
    (
        *("name", "place", "city", "contact", "entry_fee", "description", "description_html", "house_rules"),
        *("house_rules_html", "prizes", "pinned_legality", "cancelled_because", "elsewhere_at"),
        "import_refused_because",
    ),
    is_public=True,
)
TEXTS = (
    OF_EVENT,
    Texts("Announcement", "event", ("text",), is_public=True),
    Texts("Crew", "event", ("name",), is_public=True),
    Texts("SubmittedList", "registration__event", ("name", "verdict", "why"), is_public=True),
    Texts("Draw", "event", ("why", "discarded_because"), is_public=True),
    Texts("RoundDetails", "round__event", ("reasons",)),
    Texts("Registration", "event", ("guardian", "manual_why", "note")),
    Texts("ListReader", "event", ("may_play_why",)),
    Texts("FactsPin", "event", ("why",)),
    Texts("ForbiddenPair", "event", ("why",)),
    Texts("DeckCheck", "submitted__registration__event", ("note",)),
    Texts("OutgoingMail", "event", ("subject", "body")),
    Texts("Penalty", "registration__event", ("why",)),
    Texts("Match", "round__event", ("manual_why",)),
    Texts("Result", "match__round__event", ("why",)),
    Texts("ResultReport", "match__round__event", ("note",)),
)


def public_texts(event: Any) -> Iterator[str]:
    """Yield what anyone may read of the event, once each, as people wrote it."""
    seen = {""}
    for texts in TEXTS:
        written = [column for column in texts.columns if not column.endswith("_html")]
        for row in texts.of([event.pk]).values_list(*written) if texts.is_public else ():
            for text in row:
                if isinstance(text, str) and text not in seen:
                    seen.add(text)
                    yield text
