"""Each line of the log says which request or task it belongs to, for a person and for a machine."""

import json
import logging

import pytest
from celery import shared_task

from config.logs import ContextFilter, JsonFormatter, logging_config


@pytest.fixture
def line():
    def write(message: str, *args: object, error: BaseException | None = None) -> dict[str, str]:
        trace = (type(error), error, error.__traceback__) if error else None
        record = logging.LogRecord("judging", logging.WARNING, "x.py", 1, message, args, trace)
        ContextFilter().filter(record)
        return json.loads(JsonFormatter().format(record))

    return write


def test_a_line_carries_the_id_of_its_request(line, monkeypatch):
    monkeypatch.setattr("config.logs.current_request_id", lambda: "abc-12345")
    assert line("%s waits", "é\n")["context"] == "abc-12345"


def test_a_line_carries_the_id_of_its_task(line):
    @shared_task(name="tests.say")
    def say() -> str:
        return line("working")["context"]

    assert say.apply(task_id="task-1").get() == "task-1"


def test_a_line_break_cannot_fake_a_log_line(line):
    record = logging.LogRecord("x", logging.INFO, "x.py", 1, "a\n2026 ERROR forged", (), None)
    assert "\n" not in JsonFormatter().format(record)


def test_an_error_keeps_its_trace(line):
    try:
        raise ValueError("planted")
    except ValueError as error:
        assert "planted" in line("failed", error=error)["trace"]


@pytest.mark.parametrize("logger", ["axes.handlers.database", "celery.app.trace"])
def test_what_happens_all_day_does_not_bury_what_goes_wrong(logger):
    levels = logging_config(as_json=False, level="INFO")["loggers"]
    assert any(logger.startswith(name) and reported["level"] == "WARNING" for name, reported in levels.items())
