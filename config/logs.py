"""Logs with the request or task they belong to, as lines for a person or JSON for a machine."""

import json
import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from celery import current_task
from django.http import HttpRequest, HttpResponse

request_id: ContextVar[str] = ContextVar("request_id", default="")
WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}")


class RequestIdMiddleware:
    """A proxy's X-Request-ID is kept where it is well formed; the answer carries the id back for whoever complains."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id.set(given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8))
        response = self.get_response(request)
        response["X-Request-ID"] = request_id.get()
        return response


class ContextFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        task = current_task
        record.context = (task.request.id if task and task.request else None) or request_id.get() or "-"
        return True


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "context": getattr(record, "context", "-"),
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def logging_config(*, as_json: bool, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"context": {"()": "config.logs.ContextFilter"}},
        "formatters": {
            "text": {"format": "%(asctime)s %(levelname)s %(name)s [%(context)s] %(message)s"},
            "json": {"()": "config.logs.JsonFormatter"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["context"],
                "formatter": "json" if as_json else "text",
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # a line for each heartbeat would bury what happens; what fails is still said
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "axes": {"level": "WARNING"},  # three lines a sign-in; who is locked out is still said
        },
    }
