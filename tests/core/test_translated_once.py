"""Constant texts of templates are translated once per language, and look like those of Django."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from tests.work import Work, counted_translations

LOADED = "{% load i18n %}"


def _rendered(template: Template, language: str, **values: object) -> str:
    with override(language):
        return template.render(Context(values))


@pytest.mark.parametrize("tag", ["translate", "trans"])
def test_a_constant_text_is_translated_once_per_language(tag):
    template = Template(LOADED + f"{{% {tag} 'Save changes' %}}")
    first = [_rendered(template, language) for language in ("en", "fr")]
    work = Work()
    with counted_translations(work):
        again = [_rendered(template, language) for language in ("en", "fr")]
    assert again == first == ["Save changes", "Enregistrer les modifications"]
    assert work.translations == 0


@pytest.mark.parametrize(
    ("source", "french"),
    [
        ("{% translate 'Save changes' as text %}[{{ text }}]", "[Enregistrer les modifications]"),
        ("{% translate 'Save changes' noop %}", "Save changes"),
        ("{% translate 'Save changes'|upper %}", "ENREGISTRER LES MODIFICATIONS"),
        ("{% translate text %}", "Enregistrer les modifications"),
        ("{% translate '100%' %}", "100%"),
        ("{% translate 'a & b' %}{% autoescape off %}{% translate 'a & b' %}{% endautoescape %}", "a & ba & b"),
    ],
)
def test_other_texts_are_as_of_django(source, french):
    template = Template(LOADED + source)
    for _ in range(2):
        assert _rendered(template, "fr", text="Save changes") == french


def test_a_text_from_the_page_is_its_own_each_time():
    template = Template(LOADED + "{% translate text %}")
    assert [_rendered(template, "en", text=text) for text in ("One", "Two")] == ["One", "Two"]


def test_texts_are_translated_again_while_developing(settings):
    settings.DEBUG = True
    template, work = Template(LOADED + "{% translate 'Save changes' %}"), Work()
    with counted_translations(work):
        assert [_rendered(template, "en") for _ in range(2)] == ["Save changes"] * 2
    assert work.translations == 2
