"""What pages of the staff that are made for each request cost: numbers that a change must not raise."""

from functools import partial

import pytest

from tests.tournaments.test_work_of_pages import an_event_of
from tests.work import queries_of

pytestmark = pytest.mark.django_db

PAGES = {  # the most queries
    "edit/": 16,  # of them four of the event's frame: round, tables, announcement, topics
    "print/slips/1/": 9,
    "card-texts/": 17,
    "manage/forbidden-pairings/": 11,
    "lists/": 13,
    "print/lists/": 9,
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_staff_takes_little_work(client, page):
    event, who = an_event_of(8)
    client.force_login(who)
    address = f"/events/{event.slug}/{page}"
    assert client.get(address).status_code == 200
    assert queries_of(partial(client.get, address)) <= PAGES[page]


def test_a_code_is_drawn_once(client, monkeypatch):
    event, who = an_event_of(8)
    client.force_login(who)
    codes = [client.get(f"/events/{event.slug}/print/slips/1/").content.count(b"qr-code")]
    monkeypatch.setattr("core.pages.qr.segno.make", None)
    codes += [client.get(f"/events/{event.slug}/print/slips/1/").content.count(b"qr-code")]
    assert codes == [4, 4]
