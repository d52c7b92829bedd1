"""GET /live?topic=a&topic=b: server-sent events that say "this topic is now at version n", and what time it is.

The first event is {"versions": {topic: n, ...}, "now": milliseconds} for all requested topics, read after subscribing,
so that no change is lost between page and stream; then follows one {"topic", "version", "listeners"} per change. From
the number of listeners pages know over how long to spread their requests, so that a thousand of them do not all ask at
once. Heartbeats say the time again.
"""

import asyncio
import json
import logging
import re
from collections import Counter
from collections.abc import Coroutine
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError

from config.connections.early_responses import Receive, Scope, Send, https_only, respond
from config.live.hub import Hub, Subscription, current_versions
from core.pages import live

log = logging.getLogger(__name__)

WELL_FORMED = re.compile(r"[a-z][a-z0-9:_-]{0,79}")
MOST_TOPICS = 50
HEARTBEAT_SECONDS = 20  # seconds between heartbeats, which tell the page and proxies that the stream is alive
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

hub = Hub(settings.REDIS_URL)
open_streams: Counter[str] = Counter()  # streams of each network address in this process


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    topics = requested_topics(scope)
    if scope["method"] != "GET":
        await refuse(scope, send, 405, "only GET")
    elif not topics:
        await refuse(scope, send, 400, f"1 to {MOST_TOPICS} well-formed topics")
    elif open_streams[client_address(scope)] >= settings.STREAMS_PER_ADDRESS:
        await refuse(scope, send, 429, "too many open streams from this address")  # the page polls instead
    else:
        stopping = scope.get("state", {}).get("stopping", asyncio.Event())
        await counted(scope, stream_changes(scope, topics, receive, send, stopping))


async def counted(scope: Scope, streaming: Coroutine[Any, Any, None]) -> None:
    address = client_address(scope)
    open_streams[address] += 1
    try:
        await streaming
    finally:
        open_streams[address] -= 1
        if not open_streams[address]:
            del open_streams[address]


def client_address(scope: Scope) -> str:
    return str((scope.get("client") or ("", 0))[0])


def requested_topics(scope: Scope) -> set[str]:
    """The requested topics, or none if there are too many or one is malformed."""
    topics = set(parse_qs(scope["query_string"].decode("latin-1")).get("topic", []))
    return topics if len(topics) <= MOST_TOPICS and all(map(WELL_FORMED.fullmatch, topics)) else set()


async def stream_changes(scope: Scope, topics: set[str], receive: Receive, send: Send, stopping: asyncio.Event) -> None:
    """Until the page leaves or the server stops, which would wait for the stream."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS + https_only(scope)})
    with hub.subscribed(topics) as subscription:
        ends = (send_changes(subscription, send), wait_for_disconnect(receive), stopping.wait())
        tasks = {asyncio.create_task(end) for end in ends}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def send_changes(subscription: Subscription, send: Send) -> None:
    try:
        subscription.sent = await asyncio.to_thread(current_versions, subscription.topics)
    except DatabaseError:
        log.exception("versions could not be read")
        return  # the page reconnects
    await event(send, {"versions": subscription.sent, "now": live.server_time()})
    while not subscription.ended:
        for topic, number in await subscription.changes(HEARTBEAT_SECONDS):
            await event(send, {"topic": topic, "version": number, "listeners": hub.listeners(topic)})
        await send({"type": "http.response.body", "body": heartbeat(), "more_body": True})


def heartbeat() -> bytes:
    return b"event: beat\ndata: %d\n\n" % live.server_time()


async def wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue


async def event(send: Send, content: Any) -> None:
    await send(
        {"type": "http.response.body", "body": b"data: %s\n\n" % json.dumps(content).encode(), "more_body": True}
    )


async def refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    await respond(scope, send, status, {"code": "live", "detail": why})
