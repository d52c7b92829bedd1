"""However deep a function is called from, its own calls have room on the stack."""

import resource

import pytest

from judging.logs.validator.child import with_room

DEPTHS = range(300)  # the frames of so many calls fill several pieces of the stack
CALLS = 500


def called_at(depth, call):
    return call() if depth == 0 else called_at(depth - 1, call)


def nothing() -> None:
    pass


def pages_taken() -> int:
    """How often the system is asked for memory while a function calls another one many times."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        nothing()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_no_depth_makes_calls_ask_for_memory():
    assert max(called_at(depth, lambda: with_room(pages_taken)) for depth in DEPTHS) < CALLS


def test_a_function_with_room_gets_what_it_is_given():
    assert with_room(sorted, [1, 3, 2], reverse=True) == [3, 2, 1]


def test_an_error_comes_through():
    with pytest.raises(ZeroDivisionError):
        with_room(divmod, 1, 0)
