"""Pages about cards that all readers share: a 304 while they are the same, at once what changed, and nobody's name or
rights on the page of another."""

import pytest
from django.test import Client

from accounts.models import User
from teams.cards.services.facts import confirm, propose
from teams.models import CardPicture
from tests.teams.facts_people import entry, known, reviewer
from tests.tournaments import worlds
from tests.work import is_rendered, queries_of

pytestmark = pytest.mark.django_db
CARD = "/cards/goultard/"
FACTS = "/facts/"
PAGES = (CARD, FACTS)
# queries of a page that others have read, and of one that is built: the session, the reader, their permissions twice
READ = {CARD: 7, FACTS: 8}
BUILT = {CARD: 10, FACTS: 12}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def tag_of(client: Client, path: str) -> str:
    """The tag of the page, once its reader has the cookie of its forms."""
    client.get(path)
    return client.get(path)["ETag"]


def again(client: Client, path: str, tag: str):
    return client.get(path, headers={"If-None-Match": tag})


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_others_have_read_is_not_rendered_again(reader, page):
    tag_of(signed_in(worlds.a_user()), page)
    tag = tag_of(reader, page)
    assert queries_of(lambda: reader.get(page)) == READ[page]
    assert not is_rendered(lambda: reader.get(page))
    answer = again(reader, page, tag)
    assert (answer.status_code, answer.content, answer["Cache-Control"]) == (304, b"", "private, no-cache")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_built_with_few_queries(reader, page, monkeypatch):
    monkeypatch.setattr("core.pages.page_cache.MOST_PAGES", 0)
    reader.get(page)
    assert queries_of(lambda: reader.get(page)) <= BUILT[page]


@pytest.mark.parametrize("page", PAGES)
def test_two_readers_get_names_and_tokens_of_their_own(reader, user, page):
    other = worlds.a_user()
    tokens = set()
    for who, at in ((user, reader), (other, signed_in(other)), (None, Client())):
        html = at.get(page).content.decode()
        assert f'data-person="{who.pk if who else "guest"}"' in html
        assert who is None or f'<span class="tool-name">{who.public_name}</span>' in html
        tokens.add(html.split('X-CSRFToken": "')[1][:64])
    assert len(tokens) == 3


def test_only_reviewers_may_change_the_picture_of_a_card(reader):
    rae = signed_in(reviewer())
    for at, may in ((reader, False), (rae, True), (Client(), False), (rae, True), (reader, False)):
        assert ("picture-does" in at.get(CARD).content.decode()) == may


def test_a_card_text_is_shown_at_once_with_todays_names(reader):
    bo, rae = worlds.a_user(), reviewer()
    tag = tag_of(reader, CARD)
    (row,) = known(bo, rae, entry())
    waiting = propose(who=bo, entry=entry(limit="game"))
    answer = again(reader, CARD, tag)
    assert (answer.status_code, bo.public_name in answer.content.decode()) == (200, True)
    tag = tag_of(reader, CARD)
    bo.public_name = "Bo of today"
    bo.save()
    answer = again(reader, CARD, tag)
    assert (answer.status_code, "Bo of today" in answer.content.decode()) == (200, True)
    assert waiting.get_absolute_url() in answer.content.decode()
    confirm(revision=waiting, who=rae)
    assert again(reader, CARD, tag).context["brought"] == waiting != row


def test_a_picture_is_shown_and_hidden_at_once(reader, user):
    tag = tag_of(reader, CARD)
    picture = CardPicture.objects.create(slug="goultard", alt="Our own Goultard", uploaded_by=user)
    answer = again(reader, CARD, tag)
    assert (answer.status_code, "Our own Goultard" in answer.content.decode()) == (200, True)
    tag = tag_of(reader, CARD)
    CardPicture.objects.filter(pk=picture.pk).update(hidden_by_moderators=True)
    answer = again(reader, CARD, tag)
    assert (answer.status_code, "Our own Goultard" in answer.content.decode()) == (200, False)


def test_proposals_are_listed_at_once_until_they_are_decided(reader):
    bo, rae = worlds.a_user(), reviewer()
    tag = tag_of(reader, FACTS)
    row = propose(who=bo, entry=entry(), pack="a" * 64)
    answer = again(reader, FACTS, tag)
    assert (answer.status_code, row.get_absolute_url() in answer.content.decode()) == (200, True)
    tag = tag_of(reader, FACTS)
    confirm(revision=row, who=rae)
    answer = again(reader, FACTS, tag)
    assert (answer.status_code, row.get_absolute_url() in answer.content.decode()) == (200, False)
    assert "/facts/edit/text/goultard/" not in answer.content.decode()


def test_only_reviewers_may_confirm_whole_files(reader):
    propose(who=worlds.a_user(), entry=entry(), pack="a" * 64)
    rae = signed_in(reviewer())
    for at, may in ((reader, False), (rae, True), (Client(), False), (rae, True), (reader, False)):
        assert ("/facts/pack/" in at.get(FACTS).content.decode()) == may


def test_the_card_editor_takes_few_queries(reader):
    editor = "/facts/edit/text/adamai/"
    assert queries_of(lambda: reader.get(editor)) <= 6  # session, reader, last use, revisions, summons twice
