"""Buffers between a connection and a thread: in memory while small, then in an unnamed file."""

from collections.abc import Callable
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import ClassVar, Self

from django.conf import settings

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
