"""The header of a page names what has to be there before it is shown."""

import re

import pytest

from tests.browser import sample_game

pytestmark = pytest.mark.django_db
HEAD_OF_A_LINK = re.compile(r"</static/([\w/-]+\.\w+)>; rel=(?:preload; as=(?=s))?(style|script|modulepreload)")


def preloads(response):
    return [(name, kind) for name, kind in HEAD_OF_A_LINK.findall(response.headers.get("Link", ""))]


def test_a_page_names_its_sheets_and_its_first_script(client):
    assert preloads(client.get("/teams/build/")) == [
        ("css/site.css", "style"),
        ("js/begin.js", "script"),
        ("css/builder-page.css", "style"),
    ]


def test_a_sheet_for_browsers_without_scripts_is_not_asked_for(client):
    page = client.get(sample_game.fighting().get_absolute_url())
    assert "css/noscript.css" in page.content.decode()
    assert [name for name, _kind in preloads(page)] == [
        "css/site.css",
        "js/begin.js",
        "css/record-page.css",
        "js/record.js",
    ]


def test_the_board_script_is_preloaded_as_a_module(client):
    assert ("js/record.js", "modulepreload") in preloads(client.get(sample_game.fighting().get_absolute_url()))


@pytest.mark.parametrize("path", ["/healthz", "/api/v1/", "/robots.txt"])
def test_only_pages_name_them(client, path):
    assert preloads(client.get(path)) == []
