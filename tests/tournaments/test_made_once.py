"""What many ask for at the same moment is made once, and all of them get it."""

from collections.abc import Callable
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse, HttpResponseNotFound
from django.test import RequestFactory

from core.pages import page_cache
from core.pages.page_cache import KeyLocks

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


class Slowly:
    """Is made only when all the others wait for it."""

    def __init__(self, locks: KeyLocks, text: str = "made") -> None:
        self.locks, self.text, self.times = locks, text, 0

    def __call__(self) -> str:
        self.times += 1
        while self.locks.waiting() < READERS:
            Event().wait(0.001)
        return self.text


def a_request() -> Any:
    request: Any = RequestFactory().get("/")
    request.user = AnonymousUser()
    return request


def test_a_shared_page_renders_once_for_all_who_ask_together() -> None:
    page_cache.page_cache.clear()
    make = Slowly(page_cache.rendering)

    def read() -> bytes:
        page = page_cache.shared_page(a_request(), ("once",), lambda: HttpResponse(make()))
        return page.content

    assert at_once(read) == [b"made"] * READERS
    assert (make.times, page_cache.rendering.waiting()) == (1, 0)


def test_what_is_not_simply_a_page_is_made_for_each() -> None:
    answers = at_once(lambda: page_cache.shared_page(a_request(), ("gone",), HttpResponseNotFound))
    assert [answer.status_code for answer in answers] == [404] * READERS
    assert page_cache.rendering.waiting() == 0


def test_a_failed_page_leaves_its_place_to_the_next() -> None:
    with pytest.raises(ZeroDivisionError):
        page_cache.shared_page(a_request(), ("fails",), lambda: HttpResponse(1 // 0))
    assert page_cache.shared_page(a_request(), ("fails",), lambda: HttpResponse("made")).content == b"made"
    assert page_cache.rendering.waiting() == 0
