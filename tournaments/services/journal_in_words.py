"""Entries of the journal as sentences: the rows they speak of are named in one query a model."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.acts import Act, Fact, Names, acts, namers
from accounts.models import JournalEntry
from teams.wording import colon


@dataclass(frozen=True)
class Change:
    label: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{colon(self.label)} {' → '.join(filter(None, (self.before, self.after)))}"


@dataclass(frozen=True)
class Told:
    entry: JournalEntry
    sentence: str
    changes: list[Change]

    def __str__(self) -> str:
        return "; ".join([self.sentence, *map(str, self.changes)])


def in_words(entries: Iterable[JournalEntry]) -> list[Told]:
    entries = list(entries)
    names = _names_for(entries)
    return [_told(entry, names) for entry in entries]


def title_of_act(action: str) -> str:
    """The act whatever it is about, to choose it from a list."""
    return _act(action).sentence % {"subject": "…"}


def _act(action: str) -> Act:
    """An older version of the site may have written what no room speaks of any more."""
    return acts().get(action) or Act(action.replace("-", " ").replace("%", "%%"))


def _told(entry: JournalEntry, names: Names) -> Told:
    model, number = _subject(entry)
    subject = names[model].get(number, _("what is no longer there"))
    act = _act(entry.action)
    return Told(entry, act.sentence % {"subject": subject}, list(_changes(entry, act, names)))


def _changes(entry: JournalEntry, act: Act, names: Names) -> Iterator[Change]:
    before, after = _by_key(entry.before), _by_key(entry.after)
    for key, fact in act.facts.items():
        was, now = (_value(fact, side.get(key), names) for side in (before, after))
        if was != now:
            yield Change(str(fact.label), was, now)


def _by_key(side: Any) -> dict[str, Any]:
    return side if isinstance(side, dict) else {"value": side}


def _value(fact: Fact, value: Any, names: Names) -> str:
    if value is None or value == "":
        return ""
    if fact.model:
        return _people(value, names[fact.model])
    return str(fact.choices[value]) if value in fact.choices else fact.told(value)


def _people(value: Any, names: dict[int, str]) -> str:
    """One, a pair, or a list of pairs."""
    if not isinstance(value, list):
        return names.get(value, "") if value else _("bye")
    return (", " if any(isinstance(each, list) for each in value) else " – ").join(_people(v, names) for v in value)


def _names_for(entries: Iterable[JournalEntry]) -> Names:
    wanted: dict[str, set[int]] = defaultdict(set)
    for entry in entries:
        model, number = _subject(entry)
        wanted[model].add(number)
        for key, fact in _act(entry.action).facts.items():
            if fact.model:
                wanted[fact.model].update(_numbers([_by_key(side).get(key) for side in (entry.before, entry.after)]))
    return defaultdict(dict, {model: namers()[model](pks) for model, pks in wanted.items() if model in namers()})


def _subject(entry: JournalEntry) -> tuple[str, int]:
    model, _colon, number = entry.subject.partition(":")
    return model, int(number)


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, int):
        yield value
