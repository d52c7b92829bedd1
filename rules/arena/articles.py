"""The articles of the Arena rules 2.7 (data/articles.toml), and in French."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.common.articles import Article, read_articles, translated

DATA = Path(__file__).parent / "data" / "articles.toml"
FRENCH = DATA.with_name("articles-fr.toml")


@cache
def _data() -> tuple[dict[str, Article], dict[str, str]]:
    return read_articles(ARENA_2_7.slug, DATA.read_text("utf-8"))


@cache
def articles(language: str = "en") -> Mapping[str, Article]:
    """By number; in French where the language is "fr"."""
    english = _data()[0]
    return translated(english, FRENCH.read_text("utf-8")) if language == "fr" else english


def sections() -> Mapping[str, str]:
    """Titles of chapters and sections, which say nothing by themselves."""
    return _data()[1]
