"""French texts are set and elided as a French club writes them."""

import pytest
from django.template import Context, Template
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, override

from core.text.french import Elided, as_set
from rules.common.messages import message
from rules.games import DEFAULT
from teams.wording import board_title, render_message

pytestmark = pytest.mark.django_db

POOL = gettext_lazy("Pool of %(name)s")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ana", "Réserve d’Ana"),
        ("Élodie", "Réserve d’Élodie"),
        ("Otomaï", "Réserve d’Otomaï"),
        ("Œdipe", "Réserve d’Œdipe"),
        ("O’Shun", "Réserve d’O’Shun"),
        ("A. Dupont", "Réserve d’A. Dupont"),
        ("Yves", "Réserve d’Yves"),
        ("Yugo", "Réserve de Yugo"),
        ("Iop", "Réserve de Iop"),
        ("Harry", "Réserve de Harry"),
        ("Flopin", "Réserve de Flopin"),
        ("Onze", "Réserve de Onze"),
        ("A1", "Réserve de A1"),
        ("12 singes", "Réserve de 12 singes"),
        ("", "Réserve de "),
    ],
)
def test_de_elides_before_a_name_that_begins_with_a_vowel(name, written):
    with override("fr"):
        assert gettext("Pool of %(name)s") % {"name": name} == str(POOL % {"name": name}) == written


def test_templates_elide_and_escape():
    text = "{% load i18n %}{% blocktranslate %}Pool of {{ name }}{% endblocktranslate %}"
    with override("fr"):
        assert Template(text).render(Context({"name": "Ana & <b>"})) == "Réserve d’Ana &amp; &lt;b&gt;"


def test_a_link_around_the_name_changes_nothing():
    text = Elided('Copiée de <a href="%(url)s">%(name)s</a>')
    assert text % {"url": "/x/", "name": "Ana"} == 'Copiée d’<a href="/x/">Ana</a>'
    assert Elided("Liste de %(name)s") % {"name": "<b>Ana</b>"} == "Liste d’<b>Ana</b>"


def test_que_elides_as_de_does():
    assert Elided("en tant que {name}").format(name="Ana") == "en tant qu’Ana"


def test_sentences_of_the_rules_elide():
    said = message("There is no Kama on the cell of {unit}.", unit="a1")
    with override("fr"):
        assert "la case d’Otomaï" in render_message(said, {"a1": "Otomaï"})
        assert "la case de Katar" in render_message(said, {"a1": "Katar"})


def test_english_stays():
    with override("en"):
        assert gettext("Pool of %(name)s") % {"name": "Ana"} == "Pool of Ana"


def test_a_board_has_the_name_of_its_french_copy():
    pit = DEFAULT.boards.find("the-pit")
    with override("fr"):
        assert board_title(pit) == "La Fosse"
        assert board_title(DEFAULT.boards.find("bonta-1")) == "Bonta I"
    assert board_title(pit) == "The Pit"


def test_texts_of_packages_keep_to_the_typography():
    assert as_set("L'adresse e-mail : vide ?") == "L’adresse e-mail\u202f: vide\u202f?"
    assert as_set("https://example.org 14:30 <a href='x'>") == "https://example.org 14:30 <a href='x'>"


def test_the_sign_in_page_is_in_our_french(client):
    page = client.get(reverse("account_login"), headers={"Accept-Language": "fr"}).content.decode()
    assert "Adresse e-mail" in page
    assert "Pas encore de compte\u202f?" in page
    assert "Se connecter avec une clé d’accès" in page
