"""Documents from strangers are read strictly, and what is refused is pointed at."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.common import strictjson
from rules.common.verdicts import Malformed


def read(data, max_bytes=5_000_000, max_depth=32, **limits):
    return strictjson.loads(data, max_bytes=max_bytes, max_depth=max_depth, **limits)


REFUSED = {
    "too many bytes": (b" " * 5_000_001, "", "too-large"),
    "latin-1": (b'"caf\xe9"', "", "not-utf8"),
    "utf-16": ('{"a": 1}'.encode("utf-16"), "", "not-utf8"),
    "nothing": (b"", "", "not-json"),
    "two documents": (b"{} {}", "", "not-json"),
    "two byte order marks": (b"\xef\xbb\xbf\xef\xbb\xbf{}", "", "not-json"),
    "a byte order mark alone": (b"\xef\xbb\xbf", "", "not-json"),
    "a raw NUL": (b'"a\0b"', "", "not-json"),
    "33 deep": (b"[" * 33 + b"]" * 33, "", "too-deep"),
    "deep and never closed": (b'{"a":' * 100_000, "", "too-deep"),
    "a million empty objects": (b'{"a":[' + b"{}," * 1_000_000 + b"{}]}", "", "too-many-values"),
    "the same name twice": (b'{"a": [1, {"b": 1, "b": 2}]}', "/a/1", "duplicate-key"),
    "the same name twice beside colons in texts": (b'[{"a:": ":", "a:": ""}]', "/0", "duplicate-key"),
    "NaN": (b'{"a": NaN}', "/a", "not-finite"),
    "minus infinity": (b"[-Infinity]", "/0", "not-finite"),
    "a float past all bounds": (b"[1, 1e999]", "/1", "not-finite"),
    "an integer past 2^53": (b'{"a/b": 9007199254740993}', "/a~1b", "number-too-large"),
    "an integer of ten thousand digits": (b"[" + b"9" * 10_000 + b"]", "/0", "number-too-large"),
    "a long text": (b'{"~": "' + b"a" * 10_001 + b'"}', "/~0", "string-too-long"),
    "a long text of short quotations": (b'{"~": "' + rb"abcde\"" * 2_000 + b'"}', "/~0", "string-too-long"),
    "an escaped NUL": (rb'["a\u0000"]', "/0", "bad-character"),
    "the last half of a surrogate pair": (rb'["a", "\udfff"]', "/1", "bad-character"),
    "32 deep and never closed": (b"[" * 32, "", "not-json"),
    "half a surrogate pair": (rb'{"\ud800": 1}', "", "bad-character"),
}


@pytest.mark.parametrize(("data", "pointer", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_named_by_code_and_place(data, pointer, code):
    with pytest.raises(Malformed) as refusal:
        read(data)
    assert (refusal.value.pointer, refusal.value.code) == (pointer, code)


TAKEN = {
    "a byte order mark first": b"\xef\xbb\xbf{}",
    "as many bytes as are allowed": b" " * 4_999_998 + b"{}",
    "32 deep": b"[" * 32 + b"]" * 32,
    "2^53": b"9007199254740992",
    "minus 2^53": b"-9007199254740992",
    "the longest text": rb'"\u0061' + b"a" * 9_999 + b'"',
}


@pytest.mark.parametrize("data", TAKEN.values(), ids=TAKEN)
def test_what_is_just_within_the_bounds_is_read(data):
    assert read(data) == json.loads(data)


@pytest.mark.parametrize(("most", "taken"), [(4, True), (3, False)])
def test_values_are_counted_by_brackets_and_commas(most, taken):
    if taken:
        assert strictjson.loads(b"[1,2,3]", max_bytes=99, max_depth=9, max_values=most) == [1, 2, 3]
        return
    with pytest.raises(Malformed, match="more than 3 values"):
        strictjson.loads(b"[1,2,3]", max_bytes=99, max_depth=9, max_values=most)


def test_the_first_forty_signs_of_a_repeated_name_are_said():
    with pytest.raises(Malformed) as refusal:
        read(json.dumps({"x": 1, "a" * 50: 2}).encode()[:-1] + b', "' + b"a" * 50 + b'": 3}')
    assert str(refusal.value.message) == f"duplicate name in one object: {'a' * 40!r}"


@pytest.mark.parametrize("most", range(1, 8))
@pytest.mark.parametrize("before", range(4))
def test_a_text_one_sign_too_long_is_refused_anywhere(most, before):
    spaces = b" " * before
    assert read(spaces + b'"' + b"a" * most + b'"', max_string=most) == "a" * most
    with pytest.raises(Malformed, match=f"{most + 1} characters; the limit is {most}"):
        read(spaces + b'"' + b"a" * (most + 1) + b'"', max_string=most)


@pytest.mark.parametrize("text", [r'{"a": "[[[[[[[[\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "b": "\\"}', '["[", "[["]'])
def test_brackets_inside_texts_do_not_count_as_depth(text):
    assert read(text.encode(), max_depth=1) == json.loads(text)


def test_a_whole_surrogate_pair_is_a_sign_like_any_other():
    assert read(rb'"\ud83c\udfb2"') == "🎲"


def test_quotes_escaped_without_end_are_read_in_one_pass():
    with pytest.raises(Malformed):
        read(rb'"' + rb"\"" * 2_000_000)


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
NUMBERS = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


@pytest.mark.ci
@given(DOCUMENTS, st.booleans())
def test_every_harmless_document_reads_as_the_standard_library_reads_it(document, ascii_only):
    data = json.dumps(document, ensure_ascii=ascii_only).encode()
    assert read(data, max_depth=64) == document


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    try:
        read(data)
    except Malformed as refusal:
        assert refusal.code
