"""The cache while its broker is away: empty, except that attempts are counted all the same."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.urls import reverse

from accounts.sign_in.guessing import count_guess, guesses_at
from config import cache as cache_module
from core.pages.throttle import seconds_to_wait
from tests.config.broker import a_broker_of_its_own

NOWHERE = "redis://127.0.0.1:1/0"


def test_a_cache_whose_broker_is_away_is_an_empty_cache(settings):
    settings.CACHES = {"away": {"BACKEND": "config.cache.FailSafeRedisCache", "LOCATION": NOWHERE}}
    cache = caches.create_connection("away")
    cache.set("a", 1)
    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_many(["a"]) == {}
    assert cache.get_or_set("a", 5) == 5
    assert cache.add("a", 1) is True
    assert cache.incr("a") == 1
    assert not cache.has_key("a")
    cache.delete("a")
    cache.clear()


def test_the_caches_of_all_requests_share_their_connections(settings):
    settings.CACHES = {"away": {"BACKEND": "config.cache.FailSafeRedisCache", "LOCATION": NOWHERE}}
    one, other = (caches.create_connection("away") for _ in range(2))
    assert one._cache is other._cache


def test_attempts_are_counted_while_the_broker_is_away(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.CACHES = {"away": {"BACKEND": "config.cache.FailSafeRedisCache", "LOCATION": NOWHERE}}
    one, other = (caches.create_connection("away") for _ in range(2))
    assert one.add("throttle:ana", 0, timeout=60)
    assert (one.incr("throttle:ana"), other.incr("throttle:ana")) == (1, 2)
    assert not other.add("throttle:ana", 0, timeout=60)


@pytest.fixture
def full_broker(settings, tmp_path) -> Iterator[Any]:
    """The cache of the site is in a broker that holds what was counted so far, reads, and writes nothing more."""
    settings.VAR_DIR = tmp_path
    with a_broker_of_its_own("--maxmemory-policy", "noeviction") as url:
        settings.CACHES = {"default": {"BACKEND": "config.cache.FailSafeRedisCache", "LOCATION": url}}
        count_guess("bea@example.org")
        client: Any = cache._cache.get_client()  # type: ignore[attr-defined]
        client.config_set("maxmemory", 1)
        yield client


@pytest.mark.check
def test_a_full_broker_stops_no_counting(full_broker):
    assert [bool(seconds_to_wait("ana", 2, 3600)) for _try in range(4)] == [False, False, True, True]
    for name in ("ana@example.org", "bea@example.org"):
        for _guess in range(3):
            count_guess(name)
        assert guesses_at(name) == 3, "from the refusal on, all processes count together in files"


@pytest.mark.check
def test_a_broker_with_room_again_is_asked_again(full_broker, monkeypatch):
    count_guess("bea@example.org")
    monkeypatch.setattr(cache_module, "TRY_AGAIN", 0)
    full_broker.config_set("maxmemory", 0)
    count_guess("bea@example.org")
    assert guesses_at("bea@example.org") == 2


@pytest.mark.django_db
def test_a_full_broker_locks_nobody_out(full_broker, client):
    wrong = {"login": "ana@example.org", "password": "a wrong guess"}
    answers = [client.post(reverse("account_login"), wrong).status_code for _try in range(3)]
    assert answers == [answers[0]] * 3
    assert answers[0] != 429


def test_the_memory_of_a_process_holds_so_many_bytes_only(settings, tmp_path, monkeypatch):
    monkeypatch.setattr(cache_module, "MOST_BYTES", 60_000)
    settings.VAR_DIR = tmp_path
    settings.CACHES = {"small": {"BACKEND": "config.cache.MemoryCache", "LOCATION": "of-this-test"}}
    cache = caches.create_connection("small")
    cache.set("mark", True)
    for number in range(6):
        cache.set(f"page:{number}", "x" * 20_000)
        assert cache.get("mark"), "what is asked for again and again stays"
    assert [bool(cache.get(f"page:{number}")) for number in range(6)] == [False] * 4 + [True] * 2
