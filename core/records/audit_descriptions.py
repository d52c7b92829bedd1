"""Descriptions of audit log entries. Each app registers what its actions are called and how its rows are named."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

LONGEST_PLAIN = 300  # longest text shown for a value that has no description
Text = str | Promise
Names = dict[str, dict[int, str]]
Namer = Callable[[Iterable[int]], dict[int, str]]


def plain(value: Any) -> str:
    """Any value that an entry can hold, as text: the fallback for facts without a description."""
    if not isinstance(value, list | dict):
        return "" if value is None else str(value)
    if isinstance(value, list) and not any(isinstance(each, list | dict) for each in value):
        return _shortened(", ".join(map(plain, value)))
    return _shortened(json.dumps(value, ensure_ascii=False))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_PLAIN else f"{text[:LONGEST_PLAIN]}…"


def is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


class Name(str):
    """The name of a row, with the people seated at it and other words that its facts refer to."""

    __slots__ = ("seats",)
    seats: dict[str, str]

    def __new__(cls, text: str, **seats: str) -> "Name":
        name = super().__new__(cls, text)
        name.seats = seats
        return name


@dataclass(frozen=True)
class Fact:
    """A value of an entry: one of `choices`, the key of a row of `model`, or a value that `render` turns into text.

    Any value can be shown, because an earlier version of the site may have stored another type under the same key. A
    `closed` fact is shown only to people who may see the players' lists. The label and choices of a fact `of_seats` may
    refer to the words of the entry's subject, such as %(a)s and %(b)s.
    """

    label: Text
    choices: Mapping[Any, Text] = field(default_factory=dict)
    model: str = ""
    render: Callable[[Any], str] = plain
    closed: bool = False
    of_seats: bool = False


@dataclass(frozen=True)
class Feedback:
    """How the sentence is said to the staff whose step it was."""

    undo: Text = ""  # the button that undoes it
    lists_changes: bool = False  # the message says what changed, too
    is_welcome: bool = True
    is_implied: bool = False  # by the message about the new state of the event


@dataclass(frozen=True)
class ActionDescription:
    """`sentence` may name the %(subject)s; keys without a fact are for programs only."""

    sentence: Text
    facts: Mapping[str, Fact] = field(default_factory=dict)
    feedback: Feedback = Feedback()


@dataclass(frozen=True)
class Descriptions:
    actions: Mapping[str, ActionDescription]
    namers: Mapping[str, Namer]


def describe(sentence: Text, feedback: Feedback = Feedback(), /, **facts: Fact) -> ActionDescription:
    return ActionDescription(sentence, facts, feedback)


_actions: dict[str, ActionDescription] = {}
_namers: dict[str, Namer] = {}


def register(words: Descriptions) -> None:
    """Call in `AppConfig.ready`."""
    _actions.update(words.actions)
    _namers.update(words.namers)


def actions() -> Mapping[str, ActionDescription]:
    return _actions


def namers() -> Mapping[str, Namer]:
    return _namers
