"""The articles as data, and the page that says which of them is proved by which test."""

import re
import tomllib
from dataclasses import replace

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules.arena.articles import BOOK, articles, sections
from rules.common.articles import TREATMENTS, ArticlesError, read_articles, translated
from rules.games import RULESETS
from tools import rules_coverage as coverage

SAME_IN_FRENCH = {"4.19.2.a", "4.19.2.b", "4.19.2.c", "4.19.2.d", "4.19.2.e", "4.19.2.f", "4.19.2.g"}  # printed names


@pytest.fixture(scope="module")
def found() -> dict[str, coverage.Proofs]:
    """Every test of the site read once."""
    return coverage.proofs()


def before(number: str) -> str:
    """The number that stands before it in the rules, or above it: 7.1.4.a for 7.1.4.b, 7.1.4 for 7.1.4.a."""
    above, _, last = number.rpartition(".")
    if last in ("1", "a"):
        return above
    former = str(int(last) - 1) if last.isdigit() else chr(ord(last) - 1)
    return f"{above}.{former}" if above else former


def test_no_number_is_missing_between_two_others():
    numbers = {*articles(), *sections()}
    assert [number for number in sorted(numbers) if before(number) not in {"", *numbers}] == []
    assert {number[0] for number in articles()} == set("123456789")


def test_every_article_has_a_title_and_a_short_line():
    for article in articles().values():
        assert article.ruleset == "arena-2.7"
        assert 0 < len(article.title) <= 60, article
        assert 0 < len(article.line) <= 160, article
        assert article.line.endswith("."), article
        assert article.treatment in TREATMENTS


def test_every_article_has_its_french_title_and_line():
    assert tomllib.loads(BOOK.french.read_text("utf-8")).keys() == articles().keys()
    for number, article in articles("fr").items():
        assert 0 < len(article.title) <= 60, article
        assert 0 < len(article.line) <= 175, article
        assert article.line.endswith("."), article
        assert article.line != articles()[number].line or number in SAME_IN_FRENCH, article
        assert article.treatment == articles()[number].treatment


def test_the_french_is_typeset_as_french_is():
    """High punctuation after a no-break space, and curved apostrophes."""
    assert re.findall(r".{10}(?:'| [:;?!])", BOOK.french.read_text("utf-8").partition("\n")[2]) == []


def test_every_article_of_chapter_nine_is_treated():
    treated = {number: article.treatment for number, article in articles().items() if article.chapter == "9"}
    assert [number for number, treatment in treated.items() if treatment == "elsewhere"] == []
    assert [number for number, treatment in treated.items() if treatment != "enforced"] == ["9.1.1", "9.2.2", "9.3.1"]


GOOD = '[sections]\n"1" = "One"\n[articles]\n"1.1" = {title = "T", line = "L.", treatment = "table"}\n'


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"1.1"', '"1.x"', "1.x"),
        ('"1.1"', '"1"', "both"),
        ('"1.1"', '"1.1.1"', "missing"),
        ('"table"', '"magic"', "magic"),
        ('"table"', '"elsewhere"', "place"),
        ('"1.1" = {', '"1.1.1" = {', "under 1.1, which is missing"),
        ('line = "L.", ', "", "needs a title"),
    ],
)
def test_bad_data_is_refused_with_the_article_named(old, new, where):
    assert list(read_articles("arena-2.7", GOOD)[0]) == ["1.1"]
    with pytest.raises(ArticlesError, match=where):
        read_articles("arena-2.7", GOOD.replace(old, new))


def test_an_article_without_a_translation_stays_in_the_original():
    known = read_articles("arena-2.7", GOOD + GOOD.splitlines()[-1].replace("1.1", "1.2"))[0]
    french = translated(known, '"1.1" = ["Titre", "Ligne."]')
    assert {number: (each.title, each.line) for number, each in french.items()} == {
        "1.1": ("Titre", "Ligne."),
        "1.2": ("T", "L."),
    }


@pytest.mark.check
def test_the_code_and_the_tests_cite_only_articles_that_exist():
    assert coverage.unknown_citations() == []


def test_a_citation_of_no_article_is_found_with_its_place(tmp_path):
    (tmp_path / "rules").mkdir()
    number = "4.14.2" + ".q"
    (tmp_path / "rules" / "a.py").write_text(f'fault("4.14.2.d")\nfault("{number}")  # not 127.0.0.1 or 2.7\n')
    assert coverage.unknown_citations(tmp_path) == [f"rules/a.py:2: there is no article {number}"]


def test_the_markers_of_the_tests_are_read_without_running_them(tmp_path):
    (tmp_path / "test_x.py").write_text(
        "@pytest.mark.article('1.4.1', breaks=True)\n@pytest.mark.article('1.4.2', '1.4.3')\ndef test_a(): pass\n"
    )
    found = coverage.proofs(tmp_path)
    assert found["1.4.1"].breaking == ["test_x::test_a"]
    assert found["1.4.1"].obeying == []
    assert found["1.4.2"].obeying == found["1.4.3"].obeying == ["test_x::test_a"]


def test_an_enforced_article_without_its_two_tests_is_found():
    found = {"1.4.1": coverage.Proofs(obeying=["x"]), "10.1": coverage.Proofs()}
    missing = coverage.unproved(coverage.ARENA, found)
    assert coverage.proofs_of_nothing(found) == ["a test proves 10.1, which is no article"]
    assert "1.4.1 (Victory by glory): no test breaks it" in missing
    assert "1.4.1 (Victory by glory): no test obeys it" not in missing


@pytest.mark.parametrize("book", coverage.BOOKS, ids=lambda book: book.page.stem)
def test_each_article_of_each_book_has_a_french_summary(book):
    """Readers would see the English one; a number that is no article any more stands for nobody."""
    french = tomllib.loads(book.rules.french.read_text("utf-8"))
    assert french.keys() == book.rules.articles().keys()
    same = {number for number, (_title, line) in french.items() if line == book.rules.articles()[number].line}
    assert same <= SAME_IN_FRENCH
    assert [number for number, texts in french.items() if not all(text.strip() for text in texts)] == []


def test_every_ruleset_has_a_book_with_numbers_of_its_own():
    assert {book.rules.ruleset for book in coverage.BOOKS} == RULESETS.keys()
    numbers = [number for book in coverage.BOOKS for number in (*book.rules.articles(), *book.rules.sections())]
    assert len(numbers) == len(set(numbers))
    assert len({book.page for book in coverage.BOOKS}) == len(coverage.BOOKS)


@pytest.mark.check
@pytest.mark.parametrize("book", coverage.BOOKS, ids=lambda book: book.page.stem)
def test_exactly_the_articles_that_reports_can_name_are_enforced(book):
    assert coverage.misnamed(book, coverage.texts_of()) == []


def test_an_article_named_and_not_enforced_is_found():
    named = coverage.misnamed(coverage.QUEST, {"Q-2.3", "Q-3.4 and more", "1.4.1"})
    assert named[0] == "Q-2.3 is named by the code and is not enforced"
    assert "Q-3.4 is enforced and not named by the code" in named


@pytest.mark.check
@pytest.mark.parametrize("book", coverage.BOOKS, ids=lambda book: book.page.stem)
def test_enforced_articles_are_broken_and_obeyed_and_applied_ones_shown(book, found):
    assert coverage.unproved(book, found) == []


@pytest.mark.check
def test_no_test_proves_what_is_no_article(found):
    assert coverage.proofs_of_nothing(found) == []


@pytest.mark.check
@pytest.mark.parametrize("book", coverage.BOOKS, ids=lambda book: book.page.stem)
def test_the_page_is_what_the_command_writes(book, found):
    assert book.page.read_text("utf-8") == coverage.page(book, found), "run manage.py rules_coverage"


@pytest.mark.ci
def test_the_command_writes_its_pages_and_reports_a_stale_one(tmp_path, monkeypatch):
    call_command("rules_coverage", check=True)
    elsewhere = tuple(replace(book, page=tmp_path / book.page.name) for book in coverage.BOOKS)
    written = [book.page.read_text("utf-8") for book in coverage.BOOKS]
    monkeypatch.setattr(coverage, "BOOKS", elsewhere)
    with pytest.raises(CommandError, match="is stale"):
        call_command("rules_coverage", check=True)
    call_command("rules_coverage")
    assert [book.page.read_text("utf-8") for book in elsewhere] == written
