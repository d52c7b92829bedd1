"""The articles of the Arena rules 2.7 (data/articles.toml), and in French."""

from pathlib import Path

from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.common.articles import RuleBook

BOOK = RuleBook(ARENA_2_7.slug, Path(__file__).parent / "data" / "articles.toml")
articles, sections = BOOK.articles, BOOK.sections
