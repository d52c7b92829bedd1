"""Room on the stack of Python's calls for a request or a task.

CPython keeps the frames of calls in pieces of 16 KB. 3.11 and 3.12 give the last piece back as soon as the call that
needed it returns (python/cpython#142183): a loop that happens to run at the end of a piece asks the system for memory
at each of its calls, which costs 7 µs. Depending on nothing but how deep it was called, a page of 1,000 rows took 40 ms
in place of 12, and the replay of a game five times as long.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:  # the process that reads logs does without Django
    from django.http import HttpRequest, HttpResponse

# A frame of so many values is given a piece of 512 KB. What is called finds the other half of it, enough for hundreds
# of calls within each other. Memory that no call reaches is never used.
VALUES = 33_000

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def with_room(call: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
    """Call it with a piece of the stack of its own."""
    return call(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=VALUES)


class RoomMiddleware:
    """Each request has room for its calls. It takes 50 µs, which answers that need few calls are spared."""

    def __init__(self, get_response: "Callable[[HttpRequest], HttpResponse]") -> None:
        self.get_response = get_response

    def __call__(self, request: "HttpRequest") -> "HttpResponse":
        return with_room(self.get_response, request)
