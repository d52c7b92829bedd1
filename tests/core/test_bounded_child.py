"""The child process that parses files of strangers: what it may not do, and who waits for it."""

import fcntl
import os
import threading

import pytest

from core.files import bounded_child
from core.files.bounded_child import Unreadable, ask

PARSER = "tests.core.bad_parser"
TURN = bounded_child.ROOT / "tests/__init__.py"  # of the parsers of one app


def refusal(content: bytes, *options: str) -> str:
    with pytest.raises(Unreadable) as refused:
        ask(PARSER, content, *options)
    return refused.value.code


def test_a_parser_gets_options_and_answers_or_refuses():
    assert ask(PARSER, b"options", "640", "112") == ["640", "112"]
    assert refusal(b"refuse") == "odd-file"


@pytest.mark.parametrize("order", [b"memory", b"chatter", b"files", b"crash"])
def test_a_child_that_takes_too_much_is_a_refusal(order):
    assert refusal(order) == "too-large"


@pytest.mark.check
def test_a_child_that_calculates_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr(bounded_child, "WALL_SECONDS", 600)
    assert refusal(b"spin") == "too-large"


def test_a_child_that_waits_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr(bounded_child, "WALL_SECONDS", 0.2)
    assert refusal(b"sleep") == "too-large"


def test_a_child_writes_no_file(tmp_path):
    path = tmp_path / "written-by-the-child"
    assert refusal(b"write " + os.fsencode(path)) == "too-large"
    assert not path.exists() or path.read_bytes() == b""


def test_a_child_knows_nothing_of_the_environment(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "canary")
    assert "canary" not in str(ask(PARSER, b"environment"))


def test_a_child_that_reads_nothing_is_a_refusal():
    assert refusal(bytes(4_000_000), "deaf") == "too-large"


def test_one_file_at_a_time_is_parsed_for_an_app(monkeypatch):
    monkeypatch.setattr(bounded_child, "LONGEST_WAIT", 0)
    with TURN.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert refusal(b"options") == "busy"
    assert ask(PARSER, b"options") == []


def test_who_comes_second_waits_for_the_first():
    answers = []
    with TURN.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        second = threading.Thread(target=lambda: answers.append(ask(PARSER, b"options", "1")))
        second.start()
        second.join(0.3)
        assert not answers
    second.join(60)
    assert answers == [["1"]]


def test_a_person_has_one_file_parsed_at_a_time(monkeypatch):
    begun, ended = threading.Event(), threading.Event()

    def answer(_module: str, content: bytes, _options: tuple[str, ...]) -> list[str]:
        begun.set()
        assert content or ended.wait(60)
        return ["read"]

    monkeypatch.setattr(bounded_child, "_answer", answer)
    first = threading.Thread(target=lambda: ask(PARSER, b"", who=1))
    first.start()
    try:
        assert begun.wait(60)
        with pytest.raises(Unreadable) as refused:
            ask(PARSER, b"second", who=1)
        assert refused.value.code == "busy"
    finally:
        ended.set()
        first.join(60)
    assert ask(PARSER, b"third", who=1) == ["read"]
