"""Room on the stack of Python's calls for the process that reads logs.

CPython keeps the frames of calls in pieces of 16 KB. 3.11 and 3.12 give the last piece back as soon as the call that
needed it returns (python/cpython#142183): a loop that happens to run at the end of a piece asks the system for memory
at each of its calls, which costs 7 µs. Depending on nothing but how deep it was called, a replay took five times
as long.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

# A frame of so many values is given a piece of 512 KB. What is called finds the other half of it, enough for hundreds
# of calls within each other. Memory that no call reaches is never used.
VALUES = 33_000

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def with_room(call: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
    """Call it with a piece of the stack of its own."""
    return call(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=VALUES)
