"""A request reaches the site when it is whole, an answer leaves it at once, and nothing of either is left behind."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from config.connections import bodies
from config.connections.bodies import Full, Spool
from config.timeouts import Timeouts
from tests.config.test_live import in_its_own_loop

MIB = 1024 * 1024
PHONE = 20_000  # bytes a second, on a bad line


@pytest.fixture(autouse=True)
def _nothing_stays_on_disk() -> Iterator[None]:
    yield
    assert Spool.on_disk == 0


class Exchange:
    """A request in pieces, and what came of it. `stops`: the other end goes before the last piece."""

    def __init__(self, *pieces: bytes, path: str = "/", stops: bool = False) -> None:
        length = str(sum(map(len, pieces))).encode()
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "POST",
            "path": path,
            "headers": [(b"content-length", length)],
        }
        self.pieces = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
        self.pieces[-1] = {"type": "http.disconnect"} if stops else self.pieces[-1] | {"more_body": False}
        self.at_the_site: list[bytes] = []
        self.answer: list[dict[str, Any]] = []
        self.aborted = False

    async def site(self, scope: Any, receive: Any, send: Any) -> None:
        more, body = True, b""
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        self.at_the_site.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body[::-1], "more_body": True})

    async def receive(self) -> dict[str, Any]:
        return self.pieces.pop(0)

    async def send(self, message: dict[str, Any]) -> None:
        self.answer.append(message)

    def abort(self) -> None:
        self.aborted = True

    def run(self) -> "Exchange":
        self.scope["state"] = {"abort": self.abort}
        in_its_own_loop(bodies.answer(self.site, self.scope, self.receive, self.send))
        return self

    @property
    def status(self) -> int:
        return int(self.answer[0]["status"])


@pytest.mark.parametrize("size", [0, 1, bodies.IN_MEMORY, bodies.IN_MEMORY + 1, 3 * MIB])
def test_what_comes_in_pieces_reaches_the_site_whole(size):
    sent = bytes(n % 251 for n in range(size))
    exchange = Exchange(*(sent[at : at + 60_000] for at in range(0, size, 60_000)), b"").run()
    assert exchange.at_the_site == [sent]
    assert b"".join(message["body"] for message in exchange.answer[1:]) == sent[::-1]
    assert [message["more_body"] for message in exchange.answer[1:]][-1] is False


def test_what_breaks_off_never_reaches_the_site():
    exchange = Exchange(b"a" * MIB, b"b", stops=True).run()
    assert (exchange.at_the_site, exchange.answer) == ([], [])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([(b"transfer-encoding", b"chunked")], 411),
        ([(b"content-length", b"many")], 400),
        ([(b"content-length", b"-1")], 400),
        ([(b"content-length", b"9" * 5000)], 400),
        ([(b"content-length", b"99999999")], 413),
    ],
)
def test_what_is_refused_by_its_head_is_not_read(headers, status):
    exchange = Exchange(b"a", b"b")
    exchange.scope["headers"] = headers
    exchange.run()
    assert (exchange.status, exchange.at_the_site, len(exchange.pieces)) == (status, [], 2)


def test_the_page_of_a_body_too_large_says_the_limits():
    exchange = Exchange(b"")
    exchange.scope["headers"] = [(b"content-length", b"99999999")]
    page = exchange.run().answer[1]["body"].decode()
    assert "a team list at most 1 MB, a picture at most 5 MB" in page


@pytest.mark.parametrize(
    ("path", "kind"), [("/events/a\0b/", b"text/html"), ("/api/v1/events/a\0b/", b"application/json")]
)
def test_nul_in_an_address_is_refused_before_the_site(path, kind):
    exchange = Exchange(b"", path=path).run()
    assert (exchange.status, exchange.at_the_site) == (404, [])
    assert dict(exchange.answer[0]["headers"])[b"content-type"].startswith(kind)


def test_the_api_refuses_http_and_asks_for_another_token(settings):
    settings.SECURE_SSL_REDIRECT = True
    exchange = Exchange(b"", path="/api/v1/me/").run()
    said = json.loads(exchange.answer[1]["body"])
    assert (exchange.status, said["code"], exchange.at_the_site) == (403, "https-only", [])
    assert "token" in said["detail"]
    over_https = Exchange(b"", path="/api/v1/me/")
    over_https.scope["scheme"] = "https"
    assert over_https.run().status == 200


def test_an_event_to_import_may_be_larger_than_other_bodies():
    pieces = [b"a" * MIB] * 7
    assert Exchange(*pieces, path="/events/import/").run().status == 200
    assert Exchange(*pieces, path="/").run().status == 413


@pytest.mark.parametrize("size", [2 * MIB, 6 * MIB, 16 * MIB])
def test_a_phone_on_a_slow_line_can_send_everything(size):
    limits = Timeouts()
    assert all(sent / PHONE < limits.for_body(sent) for sent in range(0, size, 10_000))


def test_a_body_that_stays_away_has_ten_seconds():
    assert Timeouts().for_body(0) == 10


def test_a_body_without_room_is_refused_and_leaves_none_taken(monkeypatch):
    monkeypatch.setattr(bodies, "MOST_ON_DISK", MIB)
    exchange = Exchange(b"a" * 2 * MIB, b"b").run()
    assert (exchange.status, exchange.at_the_site) == (503, [])


def test_an_answer_without_room_ends_its_connection(monkeypatch):
    monkeypatch.setattr(bodies, "MOST_ON_DISK", 3 * MIB)
    exchange = Exchange(b"a" * 2 * MIB, b"b").run()
    assert exchange.aborted
    assert sum(len(message.get("body", b"")) for message in exchange.answer) < 2 * MIB


def test_who_has_not_read_for_longest_makes_room(monkeypatch):
    monkeypatch.setattr(bodies, "MOST_ON_DISK", 3 * MIB)
    ended: list[str] = []
    with Spool() as first, Spool() as second, Spool() as small, Spool() as late:
        for one, name in ((first, "first"), (second, "second"), (small, "small")):
            one.write(b"a" * (MIB if one is not small else 10))
            one.allow_eviction(lambda name=name: ended.append(name))
        late.write(b"a" * 2 * MIB)
        assert ended == ["first"]
        with pytest.raises(Full):
            late.write(b"a" * 2 * MIB)
        assert ended == ["first", "second"]
        small.write(b"still")
        assert small.read(100) == b"a" * 10 + b"still"


def test_the_site_is_done_before_its_reader_has_read():
    """Then its thread is free."""

    async def scene() -> None:
        reads, done = asyncio.Event(), asyncio.Event()

        async def never_yet(_message: Any) -> None:
            await reads.wait()

        async def site(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for _ in range(100):
                await send({"type": "http.response.body", "body": b"a" * 10_000, "more_body": True})
            done.set()

        exchange = Exchange(b"")
        task = asyncio.create_task(bodies.answer(site, exchange.scope, exchange.receive, never_yet))
        await done.wait()
        assert not task.done()
        reads.set()
        await task

    in_its_own_loop(scene())
