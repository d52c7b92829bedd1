"""The documents hold together: what they link to is there, and none of them stands alone."""

import re
from pathlib import Path

import pytest

from launch import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")


def linked_from(document: Path) -> set[Path]:
    links = LINK.findall(document.read_text())
    return {(document.parent / link).resolve() for link in links if "://" not in link}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_what_a_document_links_to_is_there(document):
    assert [link for link in linked_from(document) if not link.exists()] == []


def test_every_document_can_be_reached_from_the_readme():
    assert set(DOCUMENTS) - linked_from(ROOT / "README.md") == {ROOT / "README.md"}


def test_every_picture_is_shown():
    shown = set().union(*map(linked_from, DOCUMENTS))
    assert set((ROOT / "docs" / "screenshots").iterdir()) - shown == set()
