"""What each shape of a document's value takes, where it points when it refuses, and how it describes itself."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from rules.arena.log_claims import CORRECTED_MARKERS, declared_of
from rules.arena.power_names import read_power
from rules.common import dice_fields, fields
from rules.common.fields import InvalidValue, Shape
from rules.common.messages import message as _
from rules.common.verdicts import Illegal
from tools.document_schemas import document_schema

COUNT = fields.at_most(5)
TWICE = _("only once")

TAKEN = {
    "the least number": (lambda: fields.at_most(5), 0),
    "the greatest number": (lambda: fields.at_most(5), 5),
    "nothing where that is allowed": (lambda: fields.nullable(COUNT), None),
    "a number where nothing is allowed too": (lambda: fields.nullable(COUNT), 3),
    "a word of the list": (lambda: fields.one_of("up", "down"), "down"),
    "a number of the list": (lambda: fields.one_of(1, 2), 2),
    "an empty list": (lambda: fields.list_of(COUNT), []),
    "a list": (lambda: fields.list_of(COUNT), [1, 1]),
    "a list without a repetition": (lambda: fields.each_once(fields.list_of(COUNT), TWICE), [1, 2]),
    "an object of any names": (lambda: fields.table_of(COUNT), {"a": 1}),
    "one instead of a list": (lambda: fields.one_or_list_of(COUNT, 2), 3),
    "a list of the greatest length": (lambda: fields.one_or_list_of(COUNT, 2), [3, 4]),
    "one for each side": (lambda: fields.both(COUNT), {"A": 1, "B": 2}),
    "one for neither side": (lambda: fields.either(COUNT), {}),
    "markers of the gauges": (lambda: CORRECTED_MARKERS, {"ap": 1, "mp": -2}),
    "who placed a marker": (lambda: CORRECTED_MARKERS, {"glyph": "a1"}),
    "a marker taken away": (lambda: CORRECTED_MARKERS, {"glyph": None}),
    "a number of special markers": (lambda: CORRECTED_MARKERS, {"glyph": 2}),
    "a turned die": (lambda: dice_fields.die, "lock>dodge"),
}


@pytest.mark.parametrize(("shape", "value"), TAKEN.values(), ids=TAKEN)
def test_a_value_of_the_shape_is_taken(shape: Callable[[], Shape], value: Any) -> None:
    assert not shape()(value)


REFUSED = {
    "below the least": (lambda: fields.at_most(5), -1, "out-of-bounds", ""),
    "above the greatest": (lambda: fields.at_most(5), 6, "out-of-bounds", ""),
    "a truth for a number": (lambda: fields.at_most(5), True, "wrong-type", ""),
    "too large where nothing is allowed": (lambda: fields.nullable(COUNT), 6, "out-of-bounds", ""),
    "another word": (lambda: fields.one_of("up", "down"), "left", "not-a-choice", ""),
    "another number": (lambda: fields.one_of(1, 2), 3, "not-a-choice", ""),
    "true for 1": (lambda: fields.one_of(1, 2), True, "not-a-choice", ""),
    "a list for a word": (lambda: fields.one_of("up", "down"), ["up"], "not-a-choice", ""),
    "no list": (lambda: fields.list_of(COUNT), 3, "wrong-type", ""),
    "one of a list": (lambda: fields.list_of(COUNT), [1, 6], "out-of-bounds", "/1"),
    "a repetition": (lambda: fields.each_once(fields.list_of(COUNT), TWICE), [1, 2, 1], "twice", "/2"),
    "a list for an object": (lambda: fields.table_of(COUNT), [1], "wrong-type", ""),
    "a list for an object with fields": (lambda: fields.both(COUNT), [1], "wrong-type", ""),
    "a value of an object": (lambda: fields.table_of(COUNT), {"a/b": 6}, "out-of-bounds", "/a~1b"),
    "one that does not fit": (lambda: fields.one_or_list_of(COUNT, 2), 6, "out-of-bounds", ""),
    "one too many": (lambda: fields.one_or_list_of(COUNT, 2), [3, 4, 5], "too-many", ""),
    "nothing for A": (lambda: fields.both(COUNT), {"B": 2}, "missing-field", ""),
    "nothing for B": (lambda: fields.both(COUNT), {"A": 2}, "missing-field", ""),
    "a unit for the markers of a gauge": (lambda: CORRECTED_MARKERS, {"ap": "a1"}, "wrong-type", "/ap"),
    "nothing for the markers of a gauge": (lambda: CORRECTED_MARKERS, {"range": None}, "wrong-type", "/range"),
    "a fraction of a marker": (lambda: CORRECTED_MARKERS, {"glyph": 1.5}, "wrong-type", "/glyph"),
    "too many markers": (lambda: CORRECTED_MARKERS, {"glyph": 2000}, "out-of-bounds", "/glyph"),
    "no face": (lambda: dice_fields.die, "skull", "unknown-face", ""),
    "a list for one die": (lambda: dice_fields.die, ["lock"], "unknown-face", ""),
}


@pytest.mark.parametrize(("shape", "value", "code", "pointer"), REFUSED.values(), ids=REFUSED)
def test_another_value_is_refused_and_pointed_at(
    shape: Callable[[], Shape], value: Any, code: str, pointer: str
) -> None:
    with pytest.raises(InvalidValue) as refused:
        shape()(value)
    assert (refused.value.code, refused.value.pointer) == (code, pointer)


def test_undeclared_names_are_removed_however_many_fields_there_are() -> None:
    known = dict.fromkeys("abc", (COUNT, False))
    facts = {"a": 1, "odd": 2, "b": 3, "c": 4, "even": 5}
    assert fields.check_fields(facts, known) == ["odd", "even"]
    assert facts == {"a": 1, "b": 3, "c": 4}
    one = {"c": 1, "odd": 2}
    assert (fields.check_fields(one, known), one) == (["odd"], {"c": 1})
    assert fields.check_fields(copy.copy(facts), known) == []


SCHEMAS = {
    "a number": (lambda: fields.at_most(5), {"type": "integer", "minimum": 0, "maximum": 5}),
    "one word": (lambda: fields.one_of("up"), {"const": "up"}),
    "several words": (lambda: fields.one_of("up", "down"), {"enum": ["up", "down"]}),
    "a list": (lambda: fields.list_of(COUNT), {"type": "array", "items": COUNT}),
    "a list without repetitions": (
        lambda: fields.each_once(fields.list_of(COUNT), TWICE),
        {"type": "array", "items": COUNT, "uniqueItems": True},
    ),
    "an object of any names": (lambda: fields.table_of(COUNT), {"type": "object", "additionalProperties": COUNT}),
    "both sides": (
        lambda: fields.both(COUNT),
        {"type": "object", "required": ["A", "B"], "properties": {"A": COUNT, "B": COUNT}},
    ),
    "either side": (lambda: fields.either(COUNT), {"type": "object", "properties": {"A": COUNT, "B": COUNT}}),
    "what is described": (
        lambda: fields.one_of("up").described("the face"),
        {"description": "the face", "const": "up"},
    ),
    "what is named alone": (lambda: fields.one_of("up").named("face"), {"const": "up"}),
}


def test_an_object_named_like_the_one_before_is_checked_alike() -> None:
    reader = fields.Reader({"a": (fields.text, True), "b": (COUNT, False)})
    with pytest.raises(InvalidValue):
        reader.check({})
    for right in ({"a": "x"}, {"a": "y"}, {"a": "x", "b": 1}, {"b": 2, "a": "x"}, {"a": "z"}):
        assert reader.check(right) == []
        for wrong in ({}, {"a": 1}, {"a": "x", "b": 6}, {"b": 1}):
            with pytest.raises(InvalidValue):
                reader.check(dict(wrong))
        assert reader.check({"a": "x", "c": 1}) == ["c"]


@pytest.mark.parametrize(("shape", "schema"), SCHEMAS.values(), ids=SCHEMAS)
def test_a_shape_says_as_a_schema_what_it_takes(shape: Callable[[], Shape], schema: dict[str, Any]) -> None:
    assert shape().schema == schema


CLAIMS: dict[str, dict[str, Any]] = {
    "no stocks": {},
    "one stock": {"glory": {"A": 1}},
    "all powers lost": {"lost_powers": {"a1": True}},
    "some powers lost": {"lost_powers": {"a1": ["lock"]}},
    "gained": {"gained": {"a1": {"mp": 1}}},
    "injuries alone": {"injuries": {"a1": 1}},
    "markers alone": {"markers": {"a1": {"ap": -1}}},
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_a_claim_says_only_what_it_has_to_say(claim: dict[str, Any]) -> None:
    said = copy.deepcopy(claim)
    assert not declared_of("AB")(said)
    assert said == claim


@pytest.mark.parametrize(
    ("claim", "pointer"),
    [
        ({"lost_powers": {"a1": [1]}}, r"/lost_powers/a1/0"),
        ({"lost_powers": {"a1": False}}, r"/lost_powers/a1"),
        ({"gained": {"a1": {"mp": 2000}}}, r"/gained/a1/mp"),
    ],
)
def test_a_claim_of_another_shape_is_pointed_at(claim: dict[str, Any], pointer: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        declared_of("AB")(claim)
    assert re.fullmatch(pointer, refused.value.pointer)


def test_a_schema_file_is_written_in_plain_letters() -> None:
    named = fields.one_of("é").named("face")
    text = document_schema({"face": (named, True)}, slug="x", title="Élan", description="")
    assert "Élan" in text and json.loads(text)["$defs"] == {"face": {"const": "é"}}


@pytest.mark.parametrize(("value", "power"), [("lock", "lock"), ("resistance-fire", "resistance-fire")])
def test_a_power_is_read_with_its_argument(value: str, power: str) -> None:
    assert read_power(value) == power


@pytest.mark.parametrize(
    ("value", "code"),
    [("nothing", "unknown-power"), ("lock-2", "unknown-power"), ("resistance-fire-2", "not-a-choice")],
)
def test_a_power_that_there_is_not_is_refused(value: str, code: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        read_power(value)
    assert refused.value.code == code


def test_a_refusal_by_no_article_cites_none() -> None:
    assert Illegal("", "x", TWICE).cited(lambda article, _code: f"arena {article}").article == ""
    assert Illegal("1.3.5", "x", TWICE).cited(lambda article, _code: f"arena {article}").article == "arena 1.3.5"
