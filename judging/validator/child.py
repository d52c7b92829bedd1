r"""The process that reads strangers' logs: it knows the rules and nothing else, and may die.

It is started by `judging.validator.process` (as `python -m judging.validator`) with an empty environment, limits itself
before it reads anything, and answers one log after the other over its pipes: the facts as `<length>\n<bytes>` and then
the log as `<length> <corrections>\n<bytes>` in, `<length>\n<JSON>` out. The corrections are the numbers of the actions
that a judge put in, separated by commas. It has no database, no network and no file that it could write. An error of
the engine ends the process: its end is what the parent reports.
"""

import contextlib
import hashlib
import json
import math
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO

from rules.games import RULESETS

Answer = Callable[[bytes, bytes, list[int]], dict[str, Any]]
CPU_SECONDS = 5
MEMORY = 512 * 1024 * 1024
FILES = 32


def limit_myself() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    with contextlib.suppress(ValueError, OSError):  # some systems (macOS) know no limit of the address space
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def limit_this_log() -> None:
    """Processor time adds up over the life of the process, so the limit moves along with it."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + CPU_SECONDS, hard))


def data_version() -> str:
    """Names the cards, boards and articles that the verdict stands on."""
    digest = hashlib.sha256()
    for folder in sorted({ruleset.data for ruleset in RULESETS.values()}):
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
    os.dup2(2, 1)  # whatever the rules might print must not stand among the answers
    limit_myself()
    serve(answer, sys.stdin.buffer, answers)
