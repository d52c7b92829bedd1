"""The event loop waits for slow senders and readers, not forever, and the site goes on for everybody else."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from benchmarks.slow_connections import BODY, HEAD, Server, endings, held, whole_answer
from launch import PYTHON
from tests.config.test_run import until

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(not PYTHON.exists(), reason="the server is the one that ./run has installed"),
]
MANY = 100
MOST_OF_ONE_ADDRESS = 120
STREAM = b"GET /live?topic=event:1:pairings HTTP/1.1\r\nHost: localhost\r\n\r\n"
JSON_BODY = b"POST /api/v1/events/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    running = Server(folder, MOST_OF_ONE_ADDRESS, head=1, first_byte=1, reading=1, unread_body=1, sweep=0.1)
    yield running
    running.stop()


@pytest.fixture
def open_files(server: Server) -> int:
    """Once every file has been opened that stays open, and nothing of the test before is left."""
    for path in ("/", "/readyz"):
        server.get(path)
    before = -1
    while (now := server.files_open()) != before:
        before = now
        server.get("/")
    return now


def every_door_answers(server: Server) -> None:
    assert b"Krosmaster" in server.get("/")
    assert b'"database"' in server.get("/readyz")
    assert b'"versions"' in server.get("/live?topic=event:1:pairings")


@pytest.mark.parametrize("sent", [HEAD, BODY, b""], ids=["heads", "bodies", "silence"])
def test_stalled_connections_block_nobody_and_are_closed(server, sent):
    connections = [server.connect(sent) for _ in range(MANY)]
    with held(connections):
        every_door_answers(server)
        assert endings(connections) == {"408" if sent else "closed": MANY}


def test_a_body_that_trickles_is_cut_though_it_never_rests(server):
    trickling = server.connect(BODY)
    trickling.settimeout(0.1)

    def answer() -> Any:
        trickling.send(b"a")
        try:
            return trickling.recv(100)
        except TimeoutError:
            return b""

    with held([trickling]):
        assert until(answer).startswith(b"HTTP/1.1 408 ")


def test_a_slow_program_gets_a_code(server):
    with server.connect(JSON_BODY) as slow:
        head, body = whole_answer(slow)
    assert b" 408 " in head
    assert json.loads(body) == {"code": "too-slow", "detail": "Request Timeout"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_slow_request_is_answered_in_the_readers_language(server, language):
    with server.connect(BODY.replace(b"\r\n\r\n", b"\r\nAccept-Language: %s\r\n\r\n" % language.encode())) as slow:
        head, page = whole_answer(slow)
    assert f'<html lang="{language}"' in page.decode()
    assert b"content-security-policy" in head


def test_an_oversized_body_is_refused_before_it_arrives(server):
    with server.connect(JSON_BODY.replace(b"5000", b"50000000")) as large:
        head, body = whole_answer(large)  # which ends, though its body never does
    assert b" 413 " in head
    assert json.loads(body)["code"] == "too-large"


def test_a_header_with_nul_reaches_nobody(server):
    with server.connect(b"GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: a\0b\r\n\r\n") as sending:
        head, _body = whole_answer(sending)
    assert b" 400 " in head


def test_answers_that_nobody_reads_stop_nobody_and_are_cut(server, open_files):
    connections = [server.connect(server.file(), take=4096) for _ in range(MANY // 2)]
    with held(connections):
        every_door_answers(server)
        assert until(lambda: server.files_open() <= open_files + 1)


def test_uploads_that_break_off_leave_nothing_behind(server, open_files):
    large = BODY.replace(b"5000", b"500000") + b"a" * 200_000
    threads: list[int] = []
    for _ in range(3):
        with held([server.connect(large) for _ in range(MANY // 2)]):
            until(lambda: server.files_open() >= open_files + MANY)  # each has a connection and a file
        assert until(lambda: server.files_open() <= open_files + 1)
        threads.append(server.threads())
    assert len(set(threads)) == 1


@pytest.mark.usefixtures("open_files")
def test_one_address_cannot_take_all_connections(server):
    connections = []
    for _ in range(MOST_OF_ONE_ADDRESS + 20):
        connections.append(server.connect())
        with suppress(ConnectionError):  # at once: in a second the site ends who says nothing
            connections[-1].sendall(STREAM)
    with held(connections):
        assert endings(connections) == {"200": MOST_OF_ONE_ADDRESS, "closed": 20}
    assert until(server.answers)
