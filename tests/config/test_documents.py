"""The documents hold together: what they link to is there, and none of them stands alone."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver

from launch import ROOT
from rules.games import DEFAULT, MAX_BYTES
from teams.cards.services import picture_files
from tournaments.players.forms import LARGEST_FILE

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
MODULES = [
    path.relative_to(ROOT).as_posix()
    for package in ROOT.glob("[a-z]*/__init__.py")
    for path in package.parent.rglob("*.py")
]
NOT_OURS = {"tests/rules/test_harbour.py", "utils.py", "manage.py"}  # to be written; forbidden; at the top
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")


def linked_from(document: Path) -> set[Path]:
    links = LINK.findall(document.read_text())
    return {(document.parent / link).resolve() for link in links if "://" not in link}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_what_a_document_links_to_is_there(document):
    assert [link for link in linked_from(document) if not link.exists()] == []


def test_examples_of_templates_name_real_ones():
    text = "".join(document.read_text() for document in DOCUMENTS)
    addresses = re.findall(r"{% url '(\w+):([\w-]+)'", text)
    templates = re.findall(r'{% (?:include|extends) [^"]*"([^"]+)"', text)
    assert addresses and templates
    apps = get_resolver().namespace_dict
    assert [name for app, name in addresses if name not in apps[app][1].reverse_dict] == []
    assert all(map(get_template, templates))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_a_module_that_a_document_names_is_there(document):
    """By its path, or by the end of it where the sentence has said the package."""
    named = set(re.findall(r"`((?:[\w]+/)*\w+\.py)`", document.read_text())) - {
        "tests/rules/test_harbour.py",
        "manage.py",
        "utils.py",
    }
    assert [path for path in named if not any(f"/{each}".endswith(f"/{path}") for each in MODULES)] == []


def test_every_document_can_be_reached_from_the_readme():
    assert set(DOCUMENTS) - linked_from(ROOT / "README.md") == {ROOT / "README.md"}


def test_every_picture_is_shown():
    shown = set().union(*map(linked_from, DOCUMENTS))
    assert set((ROOT / "docs" / "screenshots").iterdir()) - shown == set()


def test_every_row_of_asvs_names_tests_that_exist():
    text = (ROOT / "docs" / "asvs.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert len(rows) > 90
    for row in rows:
        _number, _asked, how, held = [cell.strip() for cell in row.strip("|").split("|")]
        files = re.findall(r"(?:tests|docs)/[\w/.]+", held)
        assert files or "not met" in how or "**part**" in how.casefold() or "people" in how, row
        content = "".join((ROOT / file).read_text("utf-8") for file in files)
        assert [name for name in re.findall(r"`(test_\w+)`", held) if f"def {name}(" not in content] == [], row


def test_sizes_of_files_are_those_of_the_code():
    text = (ROOT / "docs" / "operations.md").read_text("utf-8").split("## Files that people send")[1]
    stated = {row[0]: row[2].split(";")[0] for row in rows_of_table(text)}
    sizes = {
        "game log": MAX_BYTES,
        "players to import": LARGEST_FILE,
        "exported event to import": settings.LARGEST_EVENT,
        "team list": DEFAULT.lists.max_bytes,
        "pack of card texts": DEFAULT.facts.max_bytes,
        "photograph or picture of a card": picture_files.LARGEST_FILE,
    }
    units = {"MiB": 2**20, "MB": 10**6}
    assert {name: int(size) * units[unit] for name, (size, unit) in map(split_size, stated.items())} == sizes


def rows_of_table(text: str) -> list[list[str]]:
    table = text.strip().split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table]


def split_size(item: tuple[str, str]) -> tuple[str, list[str]]:
    return item[0], item[1].split()


MOST_CONCEPTS = 45  # a change that brings one takes another away


def test_no_more_concepts_than_these_are_to_be_learnt():
    concepts = re.findall(r"\*\*([^*]+)\*\*", (ROOT / "docs" / "concepts.md").read_text("utf-8"))
    assert len(concepts) == len(set(concepts)) <= MOST_CONCEPTS
