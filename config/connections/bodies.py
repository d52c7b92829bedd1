"""Buffers between connections and threads: a thread gets a complete request and leaves its response here.

The event loop waits for slow senders, with a deadline, and for slow readers (protocol.py ends those), so that neither
occupies one of the few threads.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

from config import timeouts
from config.connections.early_responses import (
    Message,
    Receive,
    Refusal,
    Scope,
    Send,
    headers_of,
    refusal_by_head,
    refuse,
)
from config.connections.spool import Full, Spool

log = logging.getLogger(__name__)

CHUNK_SIZE = 32 * 1024  # bytes passed on at a time

TOO_SLOW = Refusal(408, "too-slow")
TOO_MUCH = Refusal(503, "busy")

Site = Callable[[Scope, Receive, Send], Awaitable[None]]


async def answer(site: Site, scope: Scope, receive: Receive, send: Send) -> None:
    with Spool() as body:
        try:
            refusal = refusal_by_head(scope["path"], scope.get("scheme", "http"), headers_of(scope))
            refusal = refusal or await fetch(scope, receive, body)
        except ConnectionAbortedError:
            return  # an incomplete body is discarded
        if refusal:
            await refuse(scope, send, refusal)
            return
        async with ResponseBuffer(send, scope.get("state", {}).get("abort")) as buffer:
            await site(scope, reader(body), buffer.send)
            body.close()  # its reader may take long


async def fetch(scope: Scope, receive: Receive, body: Spool) -> Refusal | None:
    """Receive the body. Raises ConnectionAbortedError if the client has gone."""
    if headers_of(scope).get("content-length", "0") == "0":
        return None
    began = asyncio.get_running_loop().time()
    more = True
    try:
        while more:
            async with asyncio.timeout_at(began + timeouts.LIMITS.for_body(body.size)):
                message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionAbortedError
            body.write(message.get("body", b""))
            more = message.get("more_body", False)
    except TimeoutError:
        return TOO_SLOW
    except Full:
        return TOO_MUCH
    return None


def reader(body: Spool) -> Receive:
    """The received body as the site reads it."""
    left = body.size

    async def receive() -> Message:
        nonlocal left
        data = body.read(CHUNK_SIZE)
        left -= len(data)
        return {"type": "http.request", "body": data, "more_body": left > 0}

    return receive


class ResponseBuffer:
    """Takes a response as fast as the site produces it, and sends it as fast as its reader reads.

    `abort` closes the connection, where the server provides that.
    """

    def __init__(self, send: Send, abort: Callable[[], None] | None = None) -> None:
        self._to_reader, self._abort = send, abort
        self._start: Message | None = None
        self._body = Spool()
        self._ended = self._abandoned = False
        self._changed = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._delivery = asyncio.create_task(self._deliver())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if not error:
                self._ended = True
                self._changed.set()
                if not self._abandoned:
                    self._body.allow_eviction(self._abandon)
                await self._delivery
        finally:
            self._delivery.cancel()
            self._body.close()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        elif not self._abandoned:
            try:
                self._body.write(message.get("body", b""))
            except Full:
                self._abandon()
        self._changed.set()

    def _abandon(self) -> None:
        log.warning("a response is abandoned: the buffer space of this process is used up")
        self._abandoned = True
        if self._abort:
            self._abort()
        self._changed.set()

    async def _deliver(self) -> None:
        while self._start is None and not self._ended:
            await self._wait()
        if self._start is None:
            return
        await self._to_reader(self._start)
        while not self._abandoned and not (self._ended and self._body.is_read):
            data = self._body.read(CHUNK_SIZE)
            if data:
                await self._to_reader({"type": "http.response.body", "body": data, "more_body": True})
            else:
                await self._wait()
        if not self._abandoned:
            await self._to_reader({"type": "http.response.body", "body": b"", "more_body": False})

    async def _wait(self) -> None:
        await self._changed.wait()
        self._changed.clear()
