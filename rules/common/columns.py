"""Fast checks of many values at once, for long lists of objects: whether all of them certainly fit.

If not, the checks of `rules.common.fields` go through the values one by one and report what is wrong.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

AllFit = Callable[[Sequence[Any]], bool]


def column(objects: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    """The values of one field, of the objects that have it: as a rule all of them, or none."""
    try:
        return [*map(itemgetter(name), objects)]
    except KeyError:
        return [each[name] for each in objects if name in each]


def _are(values: Sequence[Any], kind: type) -> bool:
    return set(map(type, values)) <= {kind}


def texts(shortest: int, longest: int) -> AllFit:
    def all_fit(values: Sequence[Any]) -> bool:
        return _are(values, str) and all(shortest <= length <= longest for length in set(map(len, values)))

    return all_fit


def words(choices: Collection[str]) -> AllFit:
    return lambda values: _are(values, str) and set(values) <= set(choices)


def whole_numbers(least: int, most: int) -> AllFit:
    return lambda values: _are(values, int) and all(least <= value <= most for value in set(values))


def truths(values: Sequence[Any]) -> bool:
    return _are(values, bool)


def or_null(entry: AllFit) -> AllFit:
    return lambda values: entry([value for value in values if value is not None])


def lists(entry: AllFit) -> AllFit:
    return lambda values: _are(values, list) and entry([*chain.from_iterable(values)])


def objects(fields: Sequence[tuple[str, AllFit, bool]]) -> AllFit:
    """Objects with these fields and no others, each as its name, its check and whether it is required."""

    def all_fit(values: Sequence[Any]) -> bool:
        if not _are(values, dict):
            return False
        known = 0
        for name, entry, required in fields:
            found = column(values, name)
            if (required and len(found) < len(values)) or not entry(found):
                return False
            known += len(found)
        return known == sum(map(len, values))

    return all_fit
