"""The builder shows cards as cards: portrait, level, spells with AP, what is known of them, in the order asked for."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.arena.cards import catalogue
from teams.cards.catalogue.completeness import how_known
from teams.cards.services import facts as services
from teams.models import TeamList
from tests.known_texts import text_of
from tests.teams.addresses import LEGAL, build_url
from tests.teams.facts_people import entry, reviewer

pytestmark = pytest.mark.django_db
WHOLE = next(card for card in catalogue().cards if how_known(text_of(card.slug)) == "whole")


def offered(client, **search):
    return client.get(build_url([], **search)).context["picks"].cards


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
    first = [pick.fits for pick in client.get(build_url(LEGAL[:3])).context["picks"].cards]
    assert first == sorted(first, reverse=True)
    assert len(set(first)) == 2
    odd = client.get(build_url(LEGAL[:3], sort="price")).context["picks"].cards
    assert [pick.fits for pick in odd] == first
    by_name = [pick.fits for pick in client.get(build_url(LEGAL[:3], sort="name")).context["picks"].cards]
    assert by_name != first


def test_an_unfitting_card_says_why_and_stays_readable(client):
    page = client.get(build_url(["bill-tell", "bill-tell"], q="bill tell")).content.decode()
    assert 'class="pick lettering-white does-not-fit"' in page
    assert '<span class="why-not">' in page
    assert "2 in your team" in page


def test_figures_not_looked_for_are_hidden_on_the_page(client):
    picks = client.get(build_url([], q="hp>12")).context["picks"]
    assert 0 < len(picks.cards) < len(picks.rows) == len(catalogue().cards)
    page = client.get(build_url([], q="hp>12")).content.decode()
    for card in catalogue().cards:
        assert (f'data-slug="{card.slug}" hidden>' in page) == (card.hp <= 12)


def test_figures_are_found_by_words_and_numbers_together(client):
    found = slugs(client, q="retreat ap>=5")
    assert found
    for slug in found:
        text = text_of(slug)
        assert text and catalogue().by_slug[slug].ap >= 5
        assert "retreat" in {effect.do for spell in text.spells.values() for effect in spell.effects}


def test_the_builder_says_what_it_understood_of_a_search(client):
    answer = client.get(build_url([], q="hp>9 fire xyzzy level=x")).context["picks"].understood
    assert "HP > 9" in answer.understood and "element" in answer.understood
    assert "xyzzy" in answer.nowhere and "level=x" in answer.unread


def test_french_readers_search_in_french_and_english(client):
    french = {"Accept-Language": "fr"}
    found = [
        {pick.slug for pick in client.get(build_url([], q=words), headers=french).context["picks"].cards}
        for words in ("élément:feu pv>9", "element:fire HP>9")
    ]
    assert found[0] == found[1] != set()
    assert len(found[0]) < len(catalogue().cards)


def test_figures_known_or_played_come_first(client, ana):
    first = slugs(client)
    whole = [how_known(text_of(slug)) == "whole" for slug in first]
    assert whole == sorted(whole, reverse=True)
    unknown = next(slug for slug in first if how_known(text_of(slug)) == "not")
    team = TeamList.objects.create(owner=ana, name="Ours", figures=[unknown], sharing="listed", share_code=uuid4())
    assert slugs(client).index(unknown) < sum(whole) + 1
    TeamList.objects.filter(pk=team.pk).update(sharing="private")
    assert slugs(client) == first


def test_search_and_order_survive_without_scripts(client):
    answer = client.post(reverse("teams:build"), {"add": "kivin", "sort": "name", "q": "hp>9", "known": "whole"})
    assert all(part in answer.url for part in ("sort=name", "q=hp%3E9", "known=whole"))


@pytest.mark.parametrize("number", ["level", "initiative", "mp", "hp", "ap"])
def test_figures_are_sorted_by_each_number(client, number):
    found = [getattr(pick.card, number) or 0 for pick in offered(client, sort=number)]
    assert found == sorted(found, reverse=number != "level")


def test_the_rows_and_a_search_cost_four_queries(client):
    client.get(build_url([]))
    for search, most in (("", 4), ("fire hp>9", 5)):
        with CaptureQueriesContext(connection) as queries:
            client.get(build_url([], q=search))
        assert len(queries) <= most  # confirmed texts, pictures, public teams, organisers' lists


def test_a_step_brings_the_team_without_the_rows(client):
    step = client.get(build_url(LEGAL[:1], add=LEGAL[1]), headers={"HX-Request": "true"})
    assert step.context["row_states"]["inTeam"] == dict.fromkeys(LEGAL[:2], "1 in your team")
    assert "data-slug" not in step.content.decode()


def test_the_builder_with_all_figures_weighs_little(client):
    page = client.get(build_url(LEGAL[:3]), headers={"Accept-Encoding": "gzip"})
    assert len(page.content) < 60_000


def test_the_team_shows_costs_ranges_and_elements_of_spells(client):
    context = client.get(build_url(["percedal", "percedal"])).context
    costs, ranges, elements = (
        {bar.label: bar.spells for bar in bars if bar.spells} for _title, bars in context["curves"]
    )
    assert (costs, ranges, elements) == ({"2": 2, "4": 2}, {"1": 2, "2": 2}, {"fire": 2})
    page = client.get(build_url(["percedal"])).content.decode()
    assert "4 AP: 1 spell<" in page and "range 2: 1 spell<" in page and "fire: 1 spell<" in page


def test_a_team_without_known_spells_shows_no_curves(client):
    assert client.get(build_url([])).context["curves"] == []
    assert client.get(build_url(["toxine"])).context["curves"] == []
