"""What waits between a connection and a thread: in memory while it is small, then in a file without a name."""

from collections.abc import Callable
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import ClassVar, Self

from django.conf import settings

IN_MEMORY = 64 * 1024  # bytes of each; 6,000 connections then wait with less than 400 MB
MOST_ON_DISK = 1024**3  # bytes of all longer ones of one process together


class Full(Exception):
    """The space for longer spools of this process, or the disk, is used up."""


class Spool:
    """Bytes are read in the order in which they were written, also while more are written.

    The file never has a name, so nothing is left of it however the process ends.
    """

    on_disk: ClassVar[int] = 0
    _evictable: ClassVar[dict["Spool", Callable[[], None]]] = {}

    def __init__(self) -> None:
        self.size = 0
        self._read = 0
        self._file = nameless_file()

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
        """From now on it may be closed when another spool needs its space."""
        if disk_for(self.size):
            Spool._evictable[self] = close

    @classmethod
    def _make_room(cls) -> None:
        """What has been waited for longest goes first: who reads as fast as others has long been done."""
        if not cls._evictable:
            raise Full
        oldest = next(iter(cls._evictable))
        cls._evictable[oldest]()
        oldest.close()

    @property
    def is_read(self) -> bool:
        return self._read == self.size

    def read(self, most: int) -> bytes:
        """b"" where all that was written has been read."""
        if self.is_read:
            return b""
        self._file.seek(self._read)
        data = self._file.read(most)
        self._read += len(data)
        return data

    def close(self) -> None:
        """A second time is harmless."""
        Spool._evictable.pop(self, None)
        if not self._file.closed:
            self._file.close()
            Spool.on_disk -= disk_for(self.size)


def disk_for(size: int) -> int:
    return size if size > IN_MEMORY else 0


def nameless_file() -> "SpooledTemporaryFile[bytes]":
    return SpooledTemporaryFile(IN_MEMORY, dir=str(settings.VAR_DIR))
