"""Descriptions of audit log entries. The names of rows are read in one query for each model."""

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from core.models import AuditEntry
from core.records.audit_descriptions import Fact, Name, Names, actions, namers, plain
from core.text.french import Elided
from teams.wording import colon

CODES = (str, int, bool)  # types of the keys of `choices`
LARGEST_KEY = 2**63 - 1
DESCRIPTION_ERRORS = (TypeError, ValueError, LookupError, AttributeError)  # caused by facts of unexpected types

UNNAMED = {  # for a match that was deleted
    "a": gettext_lazy("first player"),
    "b": gettext_lazy("second player"),
    "tally_a": gettext_lazy("Score of the first player"),
    "tally_b": gettext_lazy("Score of the second player"),
    "tallies": gettext_lazy("Scores, by seat"),
}

KINDS = {
    "registration": gettext_lazy("a player"),
    "match": gettext_lazy("a match"),
    "round": gettext_lazy("a round"),
    "case": gettext_lazy("a case"),
    "submission": gettext_lazy("a match"),
}
TITLE = re.compile(r"\s*[“«]\s*%\(subject\)s\s*[”»]")

logger = logging.getLogger(__name__)


class AuditLine(NamedTuple):
    entry: AuditEntry
    sentence: str
    changes: list[str]
    guest: str = ""  # name of a player who used their personal link instead of an account

    def __str__(self) -> str:
        return _("; ").join([self.sentence, *self.changes])


class FactWording(NamedTuple):
    key: str
    fact: Fact
    label: str  # ends with a colon
    choices: dict[Any, str]


class Wording(NamedTuple):
    """How an action is described in one language."""

    sentence: str
    facts: tuple[FactWording, ...]
    closed: frozenset[str]  # keys of facts that only staff with the right to see lists may read


def describe_entries(entries: Iterable[AuditEntry], *, closed_too: bool = True) -> list[AuditLine]:
    """Describe the entries. `closed_too`: include facts that only staff with the right to see lists may read."""
    entries = list(entries)
    language, deleted = get_language(), _("(deleted)")
    subjects = [_subject(entry) for entry in entries]
    names = _names_for(entries, subjects, language)
    players = names["registration"]
    lines = []
    for entry, (model, number) in zip(entries, subjects, strict=True):
        name = names[model].get(number, deleted)
        sentence, changes = _describe(entry, name, names, _wording(entry.action, language), closed_too)
        lines.append(AuditLine(entry, sentence, changes, players.get(_link_of(entry), "")))
    return lines


def _link_of(entry: AuditEntry) -> int:
    """Return the id of the player whose personal link was used, or 0, which no row has."""
    if entry.who_id is not None or type(entry.after) is not dict:
        return 0
    return _possible_id(entry.after.get("link"))


@lru_cache(maxsize=1000)
def _wording(action: str, _language: str | None) -> Wording | None:
    """Return the wording in the active language, translated once per process: these texts never change."""
    act = actions().get(action)
    if act is None:
        return None
    facts = [
        FactWording(key, fact, colon(fact.label), {code: str(text) for code, text in fact.choices.items()})
        for key, fact in act.facts.items()
    ]
    closed = frozenset(key for key, fact in act.facts.items() if fact.closed)
    return Wording(str(act.sentence), tuple(facts), closed)


def describe_action(action: str, model: str) -> str:
    """Return what kind of action it is, for the filter: of a player, of a match, of something that has a title."""
    wording = _wording(action, get_language())
    if wording is None:
        return _plain_name(action)
    sentence = Elided(TITLE.sub("", wording.sentence))
    return capfirst(sentence % {"subject": str(KINDS.get(model, _("something")))})


def facts_kept(entry: AuditEntry, *, closed_too: bool) -> tuple[Any, Any]:
    """Return `before` and `after` as stored, without what is closed to the reader."""
    wording = None if closed_too else _wording(entry.action, get_language())
    if wording is None:
        return entry.before, entry.after
    return _drop_keys(entry.before, wording.closed), _drop_keys(entry.after, wording.closed)


def _drop_keys(side: Any, keys: frozenset[str]) -> Any:
    return {key: value for key, value in side.items() if key not in keys} if isinstance(side, dict) else side


def _plain_name(action: str) -> str:
    """Return the description of an action of an older version, which has none."""
    return action.replace("-", " ")


def _describe(
    entry: AuditEntry, name: str, names: Names, wording: Wording | None, closed_too: bool
) -> tuple[str, list[str]]:
    """Return sentence and changes. If that fails, return plain facts, so that one bad entry does not break the page."""
    before, after = map(_by_key, facts_kept(entry, closed_too=closed_too))
    if wording is not None:
        try:
            return wording.sentence % {"subject": name}, _changes(wording, before, after, names, _seats(name))
        except DESCRIPTION_ERRORS:
            logger.exception("Entry %s of the audit log (%s) cannot be described.", entry.pk, entry.action)
    return _plain_name(entry.action), _plain_changes(before, after)


def _seats(name: str) -> Mapping[str, str | Promise]:
    return name.seats if isinstance(name, Name) else UNNAMED


def _changes(
    wording: Wording,
    before: dict[str, Any],
    after: dict[str, Any],
    names: Names,
    seats: Mapping[str, str | Promise],
) -> list[str]:
    changes = []
    for of_fact in wording.facts:
        key = of_fact.key
        if key not in before and key not in after:
            continue  # most entries have only a few of the facts
        was = _value(of_fact, before[key], names) if key in before else ""
        now = _value(of_fact, after[key], names) if key in after else ""
        if was != now:
            text = _change(of_fact.label, was, now, removed=key in after and not now)
            changes.append(text % seats if of_fact.fact.of_seats else text)
    return changes


def _plain_changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    changes = []
    for key in dict.fromkeys([*before, *after]):
        was, now = plain(before.get(key)), plain(after.get(key))
        if was != now:
            changes.append(_change(colon(key), was, now, removed=key in after and not now))
    return changes


def _change(label: str, was: str, now: str, *, removed: bool) -> str:
    if removed:
        return _("%(label)s %(value)s, removed") % {"label": label, "value": was}
    return f"{label} {was} → {now}" if was and now else f"{label} {was or now}"


def _by_key(side: Any) -> dict[str, Any]:
    return side if type(side) is dict else {"value": side}


def _value(of_fact: FactWording, value: Any, names: Names) -> str:
    fact = of_fact.fact
    if value is None or value == "":
        return ""
    if fact.model:
        return _people(value, names[fact.model])
    if type(value) in CODES and value in of_fact.choices:
        return of_fact.choices[value]
    return fact.render(value)


def _people(value: Any, names: dict[int, str]) -> str:
    """Return the names in a value: one player, a pair, or a list of pairs."""
    if type(value) is list:
        between = ", " if list in map(type, value) else " – "
        return between.join([_people(each, names) for each in value])
    if value is None or value == 0:
        return _("bye")
    return names.get(value, "") if isinstance(value, int) else plain(value)


def _names_for(entries: Iterable[AuditEntry], subjects: Iterable[tuple[str, int]], language: str | None) -> Names:
    """Read the names of all rows that the entries mention, in one query for each model."""
    wanted: dict[str, set[int]] = defaultdict(set)
    for entry, (model, number) in zip(entries, subjects, strict=True):
        wanted[model].add(number)
        wanted["registration"].add(_link_of(entry))
        wording = _wording(entry.action, language)
        for key, fact, *_texts in wording.facts if wording else ():
            if fact.model:
                for side in (_by_key(entry.before), _by_key(entry.after)):
                    if key in side:
                        _add_ids(side[key], wanted[fact.model])
    known = namers()
    return defaultdict(dict, {model: known[model](pks - {0}) for model, pks in wanted.items() if model in known})


def _subject(entry: AuditEntry) -> tuple[str, int]:
    """Return model and id of the subject. The id is 0, which no row has, if the entry names none."""
    model, _colon, number = entry.subject.partition(":")
    return model, _possible_id(int(number)) if number.isdecimal() else 0


def _add_ids(value: Any, found: set[int]) -> None:
    """Add the numbers that can be ids of rows."""
    if type(value) is list:
        for each in value:
            _add_ids(each, found)
    elif number := _possible_id(value):
        found.add(number)


def _possible_id(value: Any) -> int:
    """Return the value if it is a number that can be the id of a row, or 0."""
    return value if type(value) is int and 0 < value <= LARGEST_KEY else 0
