"""How long the other end of a connection may take.

A phone on a bad line sends 20 kB a second: a log of 2 MiB takes it 105 s, the largest form (6 MB) five minutes, the
largest file of all (16 MiB, an exported event) 14 minutes. All of that must come through, so what is measured is the
average rate, at a tenth of that line. Who has been sending faster may pause as long as the average holds, in a tunnel
for instance. What is cut holds no thread meanwhile, only memory (config/spool.py says how much).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Timeouts:
    head: float = 10  # seconds for the line and the headers of a request, also for the first byte of them
    first_byte: float = 10  # seconds until a body begins
    slowest_body: int = 2_000  # bytes a second on average, counted from the first_byte seconds on
    longest_body: float = 900  # seconds for the largest body, at 20 kB a second
    reading: float = 30  # seconds in which a reader must take all that is left, or `slowest_reader` bytes a second
    slowest_reader: int = 1_000
    unread_body: float = 30  # seconds in which a body that was refused may still come, so that its answer is read
    sweep: float = 1  # seconds between two looks at all connections

    def for_body(self, received: int) -> float:
        """Seconds since its head in which the next piece of a body must come, after so many bytes."""
        return min(self.first_byte + received / self.slowest_body, self.longest_body)


LIMITS = Timeouts()
