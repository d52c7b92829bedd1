r"""The process that reads logs of strangers: it only knows the rules, and may die.

It is started by `process.py` (as `python -m judging.logs.validator`) with an empty environment, limits itself before it
reads anything, and answers one log after the other over its pipes. Input: the facts as `<length>\n<bytes>`,
then the log as `<length> <corrections>\n<bytes>`; output: `<length>\n<JSON>`. The corrections are the numbers of the
actions added by a judge, separated by commas. The process has no database, no network and no writable file. An error of
the engine ends it, and the parent reports that.
"""

import hashlib
import json
import math
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO, ParamSpec, TypeVar

from core.files.bounded_child import limit_this_process
from rules.games import ON_SITE

# Room on the stack of Python's calls for the process that reads logs.
#
# CPython keeps the frames of calls in pieces of 16 KB. 3.11 and 3.12 give the last piece back as soon as the call that
# needed it returns (python/cpython#142183): a loop that happens to run at the end of a piece asks the system for memory
# at each of its calls, which costs 7 µs. Depending on nothing but how deep it was called, a replay took five times
# as long.
# A frame of so many values is given a piece of 512 KB. What is called finds the other half of it, enough for hundreds
# of calls within each other. Memory that no call reaches is never used.
VALUES = 33_000

Given = ParamSpec("Given")
Result = TypeVar("Result")


def with_room(call: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """Call it with a piece of the stack of its own."""
    return call(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=VALUES)


Answer = Callable[[bytes, bytes, list[int]], dict[str, Any]]
CPU_SECONDS = 5
MEMORY = 512 * 1024 * 1024


def limit_this_log() -> None:
    """Raise the limit for one more log, because processor time adds up over the life of the process."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + CPU_SECONDS, hard))


def data_version() -> str:
    """Return a digest of the cards, boards and articles on which verdicts are based."""
    digest = hashlib.sha256()
    for folder in sorted({ruleset.data for ruleset in ON_SITE.values()}):
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def serve(answer: Answer, questions: BinaryIO, answers: BinaryIO) -> None:
    data = data_version()
    while line := questions.readline():
        facts = questions.read(int(line))
        length, _, corrections = questions.readline().partition(b" ")
        content = questions.read(int(length))
        limit_this_log()
        report = answer(content, facts, [int(action) for action in corrections.split(b",") if action.strip()])
        reply = json.dumps({**report, "data_version": data}).encode()
        answers.write(b"%d\n%b" % (len(reply), reply))
        answers.flush()


def main(answer: Answer) -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that output of the rules does not get between the answers
    limit_this_process(MEMORY)
    with_room(serve, answer, sys.stdin.buffer, answers)
