"""The ASGI application: the event loop serves the long streams of /live, threads run Django for everything else."""

import gc
import os

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
site = WSGIMiddleware(get_wsgi_application(), workers=16)  # type: ignore[arg-type]  # Django's response is iterable bytes

from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402  these need Django to be set up

from config import timeouts  # noqa: E402
from config.connections import bodies  # noqa: E402
from config.connections.early_responses import Receive, Scope, Send, alive  # noqa: E402
from config.databases import limit_waiting  # noqa: E402
from config.live import stream  # noqa: E402

LIVE, ALIVE = "/live", "/healthz"

limit_waiting(settings.DATABASES["default"]["ENGINE"], timeouts.LIMITS.database)

# Exclude what is loaded by now from garbage collection, which would otherwise scan it and delay requests.
get_resolver().url_patterns  # noqa: B018  loads all views
gc.collect()
gc.freeze()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        await site(scope, receive, send)  # type: ignore[arg-type]
    elif scope["path"] == LIVE:
        await stream(scope, receive, send)
    elif scope["path"] == ALIVE:
        await alive(scope, send)
    else:
        await bodies.answer(site, without_ambiguous_headers(scope), receive, send)  # type: ignore[arg-type]


def without_ambiguous_headers(scope: Scope) -> Scope:
    """Drop headers with underscores: WSGI cannot tell X_Forwarded_For from X-Forwarded-For, so one could pose as a
    proxy's."""
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if b"_" not in name]}
