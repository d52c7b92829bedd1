"""The sections of the Blast rules by our own numbers (data/articles.toml), and in French."""

from pathlib import Path

from rules.blast.log import RULESET
from rules.common.articles import RuleBook

BOOK = RuleBook(RULESET, Path(__file__).parent / "data" / "articles.toml", r"B-[1-9]\d?(\.[1-9])?")
articles, sections = BOOK.articles, BOOK.sections
