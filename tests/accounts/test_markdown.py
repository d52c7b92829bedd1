"""Markdown from people: what it looks like, and that no text takes long."""

import re
import time
from html import unescape
from unittest import mock

import pyromark
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.text.markdown import DEEPEST, LONGEST, MOST_PARTS, render
from tests.nasty.markdown import BITS, hostile_texts

WITHIN = 1.0  # seconds of CPU; each takes less than 0.05 on an idle machine, the old way took minutes


def line_of(text: str) -> str:
    return re.sub(r"\n\s*", "", render(text))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One\ntwo  \nthree", "<p>One<br>two<br>three</p>"),
        ("**Cut**, *then* `prizes`", "<p><strong>Cut</strong>, <em>then</em> <code>prizes</code></p>"),
        ("- a\n- b\n  1. c", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("> q", "<blockquote><p>q</p></blockquote>"),
        ("a\n\n---\n\nb", "<p>a</p><hr><p>b</p>"),
        ("    x < y", "<pre><code>x &lt; y</code></pre>"),
        ("![a *board*](b.png)", "<p>a <em>board</em></p>"),
        ("a<br>b<BR/>c", "<p>a<br>b<br>c</p>"),
        ("x < y & z", "<p>x &lt; y &amp; z</p>"),
        ("", ""),
    ],
)
def test_common_markdown_looks_as_expected(text, html):
    assert line_of(text) == html


def test_a_table_has_a_head_and_a_body():
    table = "<thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody>"
    assert line_of("|a|b|\n|:-|-|\n|1|2|") == f"<table>{table}</table>"


@pytest.mark.parametrize(("typed", "shown"), [("# A", 3), ("## A", 4), ("### A", 5), ("#### A", 6), ("###### A", 6)])
def test_headings_start_below_those_of_the_page(typed, shown):
    assert line_of(typed) == f"<h{shown}>A</h{shown}>"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("[a](https://a.example 't')", "https://a.example"),
        ("<http://a.example?a=1&b=2>", "http://a.example?a=1&b=2"),
        ("<a@a.example>", "mailto:a@a.example"),
        ("[a](/events/)", "/events/"),
    ],
)
def test_links_lend_no_reputation(text, address):
    html = render(text)
    assert f'href="{address}"' in unescape(html)
    assert 'rel="nofollow noopener noreferrer ugc"' in html


@pytest.mark.parametrize(
    "text",
    [
        "[x](javascript:alert(1))",
        "[x](data:text/html,x)",
        "<javascript:alert(1)>",
        "[x](java\tscript:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "![x](javascript:alert(1))",
        "[x]: javascript:alert(1)\n\n[x]",
        '[x](https://a.example "\' onclick=alert(1) x=\\"")',
        '[x](https://a.example/"onclick="alert)',
    ],
)
def test_links_run_nothing(text):
    attributes = re.findall(
        r' (\w+)="([^"]*)"', "".join(re.findall(r"<a ([^>]*)>", render(text).replace("<a ", "<a  ")))
    )
    assert {name for name, _value in attributes} <= {"href", "title", "rel"}
    assert all(value.startswith("https://a.example") for name, value in attributes if name == "href")


@pytest.mark.parametrize("text", ["<b>x</b>", "a <img src=x onerror=alert(1)>", "<script>alert(1)</script>\n\nx"])
def test_typed_html_is_shown_as_text(text):
    assert unescape(re.sub(r"<(/?p|br)>|\n", "", render(text))) == text.replace("\n", "")


@pytest.mark.parametrize(
    "text",
    ["> " * (DEEPEST + 1) + "<i>a\nb", "*a* " * (MOST_PARTS // 4 + 1) + "<i>\nb", "<i>" + "a" * LONGEST + "\nb"],
    ids=["too deep", "too many parts", "too long"],
)
def test_what_is_out_of_bounds_is_shown_as_plain_text(text):
    html = render(text)
    assert unescape(re.sub(r"</?p>", "", html).replace("<br>", "\n")) == text
    assert html.endswith("<br>b</p>")


@pytest.mark.parametrize("length", [5_000, LONGEST])
def test_no_hostile_text_takes_long(length):
    for name, text in hostile_texts(length):
        started = time.process_time()
        html = render(text[:LONGEST])
        assert time.process_time() - started < WITHIN, name
        assert len(html) < 12 * LONGEST, name


PIECES = st.lists(st.sampled_from(BITS) | st.text(max_size=4), min_size=1, max_size=6).map("".join)
HOSTILE = st.lists(st.builds(lambda piece, times: piece * times, PIECES, st.integers(1, 2_000)), min_size=1, max_size=5)


@pytest.mark.ci
@given(HOSTILE)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_no_mixture_of_hostile_texts_takes_long(pieces):
    started = time.process_time()
    html = render("".join(pieces)[:LONGEST])
    assert time.process_time() - started < WITHIN
    assert set(re.findall(r"<(\w+)", html)) <= {
        *("p", "br", "strong", "em", "code", "pre", "blockquote", "hr", "h3", "h4", "h5", "h6"),
        *("ul", "ol", "li", "a", "table", "thead", "tbody", "tr", "th", "td"),
    }


class Panic(BaseException):
    """As the binding of the parser raises it: not an `Exception`."""


Panic.__module__, Panic.__name__ = "pyo3_runtime", "PanicException"


def test_a_text_over_which_the_parser_panics_is_shown_plain(monkeypatch):
    monkeypatch.setattr(pyromark, "events", mock.Mock(side_effect=Panic("index out of bounds")))
    assert line_of("**a** <b>\nc") == "<p>**a** &lt;b&gt;<br>c</p>"


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit, type("PanicException", (BaseException,), {})])
def test_nothing_but_a_panic_of_the_parser_is_caught(monkeypatch, raised):
    monkeypatch.setattr(pyromark, "events", mock.Mock(side_effect=raised))
    with pytest.raises(raised):
        render("a")
