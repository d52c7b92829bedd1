"""Descriptions of audit log entries. The names of rows are read in one query for each model."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.audit_descriptions import ActionDescription, Fact, Name, Names, Said, actions, namers, plain
from core.models import AuditEntry
from teams.wording import colon

LARGEST_KEY = 2**63 - 1
DESCRIPTION_ERRORS = (TypeError, ValueError, LookupError, AttributeError)  # caused by facts of unexpected types

UNNAMED = {"a": gettext_lazy("first player"), "b": gettext_lazy("second player")}  # for a match that was deleted

logger = logging.getLogger(__name__)


class Change(NamedTuple):
    label: str  # ends with a colon
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.label} {' → '.join(filter(None, (self.before, self.after)))}"


class AuditLine(NamedTuple):
    entry: AuditEntry
    sentence: str
    changes: list[Change]
    guest: str = ""  # name of a player who used their personal link instead of an account

    def __str__(self) -> str:
        return _("; ").join([self.sentence, *map(str, self.changes)])


@dataclass(frozen=True)
class Words:
    """Names and translations shared by many entries, looked up once."""

    names: Names
    say: Said
    label: Said  # appends a colon
    deleted: str


def describe_entries(entries: Iterable[AuditEntry], *, closed_too: bool = True) -> list[AuditLine]:
    """Describe the entries. `closed_too`: include facts that only staff with the right to see lists may read."""
    entries = list(entries)
    names = _names_for(entries)
    words = Words(names, Said(), Said(colon), _("(deleted)"))
    lines = [_describe(entry, words, closed_too) for entry in entries]
    players = names["registration"]
    return [line._replace(guest=players[link]) if (link := _link_of(line.entry)) in players else line for line in lines]


def _link_of(entry: AuditEntry) -> int:
    """Return the id of the player whose personal link was used, or 0, which no row has."""
    link = entry.after.get("link") if entry.who_id is None and isinstance(entry.after, dict) else 0
    return _possible_id(link)


def describe_action(action: str) -> str:
    """Return the description of an action without its subject, for the filter."""
    return str(_description_of(action).sentence) % {"subject": "…"}


def facts_kept(entry: AuditEntry, *, closed_too: bool) -> tuple[Any, Any]:
    """Return `before` and `after` as stored, without what is closed to the reader."""
    if closed_too:
        return entry.before, entry.after
    closed = {key for key, fact in _description_of(entry.action).facts.items() if fact.closed}
    return _drop_keys(entry.before, closed), _drop_keys(entry.after, closed)


def _drop_keys(side: Any, keys: set[str]) -> Any:
    return {key: value for key, value in side.items() if key not in keys} if isinstance(side, dict) else side


def _description_of(action: str) -> ActionDescription:
    """Return the description of an action; entries of an older version may have actions without one."""
    return actions().get(action) or ActionDescription(_plain_name(action).replace("%", "%%"))


def _plain_name(action: str) -> str:
    return action.replace("-", " ")


def _describe(entry: AuditEntry, words: Words, closed_too: bool) -> AuditLine:
    """Describe an entry. If that fails, show its plain facts, so that one bad entry does not break the page."""
    before, after = map(_by_key, facts_kept(entry, closed_too=closed_too))
    act = actions().get(entry.action)
    if act is None:
        return AuditLine(entry, _plain_name(entry.action), list(_plain_changes(before, after)))
    try:
        model, number = _subject(entry)
        name = words.names[model].get(number, words.deleted)
        seats = name.seats if isinstance(name, Name) else UNNAMED
        sentence = words.say(act.sentence) % {"subject": name}
        return AuditLine(entry, sentence, list(_changes(act, before, after, words, seats)))
    except DESCRIPTION_ERRORS:
        logger.exception("Entry %s of the audit log (%s) cannot be described.", entry.pk, entry.action)
        return AuditLine(entry, _plain_name(entry.action), list(_plain_changes(before, after)))


def _changes(
    act: ActionDescription,
    before: dict[str, Any],
    after: dict[str, Any],
    words: Words,
    seats: Mapping[str, str | Promise],
) -> Iterator[Change]:
    for key, fact in act.facts.items():
        if key not in before and key not in after:
            continue  # most entries have only a few of the facts
        was = _value(fact, before[key], words) if key in before else ""
        now = _value(fact, after[key], words) if key in after else ""
        if was == now:
            continue
        texts = [words.label(fact.label), was, now]
        yield Change(*([text % seats for text in texts] if fact.of_seats else texts))


def _plain_changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
    for key in dict.fromkeys([*before, *after]):
        was, now = plain(before.get(key)), plain(after.get(key))
        if was != now:
            yield Change(colon(key), was, now)


def _by_key(side: Any) -> dict[str, Any]:
    return side if isinstance(side, dict) else {"value": side}


def _value(fact: Fact, value: Any, words: Words) -> str:
    if value is None or value == "":
        return ""
    return _people(value, words.names[fact.model]) if fact.model else fact.in_words(value, words.say)


def _people(value: Any, names: dict[int, str]) -> str:
    """Return the names in a value: one player, a pair, or a list of pairs."""
    if isinstance(value, list):
        between = ", " if any(isinstance(each, list) for each in value) else " – "
        return between.join(_people(each, names) for each in value)
    if value is None or value == 0:
        return _("bye")
    return names.get(value, "") if isinstance(value, int) else plain(value)


def _names_for(entries: Iterable[AuditEntry]) -> Names:
    wanted: dict[str, set[int]] = defaultdict(set)
    for entry in entries:
        model, number = _subject(entry)
        wanted[model].add(number)
        wanted["registration"].add(_link_of(entry))
        before, after = _by_key(entry.before), _by_key(entry.after)
        for key, fact in _description_of(entry.action).facts.items():
            if fact.model and (key in before or key in after):
                wanted[fact.model].update(_possible_ids([before.get(key), after.get(key)]))
    return defaultdict(dict, {model: namers()[model](pks) for model, pks in wanted.items() if model in namers()})


def _subject(entry: AuditEntry) -> tuple[str, int]:
    """Return model and id of the subject. The id is 0, which no row has, if the entry names none."""
    model, _colon, number = entry.subject.partition(":")
    return model, _possible_id(int(number)) if number.isdecimal() else 0


def _possible_ids(value: Any) -> Iterator[int]:
    """Yield the numbers that can be ids of rows."""
    if isinstance(value, list):
        for each in value:
            yield from _possible_ids(each)
    elif number := _possible_id(value):
        yield number


def _possible_id(value: Any) -> int:
    """Return the value if it is a number that can be the id of a row, or 0."""
    return value if type(value) is int and 0 < value <= LARGEST_KEY else 0
