"""Every word of every address, and every field and parameter of the API, with what no row and no column can be."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.urls import NoReverseMatch

from accounts.models import ApiToken, User
from config.settings import API_SCOPES
from tests.nasty.filling import Visitor
from tests.nasty.recorder import Asked, recording
from tests.nasty.routes import Door, doors
from tests.nasty.values import EVERYTHING, JSON_VALUES, SEND_ALL, parts

DOORS = [door for door in doors() if door.name != "readyz"]
API = [door for door in DOORS if door.pattern.startswith("api/")]
NUMBERS = ["0", "32768", "2147483648", "9223372036854775808", "9" * 30]
TEXTS = ["-", "x" * 3000, "\u202e", "\ud800", "%", "NaN", "9" * 30]
EVERY_TEXT = [value for value in EVERYTHING.values() if SEND_ALL and isinstance(value, str)]
WORDS = [word for word in (*NUMBERS, *TEXTS, *EVERY_TEXT) if "\0" not in word]  # no NUL gets this far: test_bodies.py
FEW = list(EVERYTHING) if SEND_ALL else ["nought", "lone surrogate", "thirty nines", "long"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(client, person) -> Visitor:
    return Visitor(client, person)


def odd_addresses(door: Door, values: dict[str, Any], each: list[str]) -> Iterator[str]:
    """One word at a time; what the pattern itself refuses leads nowhere."""
    right = {word: str(values.get(word, "x")) for word, _expression in door.words}
    for word, _expression in door.words:
        for odd in each:
            try:
                yield door.address({**values, word: odd.encode("utf-8", "replace").decode()})
            except NoReverseMatch:
                place = f"/{quote(odd, errors='surrogatepass')}/"
                yield door.address(values).replace(f"/{right[word]}/", place, 1)


def failing(visitor: Visitor, values: dict[str, Any], each: list[str]) -> list[str]:
    odd = {address for door in DOORS for address in odd_addresses(door, values, each)}
    assert len(odd) > 100
    return [address[:120] for address in sorted(odd) if visitor.fails("GET", address, {})]


@pytest.mark.ci
def test_no_number_in_an_address_answers_with_an_error(visitor, values):
    assert failing(visitor, values, ["9" * 30]) == []


@pytest.mark.ci
@pytest.mark.parametrize("words", parts(WORDS, 15), ids=lambda words: ascii(words[0])[:20])
def test_no_word_of_an_address_answers_with_an_error(visitor, values, words):
    assert failing(visitor, values, words) == []


class Program(Visitor):
    """Speaks JSON, with a token that may do everything."""

    def __init__(self, client: Any, person: User) -> None:
        super().__init__(client, None)
        _row, secret = ApiToken.issue(owner=person, name="nasty", scopes=API_SCOPES)
        self.headers = {"Authorization": f"Bearer {secret}"}

    def says(self, address: str, document: Any) -> int:
        body = json.dumps(document)
        with self.undone():
            answer = self.client.generic("POST", address, body, "application/json", headers=self.headers)
        return answer.status_code

    def asks(self, address: str, query: dict[str, Any]) -> int:
        with self.undone():
            return self.client.get(address, query, headers=self.headers).status_code


def fields_of(program: Program, address: str) -> dict[str, Any]:
    """What an operation reads, from its serializers: the right kind of value for each."""
    asked = Asked()
    with recording(asked):
        program.says(address, {})
    fields = {name: field for one in asked.serializers for name, field in one.fields.items() if not field.read_only}
    return {name: next(iter(getattr(field, "choices", {})), 1) for name, field in fields.items()}


def parameters_of(program: Program, address: str) -> set[str]:
    asked = Asked()
    with recording(asked):
        program.asks(address, {})
    return asked.names


@pytest.mark.ci
@pytest.mark.parametrize("odd", parts(JSON_VALUES, 25), ids=lambda odd: ascii(odd[0])[:20])
def test_no_field_of_the_api_answers_with_an_error(client, values, person, odd):
    program, found, met = Program(client, person), [], set()
    for door in API:
        address = door.address(values)
        fields = fields_of(program, address)
        met |= fields.keys()
        sent = [(name, value) for name in fields for value in odd]
        failed = [one for one in sent if program.says(address, fields | dict([one])) >= 500]
        found += [f"{address} {name}={value!r}"[:200] for name, value in failed]
    assert found == []
    assert {"rating", "glory_a", "version", "outcome", "note"} <= met


@pytest.mark.ci
@pytest.mark.parametrize("few", parts(FEW, 25), ids=lambda few: few[0])
def test_no_parameter_of_the_api_answers_with_an_error(client, values, person, few):
    program = Program(client, person)
    asked = [(door.address(values), name) for door in API for name in parameters_of(program, door.address(values))]
    sent = [(address, name, kind) for address, name in asked for kind in few if isinstance(EVERYTHING[kind], str)]
    assert [one for one in sent if program.asks(one[0], {one[1]: EVERYTHING[one[2]]}) >= 500] == []
    assert "round" in {name for _address, name in asked}
