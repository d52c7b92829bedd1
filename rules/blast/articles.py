"""The sections of the Blast rules by our own numbers (data/articles.toml), and in French."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from rules.blast.log import RULESET
from rules.common.articles import Article, read_articles, translated

DATA: Final = Path(__file__).parent / "data" / "articles.toml"
FRENCH: Final = DATA.with_name("articles-fr.toml")
NUMBERS: Final = r"B-[1-9]\d?(\.[1-9])?"


@cache
def _data() -> tuple[dict[str, Article], dict[str, str]]:
    return read_articles(RULESET, DATA.read_text("utf-8"), NUMBERS)


@cache
def articles(language: str = "en") -> Mapping[str, Article]:
    """By number; in French where the language is "fr"."""
    english = _data()[0]
    return translated(english, FRENCH.read_text("utf-8")) if language == "fr" else english


def sections() -> Mapping[str, str]:
    """Titles of the parts, which say nothing by themselves."""
    return _data()[1]
