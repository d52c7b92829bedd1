"""The cache while its broker is away: empty, except that attempts are counted all the same."""

from django.core.cache import caches

from config import cache as cache_module

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
