"""Documents that hurt readers: broken, boundless, ambiguous, mislabelled, or right in form and wrong in meaning.

NASTY maps a name to the bytes. What is seen to break something in the wild is added here, and every door meets it.
"""

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from itertools import product
from typing import Any

LOG = {"format": "krosmaster-log/1", "match": {"id": "x"}, "players": {}, "actions": []}
TEAM = {"format": "krosmaster-team/1", "name": "x", "figures": ["bill-tell"]}

BROKEN = {
    "empty": b"",
    "a space": b" ",
    "a newline": b"\n" * 5000,
    "only a byte order mark": b"\xef\xbb\xbf",
    "byte order mark": b"\xef\xbb\xbf{}",
    "utf-16": '{"a": "é"}'.encode("utf-16"),
    "utf-32": '{"a": "é"}'.encode("utf-32"),
    "latin-1": '{"name": "Évangelyne"}'.encode("latin-1"),
    "overlong utf-8": b'{"a": "\xc0\xaf"}',
    "surrogate in utf-8": b'{"a": "\xed\xa0\x80"}',
    "beyond unicode": b'{"a": "\xf5\x80\x80\x80"}',
    "cut in a letter": '{"a": "é'.encode()[:-1],
    "all bytes": bytes(range(256)),
    "noughts": b"\0" * 5000,
    "png": b"\x89PNG\r\n\x1a\n" + b"\0" * 64,
    "pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "elf": b"\x7fELF" + b"\x01" * 60,
    "pickle": b"\x80\x04\x95\x1c\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94.",
    "html": b"<!doctype html><script>alert(1)</script>",
    "xml bomb": b'<!DOCTYPE a [<!ENTITY b "' + b"c" * 1000 + b'"><!ENTITY d "&b;&b;&b;">]><a>&d;&d;</a>',
    "xxe": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    "yaml": b"!!python/object/apply:os.system ['true']",
    "toml": b'[team]\nname = "x"\n',
    "csv": b"name,level\r\n=1+1,2\r\n",
    "urlencoded": b"a=1&b=2&a=%00&c=%ff&d[]=1",
    "multipart without end": b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
}

SYNTAX = [
    *(
        "{",
        "[",
        "}",
        "]",
        '"',
        "{]",
        "[}",
        '{"a"}',
        '{"a":}',
        '{"a":1,}',
        "[1,]",
        "[,1]",
        "{,}",
        "[1 2]",
        '{"a" 1}',
        "{'a': 1}",
    ),
    *(
        "{a: 1}",
        "tru",
        "nul",
        "True",
        "None",
        "undefined",
        "NaN",
        "-NaN",
        "Infinity",
        "-Infinity",
        "01",
        "+1",
        "1.",
        ".5",
        "1e",
        "0x10",
    ),
    *(
        "1e999",
        "-1e999",
        "1e-999",
        "--1",
        "1_000",
        "// comment\n{}",
        "/* c */{}",
        "{}{}",
        "[] []",
        "{}x",
        "\x0b{}",
        "\u00a0{}",
        "\u2028",
    ),
    *(
        '"\\x"',
        '"\\u12"',
        '"\\ud800"',
        '"\\udfff\\ud800"',
        '"\\u0000"',
        '"\n"',
        '"\t"',
        '"\x01"',
        '"' + "\\" * 99 + '"',
        "'a'",
        "(1)",
    ),
]

NUMBERS = [
    "-0",
    "1" * 400,
    "-" + "9" * 30,
    "9007199254740993",
    "1e308",
    "0.1e-400",
    "1" + "0" * 5000,
    "3.0",
    "1E2",
    "-1",
    "2147483648",
]

TEXTS = {
    "nought": "\0",
    "escape": "\x1b[2J\x1b]0;x\x07",
    "right to left": "\u202egnp.exe",
    "zero width": "a\u200b\u200d\ufeffb",
    "zalgo": "Z" + "\u0301\u0327" * 300,
    "ligature": "\ufdfa" * 200,
    "emoji": "👩‍👩‍👧‍👦" * 50,
    "private use": "\ue000\U0010ffff",
    "line separators": "a\u2028b\u2029c\x85d",
    "long": "x" * 20_000,
    "very long": "y" * 200_000,
    "spaces": " " * 3000,
    "script": "<script>alert(1)</script>",
    "attribute": '" onload="alert(1)',
    "image": "<img src=x onerror=alert(1)>",
    "template": "{{ request.user.password }}{% debug %}",
    "format": "%s%n{0.__class__}{}",
    "sql": "'; DROP TABLE accounts_user; --",
    "shell": "$(reboot) `id` ; cat /etc/passwd |",
    "path": "../../../../etc/passwd",
    "windows path": "..\\..\\con\\nul.txt",
    "file url": "file:///etc/passwd",
    "javascript url": "javascript:alert(1)",
    "metadata url": "http://169.254.169.254/latest/meta-data/",
    "header": "x\r\nSet-Cookie: a=b",
    "formula": "=HYPERLINK(1)",
    "formula after space": " \t@SUM(1)",
    "markdown": "[x](javascript:alert(1)) ![](x) <b onclick=1>",
    "regular expression": "a" * 40 + "!",
    "dots": "." * 300,
    "turkish": "İıŞğ",
    "not normal": "e\u0301 vs \u00e9",
    "boolean word": "true",
    "date": "0000-00-00T99:99:99+99:99",
    "huge date": "99999-12-31",
}


def deep(opening: str, closing: str, depth: int, inside: str = "") -> bytes:
    return (opening * depth + inside + closing * depth).encode()


BOUNDLESS = {
    "deep list": deep("[", "]", 100_000),
    "deep list without end": b"[" * 100_000,
    "deep object": deep('{"a":', "}", 50_000, "1"),
    "just too deep": deep("[", "]", 33),
    "many empty objects": b"[" + b"{}," * 250_000 + b"{}]",
    "many lists": b'{"a":[' + b"[]," * 250_000 + b"[]]}",
    "many numbers": b"[" + b"1," * 300_000 + b"1]",
    "many keys": b"{" + b",".join(b'"%d":1' % n for n in range(120_000)) + b"}",
    "one long string": b'"' + b"a" * 2_000_000 + b'"',
    "one long key": b'{"' + b"k" * 500_000 + b'":1}',
    "long number": b"1" * 100_000,
    "escapes": b'"' + b"\\u0041" * 100_000 + b'"',
    "quotes": b'"\\' * 200_000,
    "gzip": gzip.compress(b"[" + b"0," * 1_000_000 + b"0]"),
    "same key": b"{" + b'"a":1,' * 50_000 + b'"a":2}',
    "colliding keys": json.dumps({str(2**61 * n): n for n in range(2000)}).encode(),
}

AMBIGUOUS = {
    "a key twice": b'{"format": "krosmaster-log/1", "format": "krosmaster-team/1"}',
    "a key twice, written differently": b'{"name": 1, "na\\u006de": 2}',
    "proto": b'{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}',
    "class": b'{"__class__": "User", "pk": 1, "is_superuser": true, "_state": {}}',
    "empty key": b'{"": {"": {"": []}}}',
    "dotted key": b'{"a.b": 1, "a": {"b": 2}}',
}


def zipped() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../evil.json", b"0" * 1_000_000)
    return held.getvalue()


def wrong_in_meaning() -> Iterator[tuple[str, bytes]]:
    """A right document with one value of another kind, at every place."""
    kinds: dict[str, Any] = {
        "null": None,
        "list": [],
        "object": {},
        "number": -1,
        "truth": True,
        "text": "\u202e",
        "nested": [[[]]],
    }
    for name, document in (("log", LOG), ("team", TEAM)):
        for key, (kind, value) in product(document, kinds.items()):
            yield f"{name} with {kind} for {key}", json.dumps(document | {key: value}).encode()
        for key in document:
            yield f"{name} without {key}", json.dumps({k: v for k, v in document.items() if k != key}).encode()
        yield f"{name} of a later format", json.dumps(document | {"format": f"krosmaster-{name}/99"}).encode()
        yield f"{name} with a stranger", json.dumps(document | {"surprise": 1}).encode()
        yield f"{name} in a list", json.dumps([document, document]).encode()


NASTY: dict[str, bytes] = {
    **BROKEN,
    **{f"syntax {number}": text.encode("utf-8", "surrogatepass") for number, text in enumerate(SYNTAX)},
    **{f"number {text[:20]}": f'{{"format": {text}, "id": {text}}}'.encode() for text in NUMBERS},
    **{f"bare number {text[:20]}": text.encode() for text in NUMBERS},
    **{
        f"text {name}": json.dumps({"name": text, "text": text, "format": text}).encode()
        for name, text in TEXTS.items()
    },
    **{f"raw text {name}": text.encode() for name, text in TEXTS.items()},
    **BOUNDLESS,
    **AMBIGUOUS,
    "zip": zipped(),
    **dict(wrong_in_meaning()),
}
