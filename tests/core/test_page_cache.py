"""The key of a cached page: whatever a page may show makes another one."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation

from accounts.models import User
from core.pages import page_cache
from core.pages.locale import zone_or_none

ANA = {"user": User(pk=1, public_name="Ana")}
CHANGES: dict[str, dict[str, Any]] = {
    "address": {"path": "/other/"},
    "language": {"language": "fr"},
    "zone": {"zone": zone_or_none("Asia/Tokyo")},
    "colours": {"theme": "dark"},
    "version": {"version": 2},
    "somebody who is signed in": ANA,
}


@pytest.fixture(autouse=True)
def no_menus(monkeypatch):
    monkeypatch.setattr(page_cache, "_menus", [])


def asked(*, path: str = "/", language: str = "en", zone: Any = None, theme: str = "", user: Any = None) -> Any:
    request: Any = RequestFactory(headers={"host": "localhost"}).get(path)
    request.COOKIES |= {"theme": theme, settings.CSRF_COOKIE_NAME: "x" * 32}
    request.user, request.zone, request.session = user or AnonymousUser(), zone, {}
    translation.activate(language)
    return request


def rendered(*requests: tuple[dict[str, Any], int]) -> int:
    """How often the page is rendered for these requests and versions."""
    times = []

    def view(request: Any, version: int) -> HttpResponse:
        times.append(version)
        return HttpResponse("page")

    view = page_cache.cached_page(lambda _request, version: version, is_fragment=True)(view)
    page_cache.page_cache.clear()
    for request, version in requests:
        view(asked(**request), version)
    return len(times)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_a_page_shows_makes_another_page(change):
    other = {name: value for name, value in change.items() if name != "version"}
    assert rendered(({}, 1), (other, change.get("version", 1)), ({}, 1)) == 2


@pytest.mark.parametrize("chosen", [{"locale": "fr"}, {"time_zone": "Asia/Tokyo"}])
def test_what_a_reader_has_chosen_makes_another_page(chosen):
    assert rendered((ANA, 1), ({"user": User(pk=1, **chosen)}, 1), (ANA, 1)) == 2


def test_two_readers_share_a_page():
    assert rendered((ANA, 1), ({"user": User(pk=2, public_name="Bo")}, 1)) == 1


def test_a_page_without_a_version_is_for_one_reader():
    view = page_cache.cached_page(lambda _request: None)(lambda _request: HttpResponse("page"))
    page_cache.page_cache.clear()
    answer = view(asked())
    assert (answer.content, "ETag" in answer, len(page_cache.page_cache._pages)) == (b"page", False, 0)


def test_what_is_no_page_keeps_its_kind():
    page_cache.page_cache.clear()
    text = page_cache.cached_page(lambda *_facts: 1, is_fragment=True)(
        lambda _request: HttpResponse("Ana 6 : 0 Bo", content_type="text/plain")
    )
    assert {text(asked())["Content-Type"] for _time in range(2)} == {"text/plain"}


def test_a_shared_page_and_its_tag_hold_each_readers_menu():
    page_cache.add_to_menu(lambda request: f"<li>{request.user.public_name}</li>")
    view = page_cache.cached_page(lambda _request: 1)(
        lambda request: HttpResponse(page_cache.own_menu(request)["own_menu"])
    )
    page_cache.page_cache.clear()
    person = User(pk=1, public_name="Ana")
    ana, bo = (view(asked(user=who)) for who in (person, User(pk=1, public_name="Bo")))
    assert (ana.content, bo.content) == (b"<li>Ana</li>", b"<li>Bo</li>")
    assert ana["ETag"] != bo["ETag"]
    assert view(asked(user=person))["ETag"] == ana["ETag"]
