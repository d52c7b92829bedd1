"""The French of the site is set as rule 10 of docs/voice.md says, so that no line begins with a punctuation mark."""

import re
import tomllib

import polib
import pytest
from django.conf import settings

CATALOGUE = settings.LOCALE_PATHS[0] / "fr" / "LC_MESSAGES" / "django.po"
REWARDS = settings.BASE_DIR / "rules" / "arena" / "data" / "texts" / "rewards.toml"
ARTICLES = settings.BASE_DIR / "rules" / "arena" / "data" / "articles-fr.toml"
VOICE = settings.BASE_DIR / "docs" / "voice.md"
BROKEN = re.compile(
    r"""
    [ \u00a0]+[:;!?»]                              # a space at which the line can break, or a wide one
    | [^\u202f:;!?(][:;!?]+(?=[\s\u202f».,)]|$)     # none at all; not in https://, 14:30 or {ap:+}
    | «(?!\u202f) | (?<!\u202f)»
    | (?<=\w)'(?=[\w%{])                           # a straight apostrophe
    """,
    re.VERBOSE,
)
TAG = re.compile(r"<[^<>]+>")


def broken(texts):
    return [text for text in texts if BROKEN.search(TAG.sub("", text))]


@pytest.mark.parametrize(
    "text",
    [
        "Table : 3",
        "Table\u00a0: 3",
        "Table: 3",
        "%(name)s: 3",
        "Oui !",
        "Oui?",
        "« Ana »",
        "«Ana»",
        "l'arène",
        "d'%(a)s",
    ],
)
def test_a_sign_set_otherwise_is_found(text):
    assert broken([text]) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Table\u202f: 3",
        "«\u202fAna\u202f»\u202f!",
        "Vraiment\u202f?!",
        "à 14:30",
        "https://example.org",
        "{ap:+} PA",
        "l’arène",
        "(?)",
    ],
)
def test_a_sign_set_by_the_rule_is_not_found(text):
    assert broken([text]) == []


def test_every_french_text_keeps_to_the_typography():
    entries = [entry for entry in polib.pofile(str(CATALOGUE)) if entry.msgid]
    texts = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert len(texts) > 3000
    assert broken(texts) == []


def test_the_rules_in_french_keep_to_the_typography():
    articles = tomllib.loads(ARTICLES.read_text("utf-8"))
    assert broken(text for texts in articles.values() for text in texts) == []


def test_french_names_of_rewards_keep_to_the_typography():
    names = re.findall(r'^french = "(.*)"$', REWARDS.read_text("utf-8"), re.MULTILINE)
    assert len(names) > 10
    assert broken(names) == []


def test_the_examples_of_the_voice_keep_to_it():
    rows = [line.split(" | ") for line in VOICE.read_text("utf-8").splitlines() if line.startswith("| ")]
    french = [row[-1].removesuffix(" |") for row in rows if len(row) == 3]
    assert len(french) > 20
    assert broken(french) == []


# one word for one thing (rule 6 of docs/voice.md): juge, feuille de partie, réserve, e-mail; and no guess at a reader
OTHER_WORDS = re.compile(r"\barbitres?\b|journal de partie|journaux de partie|\bcourriel\b|\bpools?\b|\(e\)|·e\b", re.I)


def test_the_french_has_one_word_for_one_thing():
    entries = [entry for entry in polib.pofile(str(CATALOGUE)) if entry.msgid]
    texts = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert [text for text in texts if OTHER_WORDS.search(text)] == []
