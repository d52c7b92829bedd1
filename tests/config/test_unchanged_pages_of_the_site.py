"""The start page of visitors and the list of cards: a 304 while they are the same, and at once what changed on them."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from teams.models import LegalityProfile
from tests.tournaments import worlds
from tests.work import is_rendered, queries_of

pytestmark = pytest.mark.django_db
START, CARDS = "/", "/cards/"
PAGES = (START, CARDS)
# queries: events that run or come, the game that is played; for the cards session, reader, menu and lists of organisers
UNCHANGED = {START: 3, CARDS: 5}


@pytest.fixture
def reader_of(reader):
    """The start page of somebody who is signed in says what waits for them, and is theirs alone."""
    return {START: Client(), CARDS: reader}


def known(client: Client, path: str) -> str:
    """The tag of the page, once its reader has the cookie of its forms."""
    client.get(path)
    return client.get(path)["ETag"]


def again(client: Client, path: str, tag: str, **headers: str):
    return client.get(path, headers={"If-None-Match": tag, **headers})


@pytest.mark.parametrize("page", PAGES)
def test_an_unchanged_page_is_not_sent_again(reader_of, page):
    reader = reader_of[page]
    tag = known(reader, page)
    answer = again(reader, page, tag)
    assert (answer.status_code, answer.content, answer["Cache-Control"]) == (304, b"", "private, no-cache")
    assert queries_of(lambda: again(reader, page, tag)) == UNCHANGED[page]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_others_have_read_is_not_rendered_again(reader_of, page):
    reader = reader_of[page]
    known(Client(), page)
    known(reader, page)
    assert queries_of(lambda: reader.get(page)) == UNCHANGED[page]
    assert not is_rendered(lambda: reader.get(page))


def test_who_signs_out_or_changes_their_name_gets_another_page(reader, user):
    tag = known(reader, CARDS)
    User.objects.filter(pk=user.pk).update(public_name="Ana & co")
    answer = again(reader, CARDS, tag)
    assert (answer.status_code, "Ana &amp; co" in answer.content.decode()) == (200, True)
    tag = known(reader, CARDS)
    reader.post(reverse("account_logout"))
    answer = again(reader, CARDS, tag)
    assert (answer.status_code, "Ana &amp; co" in answer.content.decode()) == (200, False)


def test_who_signs_in_gets_a_start_page_of_their_own(user):
    visitor = Client()
    tag = known(visitor, START)
    visitor.force_login(user)
    answer = again(visitor, START, tag)
    assert (answer.status_code, "ETag" in answer, user.public_name in answer.content.decode()) == (200, False, True)


def test_a_suspended_person_is_signed_out(reader, user):
    tag = known(reader, CARDS)
    User.objects.filter(pk=user.pk).update(is_active=False)
    answer = again(reader, CARDS, tag)
    assert (answer.status_code, user.public_name in answer.content.decode()) == (200, False)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("chosen", [("theme", "dark"), ("django_language", "fr"), ("messages", "one waits")])
def test_colours_languages_and_messages_are_shown_at_once(reader_of, page, chosen):
    reader = reader_of[page]
    tag = known(reader, page)
    reader.cookies[chosen[0]] = chosen[1]
    assert again(reader, page, tag).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_two_readers_get_names_and_tokens_of_their_own(reader, user, page):
    other = worlds.a_user()
    client = Client()
    client.force_login(other)
    for who, at in ((user, reader), (other, client)):
        at.get(page)
        html = at.get(page).content.decode()
        assert f'data-person="{who.pk}"' in html
        assert f'<span class="tool-name">{who.public_name}</span>' in html
    tokens = [at.get(page).content.decode().split('X-CSRFToken": "')[1][:64] for at in (reader, client)]
    assert len(set(tokens)) == 2


def test_an_organisers_changed_list_is_among_the_cards_at_once(reader, user):
    tag = known(reader, CARDS)
    made = LegalityProfile.objects.create(owner=user, slug="ours", title="Our list")
    for change in ({"title": "Our list"}, {"title": "A new name"}, {"banned": ["bill-tell"]}):
        vars(made).update(change)
        made.save()
        answer = again(reader, CARDS, tag)
        assert (answer.status_code, made.title in answer.content.decode()) == (200, True)
        tag = known(reader, CARDS)


def test_a_search_in_the_page_gets_the_cards_alone(reader):
    tag = known(reader, CARDS)
    answer = again(reader, CARDS, tag, **{"HX-Request": "true"})
    assert (answer.status_code, "ETag" in answer, b"<html" in answer.content) == (200, False, False)
    assert "HX-Request" in reader.get(CARDS)["Vary"]


def test_each_search_has_a_page_of_its_own(reader):
    tag = known(reader, CARDS)
    answer = again(reader, f"{CARDS}?q=tofu", tag)
    assert answer.status_code == 200
    assert 'value="tofu"' in answer.content.decode()
