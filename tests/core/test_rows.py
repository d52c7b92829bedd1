"""Rows of long lists, which Jinja renders: escaped, in the reader's language, with the form token of their page."""

import re
from typing import NamedTuple

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation
from jinja2 import UndefinedError

from core.pages.row_templates import macro_of

ROWS = Template("{% load rows %}{% rows 'tournaments/events/rows.jinja#audit_row' rows %}")
ROW = Template("{% load rows %}{% row 'tournaments/events/rows.jinja#audit_row' row %}")


class Row(NamedTuple):
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


def test_a_row_is_rendered_again_in_another_language():
    assert 'data-label="Who"' in rendered("one")
    with translation.override("fr"):
        assert 'data-label="Qui"' in rendered("one")


class Player(NamedTuple):
    name: str
    pk: int = 1
    look: str = "good"
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
    managed = "'tournaments/players/rows.jinja#managed_row'"
    row = f"{{% rows {managed} rows back='/' csrf_token=csrf_token selects=True selected=none has_fee=True %}}"
    rows = Template("{% load rows %}" + row)
    pages = [
        rows.render(Context({"rows": [Player("Ana")], "none": [], "csrf_token": token})) for token in ("one", "two")
    ]
    assert [page.count(f'value="{token}"') for page, token in zip(pages, ("one", "two"), strict=True)] == [1, 1]
    assert pages[0].replace("one", "two") == pages[1]


def test_a_misspelled_field_of_a_row_is_an_error():
    with pytest.raises(UndefinedError, match="has no attribute 'who'"):
        ROW.render(Context({"row": Misspelled("one")}))


class Misspelled(NamedTuple):
    sentence: str
    at: str = "12:00"
    whom: str = "Ana"


def test_each_row_that_a_page_names_is_there():
    pages = (page.read_text("utf-8") for page in (settings.BASE_DIR / "templates").rglob("*.html"))
    names = {name for page in pages for name in re.findall(r"""{% rows? "([^"]+)""", page)}
    assert len(names) > 15
    assert all(callable(macro_of(name)) for name in names)


def test_a_developer_sees_a_changed_row_at_once(settings):
    rendered("before")
    settings.DEBUG = True
    name = "tournaments/events/rows.jinja#audit_row"
    assert macro_of(name) is not macro_of(name)
