"""Buffers between connections and threads: a thread gets a complete request and leaves its response here.

The event loop waits for slow senders, with a deadline, and for slow readers (protocol.py ends those), so that neither
occupies one of the few threads.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import ClassVar, Self

from django.conf import settings

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

# Buffers between a connection and a thread: in memory while small, then in an unnamed file.
IN_MEMORY = 64 * 1024  # bytes in memory for each; 6,000 connections need less than 400 MB
MOST_ON_DISK = 1024**3  # total bytes in files per process


class Full(Exception):
    """No room is left for longer spools of this process, or on the disk."""


class Spool:
    """A FIFO of bytes that can be read while it is written.

    The file has no name, so nothing is left of it however the process ends.
    """

    on_disk: ClassVar[int] = 0
    _evictable: ClassVar[dict["Spool", Callable[[], None]]] = {}

    def __init__(self) -> None:
        self.size = 0
        self._read = 0
        self._file = unnamed_file()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(self, data: bytes) -> None:
        more = disk_for(self.size + len(data)) - disk_for(self.size)
        while Spool.on_disk + more > MOST_ON_DISK:
            Spool._make_room()
        try:
            self._file.seek(self.size)
            self._file.write(data)
        except OSError as error:
            raise Full from error
        self.size += len(data)
        Spool.on_disk += more

    def allow_eviction(self, close: Callable[[], None]) -> None:
        """Allow this spool to be closed when another one needs its space."""
        if disk_for(self.size):
            Spool._evictable[self] = close

    @classmethod
    def _make_room(cls) -> None:
        """Close the spool that has been waiting longest; the slowest reader loses its response."""
        if not cls._evictable:
            raise Full
        oldest = next(iter(cls._evictable))
        cls._evictable[oldest]()
        oldest.close()

    @property
    def is_read(self) -> bool:
        return self._read == self.size

    def read(self, most: int) -> bytes:
        """b"" when everything written so far has been read."""
        if self.is_read:
            return b""
        self._file.seek(self._read)
        data = self._file.read(most)
        self._read += len(data)
        return data

    def close(self) -> None:
        """Can be called more than once."""
        Spool._evictable.pop(self, None)
        if not self._file.closed:
            self._file.close()
            Spool.on_disk -= disk_for(self.size)


def disk_for(size: int) -> int:
    return size if size > IN_MEMORY else 0


def unnamed_file() -> "SpooledTemporaryFile[bytes]":
    return SpooledTemporaryFile(IN_MEMORY, dir=str(settings.VAR_DIR))


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
