"""Parts that are drawn once for their values: what the values are decides, and nothing else of the page."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import mark_safe

from core.templatetags.drawn_once import LONGEST_VALUES, _kept

ROWS = Template("{% load drawn_once %}{% rows_drawn_once 'tournaments/events/parts/audit_row.html' rows %}")
PART = Template("{% load drawn_once %}{% drawn_once 'tournaments/events/parts/audit_row.html' row=row %}")


@dataclass(frozen=True)
class Row:
    sentence: str
    at: str = "12:00"
    who: str = "Ana"
    changes: str = ""
    why: str = ""


def drawn(*sentences: str) -> str:
    return str(ROWS.render(Context({"rows": [Row(sentence) for sentence in sentences]})))


def test_rows_are_drawn_in_their_order_as_one_by_one():
    one_by_one = "".join(PART.render(Context({"row": Row(said)})) for said in ("one", "two", "one"))
    assert drawn("one", "two", "one") == one_by_one
    assert drawn() == ""


def test_what_people_write_is_escaped():
    assert "&lt;b&gt;O&#x27;Shun&lt;/b&gt;" in drawn("<b>O'Shun</b>")


class NamedRow(NamedTuple):
    sentence: str
    at: str = "12:00"
    who: str = "Ana"
    changes: str = ""
    why: str = ""


@pytest.mark.parametrize("kind", [Row, NamedRow])
def test_markup_where_a_row_has_text_is_refused_because_a_text_may_equal_it(kind):
    with pytest.raises(TypeError, match="row holds markup"):
        ROWS.render(Context({"rows": [kind(mark_safe("<b>bold</b>"))]}))


def test_a_row_is_drawn_anew_in_another_language():
    assert 'data-label="Who"' in drawn("one")
    with translation.override("fr"):
        assert 'data-label="Qui"' in drawn("one")


@pytest.mark.parametrize("kind", [str, NamedRow])
def test_a_long_text_is_not_kept(kind):
    before = _kept.cache_info().currsize
    PART.render(Context({"row": kind("x" * (LONGEST_VALUES - 20))}))
    assert _kept.cache_info().currsize == before + 1
    PART.render(Context({"row": kind("x" * (LONGEST_VALUES + 1))}))
    assert _kept.cache_info().currsize == before + 1


@dataclass(frozen=True)
class Player:
    name: str
    address: str = "/p/1/"
    steps: tuple[str, ...] = ("drop",)


def test_each_page_puts_its_own_token_into_its_rows():
    rows = Template(
        "{% load drawn_once %}{% rows_drawn_once 'tournaments/players/parts/managed_row.html' rows back='/' %}"
    )
    pages = [rows.render(Context({"rows": [Player("Ana")], "csrf_token": token})) for token in ("one", "two")]
    assert [page.count(f'value="{token}"') for page, token in zip(pages, ("one", "two"), strict=True)] == [1, 1]
    assert pages[0].replace("one", "two") == pages[1]
