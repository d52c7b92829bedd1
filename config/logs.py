"""Log records with the request or task they belong to, as text for people or JSON for machines.

A line holds no key of a personal link, and what is refused or waits for the database takes one line without a stack.
"""

import json
import logging
import re
import sys
from typing import Any

from celery import current_task

from core.records.request_id import current_request_id


class ContextFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        task = current_task
        of_request = current_request_id() or getattr(getattr(record, "request", None), "request_id", "")
        record.context = (task.request.id if task and task.request else None) or of_request or "-"
        return True


KEYS = ("token", "key", "code", "uidb36")  # names of what routes take that opens something
LEFT_OUT = "…"
SHORTEST_KEY = 8  # a shorter one is left out of the path alone: it may be a part of any word


class DiscreetFilter(logging.Filter):
    """Django logs the whole path of a request, and the stack of each refusal."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error and _is_no_fault(record, error):
            record.exc_info = record.exc_text = None
            if getattr(record, "status_code", 503) >= 500:
                record.msg, record.args = f"%s ({type(error).__name__}: %s)", (record.getMessage(), _first_line(error))
        request = getattr(record, "request", None)
        if request is not None and hasattr(request, "path"):
            _leave_out_keys(record, request)
        return True


def _is_no_fault(record: logging.LogRecord, error: BaseException) -> bool:
    if 400 <= getattr(record, "status_code", 0) < 500:
        return True
    if "django.db" not in sys.modules:  # beat does without
        return False
    from core.database.errors import database_is_unavailable  # noqa: PLC0415

    return database_is_unavailable(error)


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]


def _leave_out_keys(record: logging.LogRecord, request: Any) -> None:
    shown, found = shown_path(request)
    keys = [key for key in found if len(key) >= SHORTEST_KEY]
    message = record.getMessage()
    paths = {request.path, request.path.encode("unicode_escape").decode("ascii")}
    for text in sorted({*paths, *keys}, key=len, reverse=True):
        message = message.replace(text, shown if text in paths else LEFT_OUT)
    referer = getattr(request, "META", {}).get("HTTP_REFERER", "")
    record.msg, record.args = message.replace(referer, LEFT_OUT) if referer else message, ()
    if record.exc_info:
        record.exc_text = logging.Formatter().formatException(record.exc_info)
        for key in keys:
            record.exc_text = record.exc_text.replace(key, LEFT_OUT)


def shown_path(request: Any) -> tuple[str, list[str]]:
    """Return the path without keys, and the keys. Of a path that leads nowhere only the beginning is shown: it may be a
    personal link with a letter too many."""
    return _shown(request.path, getattr(request, "resolver_match", None))


def _shown(path: str, match: Any = None) -> tuple[str, list[str]]:
    from django.urls import Resolver404, resolve  # noqa: PLC0415  beat does without

    try:
        match = match or resolve(path)
    except Resolver404:
        first, slash, rest = path.lstrip("/").partition("/")
        return f"/{first}{slash}{LEFT_OUT if rest else ''}", [rest] if rest else []
    if match.view_name == "accounts:report":  # the path of the page that is reported
        page = match.kwargs["page"]
        shown, keys = _shown(f"/{page.lstrip('/')}")
        return path.replace(page, shown.lstrip("/")), keys
    keys = [str(match.kwargs[name]) for name in KEYS if match.kwargs.get(name)]
    shown = path
    for key in sorted(keys, key=len, reverse=True):
        shown = re.sub(rf"(?<![^\W_]){re.escape(key)}(?![^\W_])", LEFT_OUT, shown)
    return shown, keys


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
            line["trace"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def logging_config(*, as_json: bool, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"context": {"()": "config.logs.ContextFilter"}, "discreet": {"()": "config.logs.DiscreetFilter"}},
        "formatters": {
            "text": {"format": "%(asctime)s %(levelname)s %(name)s [%(context)s] %(message)s"},
            "json": {"()": "config.logs.JsonFormatter"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["context", "discreet"],
                "formatter": "json" if as_json else "text",
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # hide the successful heartbeats; failures are still logged
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "axes": {"level": "WARNING"},  # hide three lines per sign-in; lockouts are still logged
        },
    }
