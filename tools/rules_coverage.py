"""The treatment and the tests of each article: `manage.py rules_coverage` writes a page for each book of rules.

With --check it writes nothing and lists what is out of date, unknown or unproved.
"""

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rules.arena import articles as of_arena
from rules.arena.laws.arena_2013 import CITES
from rules.blast import log as of_blast
from rules.common.articles import TREATMENTS, Article, RuleBook
from rules.quest import log as of_quest

ROOT = Path(__file__).parent.parent
REACHED, UNREACHED = (Path(__file__).with_name(name) for name in ("reached.toml", "unreached.toml"))
COUNTED = ("enforced", "applied")  # by random games
PACKAGES = ("rules", "accounts", "teams", "tournaments", "judging", "config", "tools", "tests")


@dataclass(frozen=True, slots=True)
class Book:
    """The articles of a ruleset, and the page that says how each is treated."""

    rules: RuleBook
    title: str
    citation: re.Pattern[str]  # the numbers that code and tests name
    page: Path
    has_random_games: bool = False
    cited: Collection[str] = ()  # numbers that reports name beside those in the code


ARENA = Book(
    rules=of_arena.BOOK,
    title="the Arena Comprehensive Tournament Rules 2.7",
    citation=re.compile(r"(?<![\w.])[1-9]\.[1-9]\d?\.[1-9]\d?(?:\.[a-z])?(?![\w]|\.\w)"),
    page=ROOT / "docs" / "rules-coverage.md",
    has_random_games=True,
)
ARENA_2013 = Book(
    rules=of_arena.BOOK_2013,
    title="the rule book of the first box (2013), numbered by its pages and our count of their rules",
    citation=re.compile(r"(?<![\w.-])p[1-3]\d\.[1-9]\d?(?![\w]|\.\w)"),
    page=ROOT / "docs" / "rules-coverage-arena-2013.md",
    cited=frozenset(CITES.values()),
)
QUEST = Book(
    rules=of_quest.BOOK,
    title="Krosmaster Quest, whose numbers are ours",
    citation=re.compile(r"(?<![\w.-])Q-[1-9]\d?\.[1-9]\d?(?!\w)"),
    page=ROOT / "docs" / "rules-coverage-quest.md",
)
BLAST = Book(
    rules=of_blast.BOOK,
    title="Krosmaster Blast, whose numbers are ours",
    citation=re.compile(r"(?<![\w.-])B-[1-9]\d?\.[1-9]\d?(?!\w)"),
    page=ROOT / "docs" / "rules-coverage-blast.md",
)
BOOKS = (ARENA, ARENA_2013, QUEST, BLAST)


@dataclass(slots=True)
class Proofs:
    """The tests of one article: those in which it is broken and detected, and those in which it is followed."""

    breaking: list[str] = field(default_factory=list)
    obeying: list[str] = field(default_factory=list)


def proofs(tests: Path = ROOT / "tests") -> dict[str, Proofs]:
    """The `article` markers of the tests, read without running them."""
    found: dict[str, Proofs] = defaultdict(Proofs)
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number, breaks in _marks(node):
                    proof = found[number]
                    (proof.breaking if breaks else proof.obeying).append(f"{path.stem}::{node.name}")
    return found


def _marks(test: ast.FunctionDef) -> Iterator[tuple[str, bool]]:
    for decorator in test.decorator_list:
        for call in ast.walk(decorator):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "article":
                breaks = any(word.arg == "breaks" and ast.literal_eval(word.value) for word in call.keywords)
                for argument in call.args:
                    yield ast.literal_eval(argument), breaks


def unknown_citations(root: Path = ROOT) -> list[str]:
    """Numbers cited by the code or its tests that are not articles."""
    sources = (path for package in PACKAGES for path in sorted((root / package).rglob("*.py")))
    return [
        f"{path.relative_to(root)}:{place}: there is no article {number}"
        for path in sources
        if "migrations" not in path.parts
        for place, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        for book in BOOKS
        for number in book.citation.findall(line)
        if number not in book.rules.articles() and number not in book.rules.sections()
    ]


def texts_of(package: Path = ROOT / "rules") -> set[str]:
    """The texts that stand in the code of the rules; comments and docstrings name articles among other words. A note
    says that something may have been meant otherwise: no article is broken."""
    nodes = [node for path in package.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    notes = [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "note"]
    noted = {argument for note in notes for argument in note.args}
    texts = (node for node in nodes if isinstance(node, ast.Constant) and node not in noted)
    return {node.value for node in texts if isinstance(node.value, str)}


def misnamed(book: Book, texts: Collection[str]) -> list[str]:
    """Articles marked as enforced that no report can name, and the reverse."""
    named = {text for text in (*texts, *book.cited) if book.citation.fullmatch(text)}
    enforced = {number for number, article in book.rules.articles().items() if article.treatment == "enforced"}
    return [f"{number} is named by the code and is not enforced" for number in sorted(named - enforced)] + [
        f"{number} is enforced and not named by the code" for number in sorted(enforced - named)
    ]


def unproved(book: Book, found: Mapping[str, Proofs]) -> list[str]:
    """Articles without the tests that their treatment requires."""
    missing = []
    for number, article in book.rules.articles().items():
        proof = found.get(number, Proofs())
        if article.treatment == "enforced" and not proof.breaking:
            missing.append(f"{number} ({article.title}): no test breaks it")
        if article.treatment in ("enforced", "applied") and not proof.obeying:
            missing.append(f"{number} ({article.title}): no test obeys it")
    return missing


def proofs_of_nothing(found: Collection[str]) -> list[str]:
    """Tests of articles that do not exist."""
    return [
        f"a test proves {number}, which is no article"
        for number in found
        if not any(number in book.rules.articles() for book in BOOKS)
    ]


def page(book: Book, found: Mapping[str, Proofs]) -> str:
    counts = Counter(article.treatment for article in book.rules.articles().values())
    lines = [
        "# Which article is treated how",
        "",
        f"Written by `manage.py rules_coverage` from `{book.rules.source.relative_to(ROOT)}` and the `article` markers",
        f"of the tests; the test suite fails when it is stale. Articles are those of {book.title}.",
        "",
        "| treatment | articles | means |",
        "| --- | ---: | --- |",
        *(f"| {treatment} | {counts[treatment]} | {meaning} |" for treatment, meaning in TREATMENTS.items()),
        "",
        "An enforced article has a test that breaks it (✗) and one that obeys it (✓), an applied one shows itself at",
        "work (✓). Tests are named without their folder and their `test_`.",
    ]
    by_chapter: dict[str, list[Article]] = defaultdict(list)
    for article in book.rules.articles().values():
        by_chapter[article.chapter].append(article)
    for chapter, members in by_chapter.items():
        lines += ["", f"## {chapter}. {book.rules.sections()[chapter]}", "", "| article | says | treatment | tests |"]
        lines += ["| --- | --- | --- | --- |", *(_row(article, found.get(article.number)) for article in members)]
    return "\n".join([*lines, *(_of_random_games() if book.has_random_games else [])]) + "\n"


def write_pages() -> list[str]:
    """Write all pages; returns their names."""
    found = proofs()
    for book in BOOKS:
        book.page.write_text(page(book, found), "utf-8")
    return [book.page.name for book in BOOKS]


def reached() -> dict[str, str]:
    """The articles that random games reach, each with the first such game: `python -m tests.oracle.reached`."""
    return dict(tomllib.loads(REACHED.read_text("utf-8")))


def keep_reached(found: Mapping[str, str]) -> None:
    lines = (f'"{number}" = "{found[number]}"' for number in ARENA.rules.articles() if number in found)
    REACHED.write_text("\n".join(["# Written by `python -m tests.oracle.reached`.", *lines]) + "\n", "utf-8")


def unreached() -> dict[str, str]:
    """The enforced and applied articles that no random game reaches, each with the reason."""
    groups = tomllib.loads(UNREACHED.read_text("utf-8"))["unreached"]
    return {number: group["why"] for group in groups for number in group["articles"]}


def badly_explained(found: Collection[str]) -> list[str]:
    """Unreached articles without a reason, and reasons for articles that are reached."""
    reasons = unreached()
    wrong = [f"{number} is in {UNREACHED.name}, but random games come to it" for number in reasons if number in found]
    wrong += [f"{number} is in {UNREACHED.name} and not counted" for number in reasons if not _is_counted(number)]
    counted = ((number, each.title) for number, each in ARENA.rules.articles().items() if _is_counted(number))
    return wrong + [
        f"{number} ({title}): no random game comes to it, and {UNREACHED.name} does not say why"
        for number, title in counted
        if number not in found and number not in reasons
    ]


def _is_counted(number: str) -> bool:
    return number in ARENA.rules.articles() and ARENA.rules.articles()[number].treatment in COUNTED


def _of_random_games() -> list[str]:
    found = reached()
    came = Counter(article.treatment for number, article in ARENA.rules.articles().items() if number in found)
    every = Counter(article.treatment for article in ARENA.rules.articles().values())
    return [
        "",
        "## Random games",
        "",
        "Measured by `python -m tests.oracle.reached` on games between figures that are known without a gap:",
        "",
        f"- {came['enforced']} of {every['enforced']} enforced articles are named by the report of a game that was",
        "  spoiled;",
        f"- {came['applied']} of {every['applied']} applied ones are at work in the replay of a legal game, at the",
        "  place in the engine that `tests/oracle/witnesses.py` names, under the condition given there.",
        "",
        "`tools/reached.toml` has the first game for each. The others are proved by the tests above alone:",
        "",
        "| article | why no random game comes to it |",
        "| --- | --- |",
        *(f"| {number} | {why} |" for number, why in unreached().items()),
    ]


def _row(article: Article, proof: Proofs | None) -> str:
    treatment = f"{article.treatment}: {article.where}" if article.where else article.treatment
    return f"| {article.number} | **{article.title}.** {article.line} | {treatment} | {_tests(proof)} |"


def _tests(proof: Proofs | None) -> str:
    if proof is None:
        return ""
    marked = [("✗", name) for name in proof.breaking] + [("✓", name) for name in proof.obeying]
    return "<br>".join(f"{mark} {name.replace('test_', '').replace('_', ' ')}" for mark, name in marked)


def problems() -> list[str]:
    """Whatever is out of date, unknown or unproved."""
    found, texts = proofs(), texts_of()
    wrong = unknown_citations() + proofs_of_nothing(found)
    for book in BOOKS:
        wrong += misnamed(book, texts) + unproved(book, found)
        if not book.page.exists() or book.page.read_text("utf-8") != page(book, found):
            wrong.append(f"{book.page.name} is stale: run manage.py rules_coverage")
    return wrong + badly_explained(reached())
