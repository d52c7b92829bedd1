"""Whoever follows a link that a page shows them comes in: nobody is shown a door that is shut for them."""

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction

from tests.permissions import judging
from tests.permissions.routes import World

pytestmark = pytest.mark.django_db

LEFT_OUT = ("/accounts/logout/", "/static/")


class Links(HTMLParser):
    """Where the links of a page lead, and what its fragments load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        names = ("href" if tag == "a" else "", "hx-get", "data-src")
        self.found += [value for name in names if (value := given.get(name))]


def links_of(address: str, page: str) -> Iterator[str]:
    for link in Links(page).found:
        whole = urlsplit(urljoin(f"http://testserver{address}", link))
        if whole.netloc == "testserver" and whole.scheme == "http" and not whole.path.startswith(LEFT_OUT):
            yield whole.path + (f"?{whole.query}" if whole.query else "")


def shut_doors(world: World, role: str, pages: tuple[str, ...]) -> list[str]:
    client, answers, shut = world.client_of(role), {}, []

    def answer_of(address: str) -> tuple[int, str]:
        if address not in answers:
            with transaction.atomic():
                answer = client.get(address)
                text = answer.content.decode() if not answer.streaming and is_page(answer) else ""
                answers[address] = (answer.status_code, text)
                transaction.set_rollback(True)
        return answers[address]

    for page in pages:
        status, text = answer_of(page)
        if status != 200:
            continue
        found = dict.fromkeys(links_of(page, text))
        shut += [f"{page} shows {link}: {answer_of(link)[0]}" for link in found if answer_of(link)[0] >= 400]
    return shut


def is_page(answer) -> bool:
    return answer.headers.get("Content-Type", "").startswith("text/html")


@pytest.mark.parametrize("role", ["judge", "head-judge", "scorekeeper", "organiser", "owner"])
def test_the_print_page_shows_no_link_that_is_shut(role):
    world = judging.world()
    shut = shut_doors(world, role, (world.address("tournaments:prints"),))
    assert not shut, "\n".join(shut)
