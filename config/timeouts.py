"""Time limits for the other end of a connection.

A phone on a bad line sends 20 kB a second: 105 s for a log of 2 MiB, five minutes for the largest form (6 MB), 14
minutes for the largest file (16 MiB, an exported event). All of these must get through, so the average rate is
measured, with a limit at a tenth of that line. A faster sender may pause, in a tunnel for instance, as long as its
average stays above. Waiting connections occupy memory (config/connections/bodies.py says how much) but no thread.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Timeouts:
    head: float = 10  # seconds for the request line and headers, also for their first byte
    first_byte: float = 10  # seconds until a body begins
    slowest_body: int = 2_000  # average bytes a second, measured after the first `first_byte` seconds
    longest_body: float = 900  # seconds for the largest body, at 20 kB a second
    reading: float = 30  # seconds in which a reader must take all that is left, or `slowest_reader` bytes a second
    slowest_reader: int = 1_000
    unread_body: float = 30  # seconds for the rest of a refused body to arrive, so that its response is read
    database: float = 6  # seconds for an answer of PostgreSQL to a page; a lock is waited for 3 s
    sweep: float = 1  # seconds between two checks of all connections

    def for_body(self, received: int) -> float:
        """Seconds from the headers within which the next piece of a body must arrive, after so many bytes."""
        return min(self.first_byte + received / self.slowest_body, self.longest_body)


LIMITS = Timeouts()
