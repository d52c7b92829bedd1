"""The acts of the journal in words. Each room says what its own acts are called and how its rows are named."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User

Text = str | Promise
Names = dict[str, dict[int, str]]
Namer = Callable[[Iterable[int]], dict[int, str]]


@dataclass(frozen=True)
class Fact:
    """What an entry kept under one key: one of `choices`, the number of a row of `model`, or something `told` so."""

    label: Text
    choices: Mapping[Any, Text] = field(default_factory=dict)
    model: str = ""
    told: Callable[[Any], str] = str


@dataclass(frozen=True)
class Act:
    """`sentence` may name the %(subject)s; keys without a fact are for programs only."""

    sentence: Text
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class Words:
    acts: Mapping[str, Act]
    namers: Mapping[str, Namer]


def act(sentence: Text, **facts: Fact) -> Act:
    return Act(sentence, facts)


def name_people(pks: Iterable[int]) -> dict[int, str]:
    return {user.pk: user.shown_name for user in User.objects.filter(pk__in=pks)}


@cache
def acts() -> dict[str, Act]:
    return {action: act for words in _words() for action, act in words.acts.items()}


@cache
def namers() -> dict[str, Namer]:
    return {model: namer for words in _words() for model, namer in words.namers.items()}


def _words() -> list[Words]:
    return [import_module(path).WORDS for path in settings.JOURNAL_WORDS]


WORDS = Words(acts={"account-erased": act(_("An account was deleted"))}, namers={"user": name_people})
