"""The style page is a contract: it shows what the shared sheets style, and no sheet styles what no page has."""

import re

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
COMPONENTS = ("components.css", "forms.css", "game.css")
# what belongs to one page or to the frame that the page itself stands in, and is seen there by every test of pages
ELSEWHERE = {
    *("connection", "qr", "qr-address", "qr-code", "say-more", "match-actions", "console", "timer-label", "figures"),
    *("spread", "standings-more", "points", "section-about", "helptext", "columns", "form-wide"),
    *("seat-score", "seat-scores", "die-empty", "side-b", "side-c", "side-d", "tight"),
}
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
WORD = re.compile(r"[\w-]+")
WHERE_CLASSES_STAND = ("templates/**/*.html", "templates/**/*.jinja", "static/js/**/*.js", "static/img/*.svg")
IN_CODE = ("accounts", "config", "core", "judging", "teams", "tournaments")


def classes(*sheets):
    text = "".join((ROOT / "static" / "css" / sheet).read_text("utf-8") for sheet in sheets)
    selectors = re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return {name for selector in selectors for name in CLASS.findall(selector)}


@pytest.mark.django_db
def test_the_style_page_shows_each_component_and_state(client):
    shown = set(WORD.findall(client.get("/style/").content.decode()))
    assert classes(*COMPONENTS) - shown - ELSEWHERE == set()
    assert ELSEWHERE - classes(*COMPONENTS) == set()


@pytest.mark.django_db
def test_the_samples_are_french_for_french_readers(client):
    page = client.get("/style/", headers={"Accept-Language": "fr"}).content.decode()
    assert "Ce qui n’a pas marché" in page and "toute une phrase à accepter" in page
    english = ("What went wrong", "a whole sentence", "Nothing here yet", ">Undo<", ">Save<", ">Player<", ">Standings<")
    english += ("Body text", "at most one", ">disabled<", ">closed<", "one tap each", "cells with", "(winner)", "Fixed")
    assert [each for each in english if each in re.sub(r"\s*\n\s*", "", page)] == []


def test_no_sheet_styles_a_class_that_nothing_has():
    """A class that a template or script puts together has its beginning there: `badge-{{ state }}`."""
    files = [file for pattern in WHERE_CLASSES_STAND for file in ROOT.glob(pattern) if "vendor" not in file.parts]
    files += [file for app in IN_CODE for file in (ROOT / app).rglob("*.py") if "migrations" not in file.parts]
    words = {word for file in files for word in WORD.findall(file.read_text("utf-8"))}
    begun = {word for word in words if word.endswith("-")}
    styled = classes(*(sheet.name for sheet in (ROOT / "static" / "css").glob("*.css")))
    unused = {
        name
        for name in styled - words
        if name.rstrip("0123456789") not in words and not any(name.startswith(begins) for begins in begun)
    }
    assert unused == set()
