"""Names in the code are the field's words: no word of our own that a newcomer would have to learn.

The name of a test is a sentence of at most ten words.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

WORDS_IN_NAME_OF_TEST = 10
PACKAGES = (
    *("launch", "config", "core", "accounts", "teams", "rules", "tournaments", "judging"),
    *("tools", "benchmarks", "tests"),
)
HOME_MADE = {
    *("foreseeing", "foreseen", "saying", "sayings", "weariness", "weary", "tired", "crowd", "entrance"),
    *("ghost", "ghosts", "astray", "breach", "spoil", "spoiled", "mended", "remark", "remarks", "told"),
    *("whoever", "workings", "breaches"),
    *("parting", "proving", "bell", "glance", "story", "happenings", "disagreement", "disagreements"),
}


SAYS_NOT_OF_WHAT = {"Outcome", "Kind", "Row", "Facts"}  # inside a model they are its own: Case.Kind


def names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg | ast.keyword):
            yield node.arg or ""


@pytest.mark.check
def test_no_name_is_a_word_of_our_own() -> None:
    root = Path(settings.BASE_DIR)
    found = {
        f"{file.relative_to(root)}: {name}"
        for package in PACKAGES
        for file in root.glob(f"{package}/**/*.py")
        if "migrations" not in file.parts
        for name in (file.stem, *names(ast.parse(file.read_text("utf-8"))))
        if HOME_MADE & set(name.lower().split("_"))
    }
    assert found == set()


def test_no_module_names_a_type_without_of_what() -> None:
    root = Path(settings.BASE_DIR)
    found = {
        f"{file.relative_to(root)}: {name}"
        for package in PACKAGES
        if package != "tests"
        for file in root.glob(f"{package}/**/*.py")
        for name in re.findall(r"^(?:class )?(\w+)(?= = |\(|:)", file.read_text("utf-8"), re.MULTILINE)
        if name in SAYS_NOT_OF_WHAT
    }
    assert found == set()


def test_no_name_of_a_test_is_longer_than_ten_words() -> None:
    root = Path(settings.BASE_DIR)
    longer = {
        f"{file.relative_to(root)}: test_{name}"
        for file in root.glob("tests/**/*.py")
        for name in re.findall(r"^ *(?:async )?def test_(\w+)", file.read_text("utf-8"), re.MULTILINE)
        if len(name.split("_")) > WORDS_IN_NAME_OF_TEST
    }
    assert longer == set()


def messages_of_play() -> Iterator[str]:
    """Yield the texts of the engine and the ledger that pages show about a game."""
    for folder in ("engine", "ledger", "recovery"):
        for file in Path(settings.BASE_DIR).glob(f"rules/arena/{folder}/**/*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "message", "gettext_noop"):
                    yield from (str(each.value) for each in node.args[:1] if isinstance(each, ast.Constant))


def test_no_message_of_play_speaks_the_words_of_the_engine() -> None:
    ours = re.compile(r"`|\{die\}|\b(data|gauge|header)\b(?!\})", re.IGNORECASE)
    found = {text for text in messages_of_play() if ours.search(text)}
    assert found == set()
