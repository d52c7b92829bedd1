"""The builder shows cards as cards: portrait, level, spells with AP, what is known of them, in the order asked for."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.arena.cards import catalogue
from teams.cards.catalogue.completeness import how_known
from teams.cards.services import facts as services
from tests.known_texts import text_of
from tests.teams.addresses import LEGAL, build_url
from tests.teams.facts_people import entry, reviewer

pytestmark = pytest.mark.django_db
WHOLE = next(card for card in catalogue().cards if how_known(text_of(card.slug)) == "whole")


def offered(client, **search):
    return client.get(build_url([], show="480", **search)).context["picks"].cards


def slugs(client, **search):
    return [pick.card.slug for pick in offered(client, **search)]


def test_a_card_shows_portrait_level_values_and_spells(client):
    (pick,) = offered(client, q=WHOLE.slug, expansion=WHOLE.expansion)
    text = text_of(WHOLE.slug)
    assert text
    assert "img/portraits.svg#" in pick.face
    assert f'<span class="level-mark">{WHOLE.level}</span>' in pick.face
    assert f"{WHOLE.hp} HP" in pick.face
    assert all(f"<strong>{spell.name}</strong> {spell.ap or 0} AP" in pick.face for spell in text.spells.values())
    assert "known-whole" in pick.face


def test_cards_are_filtered_by_how_much_is_known(client):
    found = {known: slugs(client, known=known) for known in ("whole", "partly", "not")}
    assert WHOLE.slug in found["whole"]
    assert sorted(slug for each in found.values() for slug in each) == sorted(slugs(client))
    assert len(slugs(client, known="x\0")) == len(catalogue().cards)


def test_a_confirmed_text_is_known_and_shown_at_once(client, ana):
    assert "toxine" in slugs(client, known="not")
    services.confirm(revision=services.propose(who=ana, entry=entry("toxine")), who=reviewer())
    assert "toxine" in slugs(client, known="whole")
    (pick,) = (pick for pick in offered(client, q="toxine") if pick.card.slug == "toxine")
    assert "<strong>Kick</strong> 3 AP" in pick.face


def test_cards_are_sorted_as_asked(client):
    cards = {order: [pick.card for pick in offered(client, sort=order)] for order in ("level", "name", "expansion")}
    assert cards["level"] == sorted(cards["level"], key=lambda card: (card.level, card.slug))
    assert cards["name"] == sorted(cards["name"], key=lambda card: card.slug)
    assert cards["expansion"] == sorted(cards["expansion"], key=lambda card: (card.expansion, card.slug))


def test_what_fits_comes_first_unless_another_order_is_asked(client):
    first = [pick.fits for pick in client.get(build_url(LEGAL[:3], show="480")).context["picks"].cards]
    assert first == sorted(first, reverse=True)
    assert len(set(first)) == 2
    odd = client.get(build_url(LEGAL[:3], show="480", sort="price")).context["picks"].cards
    assert [pick.fits for pick in odd] == first
    by_name = [pick.fits for pick in client.get(build_url(LEGAL[:3], show="480", sort="name")).context["picks"].cards]
    assert by_name != first


def test_an_unfitting_card_says_why_and_stays_readable(client):
    page = client.get(build_url(["bill-tell", "bill-tell"], q="bill tell")).content.decode()
    assert 'class="pick lettering-white does-not-fit"' in page
    assert '<span class="why-not">' in page
    assert "2 in your team" in page


@pytest.mark.parametrize(
    ("asked", "shown"), [("", 48), ("144", 144), ("-1", 48), ("x", 48), ("99999", 48), ("9999", len(catalogue().cards))]
)
def test_more_cards_are_shown_when_asked_for(client, asked, shown):
    picks = client.get(build_url([], show=asked)).context["picks"]
    assert len(picks.cards) == shown
    assert picks.found == len(catalogue().cards)


def test_the_order_and_the_number_of_cards_survive_without_scripts(client):
    answer = client.post(reverse("teams:build"), {"add": "kivin", "sort": "name", "show": "144", "known": "whole"})
    assert all(part in answer.url for part in ("sort=name", "show=144", "known=whole"))


def test_queries_do_not_grow_with_the_cards_shown(client):
    client.get(build_url([], show="480"))
    counts = []
    for show in ("48", "480"):
        with CaptureQueriesContext(connection) as queries:
            client.get(build_url([], show=show))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 3
