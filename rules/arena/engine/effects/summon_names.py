"""How a card's text names a summon."""

from typing import Annotated, Any

from rules.common.fields import text
from rules.common.signatures import ValueKind


class SummonSlug(str):
    """The slug of a summon that a text names; the loader of the texts sees to it that the data has it."""

    __slots__ = ()


def _read_summon(value: Any) -> SummonSlug:
    text(value)
    return SummonSlug(value)


SummonName = Annotated[str, ValueKind("the slug of a summon", _read_summon)]
