"""Log records with the request or task they belong to, as text for people or JSON for machines."""

import json
import logging
from typing import Any

from celery import current_task

from core.request_id import current_request_id


class ContextFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        task = current_task
        record.context = (task.request.id if task and task.request else None) or current_request_id() or "-"
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
            # hide the successful heartbeats; failures are still logged
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "axes": {"level": "WARNING"},  # hide three lines per sign-in; lockouts are still logged
        },
    }
