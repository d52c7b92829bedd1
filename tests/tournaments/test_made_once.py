"""What many ask for at the same moment is made once, and all of them get it."""

from collections.abc import Callable
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse, HttpResponseNotFound
from django.test import RequestFactory

from core.pages import page_cache

READERS = 8


def at_once(ask: Callable[[], Any]) -> list[Any]:
    barrier, answers = Barrier(READERS), []

    def read() -> None:
        barrier.wait(timeout=60)
        answers.append(ask())

    threads = [Thread(target=read) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return answers


def a_request() -> Any:
    request: Any = RequestFactory().get("/")
    request.user = AnonymousUser()
    return request


def test_a_shared_page_renders_once_for_all_who_ask_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is rendered only when all the others have looked for it in vain."""
    looked, rendered, get = [], [], page_cache.page_cache.get

    def look(key: object) -> Any:
        looked.append(key)
        return get(key)

    monkeypatch.setattr(page_cache.page_cache, "get", look)

    def render() -> HttpResponse:
        rendered.append(1)
        while len(looked) <= READERS:  # who renders looks twice
            Event().wait(0.001)
        return HttpResponse("made")

    answers = at_once(lambda: page_cache.shared_page(a_request(), ("once",), render).content)
    assert (answers, len(rendered)) == ([b"made"] * READERS, 1)


def test_what_is_not_simply_a_page_is_made_for_each() -> None:
    answers = at_once(lambda: page_cache.shared_page(a_request(), ("gone",), HttpResponseNotFound))
    assert [answer.status_code for answer in answers] == [404] * READERS


def test_a_failed_page_leaves_its_place_to_the_next() -> None:
    with pytest.raises(ZeroDivisionError):
        page_cache.shared_page(a_request(), ("fails",), lambda: HttpResponse(1 // 0))
    assert page_cache.shared_page(a_request(), ("fails",), lambda: HttpResponse("made")).content == b"made"
