"""The articles of the Arena rules, each book in our own words (data), and in French."""

from pathlib import Path

from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.laws.arena_2013 import ARENA_2013, DATA
from rules.common.articles import RuleBook

BOOK = RuleBook(ARENA_2_7.slug, Path(__file__).parent / "data" / "articles.toml")
BOOK_2013 = RuleBook(ARENA_2013.slug, DATA / "articles.toml", r"p[1-3]\d(\.[1-9]\d?)?")
BOOKS = {book.ruleset: book for book in (BOOK, BOOK_2013)}
articles, sections = BOOK.articles, BOOK.sections
