"""Parts that are cached by their values: what the values are decides, and nothing else of the page."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import NamedTuple

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import mark_safe
from jinja2 import UndefinedError

from core.pages.row_templates import environment
from core.templatetags.cached import LONGEST_ROW, LONGEST_VALUES, _cached, _cached_row

ROWS = Template("{% load cached %}{% cached_rows 'tournaments/events/parts/audit_row.jinja' rows %}")
ROW = Template("{% load cached %}{% cached_row 'tournaments/events/parts/audit_row.jinja' row %}")
PART = Template("{% load cached %}{% cached 'tournaments/events/parts/my_status.html' status=row.who label=row %}")


@dataclass(frozen=True)
class Row:
    sentence: str
    at: str = "12:00"
    who: str = "Ana"
    changes: str = ""
    why: str = ""


def rendered(*sentences: str) -> str:
    return str(ROWS.render(Context({"rows": [Row(sentence) for sentence in sentences]})))


def test_rows_are_rendered_in_their_order_as_one_by_one():
    one_by_one = "".join(ROW.render(Context({"row": Row(said)})) for said in ("one", "two", "one"))
    assert rendered("one", "two", "one") == one_by_one
    assert rendered() == ""


def test_what_people_write_is_escaped():
    assert "&lt;b&gt;O&#39;Shun&lt;/b&gt;" in rendered("<b>O'Shun</b>")


class NamedRow(NamedTuple):
    sentence: str
    at: str = "12:00"
    who: str = "Ana"
    changes: str = ""
    why: str = ""


@pytest.mark.parametrize("kind", [Row, NamedRow])
def test_a_row_with_markup_instead_of_text_is_refused(kind):
    with pytest.raises(TypeError, match="row holds markup"):
        ROWS.render(Context({"rows": [kind(mark_safe("<b>bold</b>"))]}))


def test_a_row_is_rendered_again_in_another_language():
    assert 'data-label="Who"' in rendered("one")
    with translation.override("fr"):
        assert 'data-label="Qui"' in rendered("one")


@pytest.mark.parametrize("kind", [str, NamedRow])
def test_a_part_of_long_values_is_not_cached(kind):
    before = _cached.cache_info().currsize
    PART.render(Context({"row": kind("x" * (LONGEST_VALUES - 20))}))
    assert _cached.cache_info().currsize == before + 1
    PART.render(Context({"row": kind("x" * (LONGEST_VALUES + 1))}))
    assert _cached.cache_info().currsize == before + 1


def test_a_long_row_is_rendered_beside_cached_ones():
    long = "x" * LONGEST_ROW
    ROWS.render(Context({"rows": [NamedRow("short before"), NamedRow("short after")]}))
    before = _cached_row.cache_info()
    page = ROWS.render(Context({"rows": [NamedRow("short before"), NamedRow(long), NamedRow("short after")]}))
    assert page.index("short before") < page.index(long) < page.index("short after")
    assert _cached_row.cache_info().currsize == before.currsize


@dataclass(frozen=True)
class Player:
    name: str
    address: str = "/p/1/"
    status: str = "registered"
    here: bool = False
    paid: bool = False
    club: str = ""
    table: str = ""
    steps: tuple[str, ...] = ()
    place_address: str = "/p/1/"
    place_label: str = "Disqualify"


def test_each_page_puts_its_own_token_into_its_rows():
    rows = Template("{% load cached %}{% cached_rows 'tournaments/players/parts/managed_row.jinja' rows back='/' %}")
    pages = [rows.render(Context({"rows": [Player("Ana")], "csrf_token": token})) for token in ("one", "two")]
    assert [page.count(f'value="{token}"') for page, token in zip(pages, ("one", "two"), strict=True)] == [1, 1]
    assert pages[0].replace("one", "two") == pages[1]


def test_a_misspelled_field_of_a_row_is_an_error():
    with pytest.raises(UndefinedError, match="has no attribute 'who'"):
        ROW.render(Context({"row": Misspelled("one")}))


@dataclass(frozen=True)
class Misspelled:
    sentence: str
    at: str = "12:00"
    whom: str = "Ana"


@pytest.mark.parametrize("name", sorted(environment().list_templates(extensions=["jinja"])))
def test_each_row_template_has_a_macro_of_its_name(name):
    assert callable(getattr(environment().get_template(name).make_module({"_": str}), PurePath(name).stem))


def test_a_developer_sees_a_changed_row_at_once(settings):
    settings.DEBUG = True
    before = _cached_row.cache_info().currsize
    assert "seen by a developer" in rendered("seen by a developer", "and another")
    assert _cached_row.cache_info().currsize == before
