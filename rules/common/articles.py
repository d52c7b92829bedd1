"""The articles of a ruleset by number, in our own words, and their validation."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

TREATMENTS = {
    "enforced": "a list or a log that breaks it is found, and the report names it",
    "applied": "the replay works by it; a log that ignores it is found under the article that it then breaks",
    "definition": "it says what a word means, or opens the articles below it",
    "table": "only those at the table can see it",
    "elsewhere": "it is seen to in another place, or not at all: the place is named",
}
NUMBER = r"[1-9](\.[1-9]\d?){0,2}|[1-9](\.[1-9]\d?){2}\.[a-z]"  # of the tournament rules; other books have others


class ArticlesError(ValueError):
    """The data of an article is invalid; the message names the article."""


@dataclass(frozen=True, slots=True)
class Article:
    ruleset: str
    number: str
    title: str
    line: str
    treatment: str
    where: str = ""

    @property
    def chapter(self) -> str:
        return self.number.partition(".")[0]


def same_number(article: str, _code: str = "") -> str:
    """Where a book is cited by the numbers that the code has."""
    return article


def read_articles(ruleset: str, text: str, numbers: str = NUMBER) -> tuple[dict[str, Article], dict[str, str]]:
    """Read the articles and the titles of chapters and sections. Raises ArticlesError."""
    data = tomllib.loads(text)
    sections: dict[str, str] = data["sections"]
    articles = {number: _article(ruleset, number, facts) for number, facts in data["articles"].items()}
    for number in (*sections, *articles):
        if not re.fullmatch(numbers, number):
            raise ArticlesError(f"{number!r} is not the number of an article")
        if number in sections and number in articles:
            raise ArticlesError(f"{number} is both a section and an article")
        above = number.rpartition(".")[0]
        if above and above not in sections and above not in articles:
            raise ArticlesError(f"{number} stands under {above}, which is missing")
    return articles, sections


def _article(ruleset: str, number: str, facts: Mapping[str, str]) -> Article:
    if not {"title", "line", "treatment"} <= facts.keys() <= {"title", "line", "treatment", "where"}:
        raise ArticlesError(f"{number} needs a title, a line and a treatment, and can have a place")
    if facts["treatment"] not in TREATMENTS or ("where" in facts) != (facts["treatment"] == "elsewhere"):
        raise ArticlesError(f"{number} is {facts['treatment']!r}, and only `elsewhere` names a place")
    return Article(ruleset, number, **facts)


def translated(articles: Mapping[str, Article], text: str) -> dict[str, Article]:
    """The articles with titles and summaries in another language; missing ones stay in the original."""
    texts = tomllib.loads(text)
    return {**articles, **{n: replace(articles[n], title=title, line=line) for n, (title, line) in texts.items()}}


@dataclass(frozen=True)
class RuleBook:
    """The articles of one book, whose French stands in a file beside them."""

    ruleset: str
    source: Path
    numbers: str = NUMBER

    @property
    def french(self) -> Path:
        return self.source.with_name("articles-fr.toml")

    def articles(self, language: str = "en") -> Mapping[str, Article]:
        """By number; in French where the language is "fr"."""
        return self._in_french if language == "fr" else self._content[0]

    def sections(self) -> Mapping[str, str]:
        """Titles of chapters and sections, which say nothing by themselves."""
        return self._content[1]

    @cached_property
    def _content(self) -> tuple[dict[str, Article], dict[str, str]]:
        return read_articles(self.ruleset, self.source.read_text("utf-8"), self.numbers)

    @cached_property
    def _in_french(self) -> dict[str, Article]:
        return translated(self._content[0], self.french.read_text("utf-8"))
