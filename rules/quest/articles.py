"""The sections of the Quest rules by our own numbers (data/articles.toml), and in French."""

from pathlib import Path

from rules.common.articles import RuleBook
from rules.quest.log import RULESET

BOOK = RuleBook(RULESET, Path(__file__).parent / "data" / "articles.toml", r"Q-[1-9]\d?(\.[1-9])?")
articles, sections = BOOK.articles, BOOK.sections
