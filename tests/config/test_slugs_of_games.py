"""No code compares games or rulesets by their slugs: what differs is a field of their records."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.games import RULESETS

ROOT = Path(__file__).resolve().parent.parent.parent

GAMES = {ruleset.game for ruleset in RULESETS.values()}
SLUGS = {*RULESETS}
A_RULESET = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(SLUGS)))})(?![\w-])")
A_GAME = re.compile(rf"[\"'](?:{'|'.join(sorted(GAMES))})[\"']")
FOLDERS = ("accounts", "config", "core", "judging", "launch", "rules", "teams", "tools", "tournaments")
REGISTRY = "rules/games.py"
BY_GAME = {"packs", "GAMES", "ON_SITE", "RULESETS"}  # mappings whose keys are slugs
COMPARED = re.compile(rf"(?:[!=]==?\s*{A_GAME.pattern}|{A_GAME.pattern}\s*[!=]==?|\bgame\s*[:=]\s*{A_GAME.pattern})")


def own_code(path: Path) -> bool:
    """Whether a file is of one game: there its own slug is data."""
    return path.parts[0] == "rules" and path.parts[1] in GAMES


def python_files() -> list[Path]:
    found = (path.relative_to(ROOT) for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts and path.as_posix() != REGISTRY]


def literals(tree: ast.AST) -> Iterator[ast.Constant]:
    """Texts of the code, without docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docs = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and _has_doc(node)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node


def _has_doc(node: Any) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)


def chooses_a_game(node: ast.AST) -> Iterator[str]:
    """Slugs of games that are compared, looked up, or given as the game. “arena” alone may be a field."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
        yield from _slugs(node.left, *node.comparators)
    elif isinstance(node, ast.Compare):
        yield from _slugs(*(each for one in node.comparators for each in getattr(one, "elts", ())))
    elif isinstance(node, ast.MatchValue) or (isinstance(node, ast.keyword) and node.arg in {"game", "ruleset"}):
        yield from _slugs(node.value)
    elif isinstance(node, ast.Dict):
        named = zip(node.keys, node.values, strict=True)
        yield from _slugs(*(value for key, value in named if isinstance(key, ast.Constant) and key.value == "game"))
    elif isinstance(node, ast.Subscript) and _called(node.value) in BY_GAME:
        yield from _slugs(node.slice)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _called(node.func.value) in BY_GAME:
        yield from _slugs(*node.args)


def _called(node: ast.AST) -> str:
    return getattr(node, "id", getattr(node, "attr", ""))


def _slugs(*nodes: ast.AST) -> Iterator[str]:
    yield from (node.value for node in nodes if isinstance(node, ast.Constant) and node.value in GAMES)


def found_in(path: Path, text: str) -> Iterator[str]:
    if not (A_RULESET.search(text) or A_GAME.search(text)):
        return
    tree = ast.parse(text)
    rulesets = (slug for node in literals(tree) for slug in A_RULESET.findall(str(node.value)))
    games = (slug for node in ast.walk(tree) for slug in chooses_a_game(node))
    for slug in (*rulesets, *games):
        own = {path.parts[1], *(ruleset.slug for ruleset in RULESETS.values() if ruleset.game == path.parts[1])}
        if not (own_code(path) and slug in own):
            yield f"{path}: {slug}"


@pytest.mark.check
def test_code_names_no_game_and_no_ruleset():
    assert [found for path in python_files() for found in found_in(path, (ROOT / path).read_text())] == []


@pytest.mark.parametrize("folder", ["templates", "static/js"])
def test_pages_and_scripts_name_no_game_and_no_ruleset(folder):
    texts = {
        path: path.read_text()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".html", ".jinja", ".js", ".txt"}
    }
    assert [path.name for path, text in texts.items() if A_RULESET.search(text) or COMPARED.search(text)] == []


SLUG, GAME = min(RULESETS), min(GAMES)


@pytest.mark.parametrize(
    "code",
    [
        f"rules = '{SLUG}'",
        f"event.ruleset == '{SLUG}'",
        f"if event.game == '{GAME}': pass",
        f"if event.game in ('{GAME}', 'chess'): pass",
        f"match event.game:\n    case '{GAME}': pass",
        f"GAMES['{GAME}']",
        f"packs.get('{GAME}', b'')",
        f"Event(game='{GAME}')",
        f"answer = {{'game': '{GAME}'}}",
    ],
)
def test_each_way_to_name_a_game_is_found(code):
    assert list(found_in(Path("tournaments/some.py"), code)) == [
        f"tournaments/some.py: {SLUG if SLUG in code else GAME}"
    ]


@pytest.mark.parametrize("code", [f"header['{GAME}']", f"'{GAME}' in header", f'"""Of {SLUG}."""'])
def test_a_field_of_that_name_is_none(code):
    assert list(found_in(Path("tournaments/some.py"), code)) == []


@pytest.mark.parametrize(
    "text", [f"{{% if event.game == '{GAME}' %}}", f'if (game === "{GAME}")', f"const rules = '{SLUG}'"]
)
def test_each_way_on_a_page_is_found(text):
    assert A_RULESET.search(text) or COMPARED.search(text)
