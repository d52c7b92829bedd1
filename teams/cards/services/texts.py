"""Current texts of all cards: confirmed contributions replace the built-in ones."""

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache

from rules.common.fields import InvalidValue
from rules.games import DEFAULT, Text
from teams.cards.services.facts import known_summons
from teams.models import FactDecision, FactKind, FactRevision, Outcome

Version = tuple[int, dt.datetime] | None  # the last confirmation, which changed what is known


def version_now() -> Version:
    """Return the current version with one short query, so that texts are only read again when it changes."""
    return FactDecision.objects.filter(outcome=Outcome.CONFIRMED).values_list("pk", "at").first()


@lru_cache(maxsize=2)
def texts_of(version: Version) -> Mapping[str, Text]:
    """Return the texts by card slug, without those that this version of the site cannot read."""
    texts = dict(DEFAULT.facts.built_in().texts.figures)
    brought = FactRevision.objects.current().filter(kind=FactKind.TEXT) if version else FactRevision.objects.none()
    summons = known_summons() if version else set()
    for row in brought:
        texts.pop(row.slug, None)
        try:
            printed = row.fact(summons).printed
        except InvalidValue:
            continue
        if isinstance(printed, Text):
            texts[row.slug] = printed
    return texts
