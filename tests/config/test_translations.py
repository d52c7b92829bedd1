"""The French of the site: whole, with every placeholder, and compiled as it stands."""

import ast
import re
from pathlib import Path
from string import Formatter

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation.template import templatize

import rules
from judging.models import Case

CATALOGUE = settings.LOCALE_PATHS[0] / "fr" / "LC_MESSAGES" / "django"
PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
# what `templatize` makes of a template, with its texts as Python writes them
CALL = re.compile(r"""\b(n?p?gettext|_)\(\s*((?:u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")[,\s]*)+)""")
HOW_TO_ADD = (
    "these texts are not in locale/fr: `manage.py makemessages` collects them (it needs gettext; without it write them "
    "into django.po by hand, in the order of the alphabet), then translate them and run `manage.py compilemessages`"
)


@pytest.fixture(scope="module")
def french():
    return polib.pofile(f"{CATALOGUE}.po")


def placeholders(text):
    return sorted(set(PLACEHOLDERS.findall(text)))


def test_every_text_has_its_french(french):
    assert [entry.msgid for entry in french if not entry.translated()] == [], "translate them in django.po"


def test_texts_stand_in_order_so_that_a_run_moves_none(french):
    texts = [(entry.msgid.encode(), (entry.msgctxt or "").encode()) for entry in french]
    assert texts == sorted(texts), "`manage.py makemessages` sorts them (config/management/commands/makemessages.py)"
    assert "POT-Creation-Date" not in french.metadata


def test_every_placeholder_comes_along(french):
    for entry in french:
        if entry.msgid_plural:
            assert placeholders(entry.msgstr_plural[1]) == placeholders(entry.msgid_plural), entry.msgid
        else:
            assert placeholders(entry.msgstr) == placeholders(entry.msgid), entry.msgid


def test_an_event_is_a_tournoi_in_every_text(french):
    texts = [text for entry in french for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert [text for text in texts if "vénement" in text] == []


def sentences_of_the_rules():
    """What the rules say and pages translate: the texts marked `_` or `gettext_noop`."""
    for path in Path(rules.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("_", "gettext_noop"):
                yield ast.literal_eval(call.args[0])


def texts_of_code():
    """What stands in a call of gettext, also inside an f-string, which `makemessages` does not read."""
    for app in ("core", "accounts", "teams", "tournaments", "judging", "config"):
        for path in (settings.BASE_DIR / app).rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text("utf-8"))):
                name = ast.unparse(call.func).rpartition(".")[2] if isinstance(call, ast.Call) else ""
                if name == "_" or "gettext" in name:
                    texts = call.args[1:2] if name.startswith("pgettext") else call.args[:1]
                    yield from (text.value for text in texts if isinstance(text, ast.Constant))


def texts_of_template(text):
    """What `makemessages` collects of it: Django reads the tags, so no program of gettext is needed."""
    for name, texts in CALL.findall(templatize(text)):
        values = ast.literal_eval(f"({texts.strip().rstrip(',')},)")
        yield values[1] if name.endswith("pgettext") else values[0]


def test_gettext_has_no_name_that_makemessages_passes_over():
    aliases = {
        (path.name, name.asname)
        for app in ("core", "accounts", "teams", "tournaments", "judging", "config")
        for path in (settings.BASE_DIR / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if name.asname not in (None, "_")
    }
    assert aliases == set()


@pytest.mark.check
def test_every_text_of_code_has_its_french(french):
    texts = set(texts_of_code())
    assert len(texts) > 1000
    assert texts - {entry.msgid for entry in french} == set(), HOW_TO_ADD


def test_every_text_of_templates_has_its_french(french):
    paths = [path for kind in ("*.html", "*.txt") for path in (settings.BASE_DIR / "templates").rglob(kind)]
    texts = {text for path in paths for text in texts_of_template(path.read_text("utf-8"))}
    assert len(texts) > 1500
    assert texts - {entry.msgid for entry in french} == set(), HOW_TO_ADD


def test_texts_of_every_tag_are_collected():
    """Also of the plural, of a context, and of a filter's argument."""
    template = """{% load i18n %}{% translate "Parking" %}{{ place|default:_("Nowhere") }}
        {% translate "Lot" context "cars" %}{% blocktranslate trimmed count n=cars %}
            One car
        {% plural %}{{ n }} cars{% endblocktranslate %}{% comment %}{% translate "Nothing" %}{% endcomment %}"""
    assert list(texts_of_template(template)) == ["Parking", "Nowhere", "Lot", "One car"]


def test_every_text_of_row_templates_has_its_french(french):
    """`makemessages` finds them with `--extension jinja`."""
    templates = list((settings.BASE_DIR / "templates").rglob("*.jinja"))
    texts = {
        text for path in templates for _quote, text in re.findall(r"""\b_\((["'])(.+?)\1\)""", path.read_text("utf-8"))
    }
    assert len(texts) > 20
    assert texts - {entry.msgid for entry in french} == set(), HOW_TO_ADD


def fields(text):
    return sorted({field for _text, field, _spec, _conversion in Formatter().parse(text) if field is not None})


def test_every_rules_message_has_its_french_with_every_fact(french):
    expected = {entry.msgid: entry.msgstr for entry in french}
    sentences = set(sentences_of_the_rules())
    assert len(sentences) > 200
    assert sentences - expected.keys() == set()
    assert [text for text in sentences if fields(expected[text]) != fields(text)] == []


def test_what_is_compiled_is_what_is_written(french):
    written = {(entry.msgid, entry.msgstr, str(entry.msgstr_plural)) for entry in french}
    compiled = {(entry.msgid, entry.msgstr, str(entry.msgstr_plural)) for entry in polib.mofile(f"{CATALOGUE}.mo")}
    assert compiled == written


@pytest.mark.django_db
def test_a_french_browser_is_answered_in_french(client):
    page = client.get("/", headers={"accept-language": "fr-FR,fr;q=0.9"}).content.decode()
    assert '<html lang="fr"' in page
    assert "Des tournois aux résultats prouvés" in page


def test_french_words_agree_with_what_they_are_said_of():
    with translation.override("fr"):
        published = gettext("%(subject)s published") % {"subject": gettext("Quarter-finals")}
        assert published == "Quarts de finale\u202f: appariements publiés"
        assert [str(Case.Status[state].label) for state in ("OPEN", "RULED")] == ["ouverte", "jugée"]


def test_colons_after_values_are_translated_or_set_by_the_filter():
    """In French a space goes before it. The templates of `teams` translate the colon itself."""
    translated = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}", re.DOTALL)
    after_a_value = re.compile(r"}}(</\w+>)?: |{% endif %}: |{% translate [^%]+%}(</\w+>)?: ")
    templates = settings.BASE_DIR / "templates"
    pages = [
        page
        for app in ("accounts", "judging", "moderation", "teams", "tournaments")
        for page in (templates / app).rglob("*.html")
    ]
    assert len(pages) > 100
    assert [page.name for page in pages if after_a_value.search(translated.sub("", page.read_text("utf-8")))] == []
