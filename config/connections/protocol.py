"""uvicorn's HTTP/1.1 protocol with limits: it closes connections with late headers or unread responses, and excess
ones.

`--http config.connections:Connection`. Bodies have their own deadline (config/connections/bodies.py), `/live` has none.
"""

import asyncio
import resource
import socket
from collections import Counter
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from config import timeouts

WANTED_FILES = 16_384
OTHER_FILES = 256  # databases, the broker, logs, what threads open
FILES_OF_ONE = 2  # a connection, and the file that holds a long body or response
MOST_OF_ONE_ADDRESS = 6_000  # a hall behind one address: 1,000 phones with six connections each
UNREAD = 32 * 1024  # bytes of a response held in this process and in the kernel, each; the rest waits in its spool
TOO_LATE = b"The request did not come in time. Nothing has been changed; send it again.\n"


class Guard:
    """What a server process tracks about all its connections."""

    _of: ClassVar["WeakKeyDictionary[ServerState, Guard]"] = WeakKeyDictionary()

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.by_address: Counter[str] = Counter()
        self.stopping = asyncio.Event()  # /live ends its streams, which would otherwise be waited for
        self.most = (open_files_allowed() - OTHER_FILES) // FILES_OF_ONE
        self.most_of_one = min(MOST_OF_ONE_ADDRESS, self.most * 3 // 4)
        self._sweeping = False

    @classmethod
    def of(cls, state: ServerState) -> "Guard":
        if state not in cls._of:
            cls._of[state] = cls()
        return cls._of[state]

    def admits(self, connection: "Connection") -> bool:
        if self.by_address[connection.address] > self.most_of_one and not connection.is_from_proxy:
            return False
        return len(self.connections) <= self.most or self._make_room()

    def _make_room(self) -> bool:
        """Close the connection that has been idle for the longest time, or the newest one."""
        idle = [one for one in self.connections if one.head_awaited_since is not None]
        if not idle:
            return False
        longest = min(idle, key=lambda one: one.head_awaited_since or 0.0)
        longest.transport.abort()
        return True

    def add(self, connection: "Connection") -> None:
        self.connections.add(connection)
        self.by_address[connection.address] += 1
        if not self._sweeping:
            self._sweeping = True
            connection.loop.call_later(timeouts.LIMITS.sweep, self._sweep, connection.loop)

    def remove(self, connection: "Connection") -> None:
        self.connections.discard(connection)
        self.by_address[connection.address] -= 1
        if not self.by_address[connection.address]:
            del self.by_address[connection.address]

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        for connection in list(self.connections):
            connection.end_if_overdue(loop.time())
        self._sweeping = bool(self.connections)
        if self._sweeping:
            loop.call_later(timeouts.LIMITS.sweep, self._sweep, loop)


def open_files_allowed() -> int:
    """Raise the limit of open files as far as is possible without privileges, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = WANTED_FILES if hard == resource.RLIM_INFINITY else min(WANTED_FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= allowed:
        return allowed
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (ValueError, OSError):  # macOS allows fewer than it reports
        return soft
    return allowed


class Connection(H11Protocol):
    address = ""
    head_awaited_since: float | None = None  # until the header of the next request is complete
    _refused_since: float | None = None  # while a body is still arriving after its response
    _unread: tuple[int, float] | None = None  # how much of a response was unread, and when

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limit_unread_bytes(transport)
        self.address = self.client[0] if self.client else ""
        self.guard = Guard.of(self.server_state)
        self.app_state = {**self.app_state, "abort": transport.abort, "stopping": self.guard.stopping}
        self.head_awaited_since = self.loop.time()
        self.guard.add(self)
        if not self.guard.admits(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.remove(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        super().shutdown()
        self.guard.stopping.set()

    @property
    def is_from_proxy(self) -> bool:
        """Whether the peer is a proxy, which carries many clients and has limits of its own."""
        app: Any = self.app
        return isinstance(app, ProxyHeadersMiddleware) and self.address in app.trusted_hosts

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state is not h11.IDLE:
            self.head_awaited_since = None
        elif self.head_awaited_since is None:
            self.head_awaited_since = self.loop.time()

    def resume_writing(self) -> None:
        self._unread = None
        super().resume_writing()

    def end_if_overdue(self, now: float) -> None:
        """Close the connection if a deadline has passed. Called about once a second."""
        if self._reads_too_slowly(now) or self._keeps_sending_refused_body(now):
            self.transport.abort()
        elif self.head_awaited_since is not None and now > self.head_awaited_since + timeouts.LIMITS.head:
            self._time_out_head()

    def _time_out_head(self) -> None:
        self.head_awaited_since = None
        if self.transport.is_closing():
            return
        if self.conn.our_state is h11.IDLE and self.conn.trailing_data[0]:
            headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
            answer = h11.Response(status_code=408, headers=headers, reason=b"Request Timeout")
            for event in (answer, h11.Data(data=TOO_LATE), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _keeps_sending_refused_body(self, now: float) -> bool:
        """Many clients only read the response after sending the whole body, so closing earlier would lose it."""
        if not (self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY):
            self._refused_since = None
            return False
        self._refused_since = self._refused_since or now
        return now > self._refused_since + timeouts.LIMITS.unread_body

    def _reads_too_slowly(self, now: float) -> bool:
        """Whether the reader falls behind. Nothing is added while a response waits, so what has gone was read."""
        limits = timeouts.LIMITS
        left = self.transport.get_write_buffer_size()
        if not left:
            self._unread = None
        elif self._unread is None:
            self._unread = left, now
        elif now > self._unread[1] + limits.reading:
            if self._unread[0] - left < limits.slowest_reader * limits.reading:
                return True
            self._unread = left, now
        return False


def limit_unread_bytes(transport: asyncio.Transport) -> None:
    """Limit the kernel's send buffer: with megabytes of it, a slow reader would go unnoticed for a minute."""
    transport.set_write_buffer_limits(high=UNREAD)
    connected = transport.get_extra_info("socket")
    if connected.family != socket.AF_UNIX and hasattr(socket, "TCP_NOTSENT_LOWAT"):
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNREAD)
