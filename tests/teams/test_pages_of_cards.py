"""Pages about cards show at once what changed, with few queries."""

import pytest
from django.test import Client

from accounts.models import User
from teams.cards.services.facts import confirm, propose
from teams.models import CardPicture
from tests.teams.facts_people import entry, known, reviewer
from tests.tournaments import worlds
from tests.work import queries_of

pytestmark = pytest.mark.django_db
CARD = "/cards/goultard/"
FACTS = "/facts/"
MOST_QUERIES = {CARD: 10, FACTS: 10}  # among them the session, the reader and their permissions twice


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("page", MOST_QUERIES)
def test_a_page_is_built_with_few_queries(reader, page):
    reader.get(page)
    assert queries_of(lambda: reader.get(page)) <= MOST_QUERIES[page]


def test_only_reviewers_may_change_the_picture_of_a_card(reader):
    rae = signed_in(reviewer())
    for at, may in ((reader, False), (rae, True), (Client(), False), (rae, True), (reader, False)):
        assert ("picture-does" in at.get(CARD).content.decode()) == may


def test_a_card_text_is_shown_at_once_with_todays_names(reader):
    bo, rae = worlds.a_user(), reviewer()
    (row,) = known(bo, rae, entry())
    waiting = propose(who=bo, entry=entry(limit="game"))
    answer = reader.get(CARD)
    assert (answer.status_code, bo.public_name in answer.content.decode()) == (200, True)
    bo.public_name = "Bo of today"
    bo.save()
    answer = reader.get(CARD)
    assert (answer.status_code, "Bo of today" in answer.content.decode()) == (200, True)
    assert waiting.get_absolute_url() in answer.content.decode()
    confirm(revision=waiting, who=rae)
    assert reader.get(CARD).context["brought"] == waiting != row


def test_a_picture_is_shown_and_hidden_at_once(reader, user):
    picture = CardPicture.objects.create(slug="goultard", alt="Our own Goultard", uploaded_by=user)
    answer = reader.get(CARD)
    assert (answer.status_code, "Our own Goultard" in answer.content.decode()) == (200, True)
    CardPicture.objects.filter(pk=picture.pk).update(hidden_by_moderators=True)
    answer = reader.get(CARD)
    assert (answer.status_code, "Our own Goultard" in answer.content.decode()) == (200, False)


def test_proposals_are_listed_at_once_until_they_are_decided(reader):
    bo, rae = worlds.a_user(), reviewer()
    row = propose(who=bo, entry=entry(), pack="a" * 64)
    answer = reader.get(FACTS)
    assert (answer.status_code, row.get_absolute_url() in answer.content.decode()) == (200, True)
    confirm(revision=row, who=rae)
    answer = reader.get(FACTS)
    assert (answer.status_code, row.get_absolute_url() in answer.content.decode()) == (200, False)
    assert "/facts/edit/text/goultard/" not in answer.content.decode()


def test_only_reviewers_may_confirm_whole_files(reader):
    propose(who=worlds.a_user(), entry=entry(), pack="a" * 64)
    rae = signed_in(reviewer())
    for at, may in ((reader, False), (rae, True), (Client(), False), (rae, True), (reader, False)):
        assert ("/facts/pack/" in at.get(FACTS).content.decode()) == may


def test_the_card_editor_takes_few_queries(reader):
    editor = "/facts/edit/text/adamai/"
    assert queries_of(lambda: reader.get(editor)) <= 7  # session, reader, last use, menu, revisions, summons twice


def test_a_card_shows_its_spells_as_printed(reader):
    page = reader.get("/cards/percedal/").content.decode()
    order = ["Shushu Sword", "4 AP", "close combat", "attack: fire, 3 damage", "Jump", "blue: once per turn", "2 AP"]
    order += ["range 1–2, line of sight needed, cannot be changed", "special", "Teleports"]
    places = [page.index(said, page.index('id="text"')) for said in order]
    assert places == sorted(places)
    numbers = page.index('class="totals numbers"')
    assert numbers < page.index("Fire of Rubilax") < places[0]
    assert 'class="spell-read limit-turn"' in page


def test_a_card_is_shown_in_french(reader):
    page = reader.get("/cards/percedal/", headers={"Accept-Language": "fr"}).content.decode()
    assert "attaque\u202f: feu, 3 dégâts" in page


def test_a_card_without_text_asks_for_it(reader):
    page = reader.get("/cards/toxine/").content.decode()
    assert "Nobody has entered the spells and powers of this card yet." in page
    assert "/facts/edit/text/toxine/" in page
