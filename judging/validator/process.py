"""Keeps one validating child alive and asks it; when it dies over a log, that is an answer too."""

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
WALL_SECONDS = 10.0
LOGS_A_CHILD = 500

log = logging.getLogger(__name__)


class ValidatorDied(Exception):
    """The log was more than two children could bear: `reason` is "time" or "crash"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Validator:
    """Not shared between threads. Started by the first question, and again in a forked worker."""

    def __init__(self, module: str = "judging.validator", wall_seconds: float = WALL_SECONDS) -> None:
        self.module = module
        self.wall_seconds = wall_seconds
        self.child: subprocess.Popen[bytes] | None = None
        self.owner = 0
        self.answered = 0

    def validate(self, content: bytes, facts: bytes = b"", corrections: Sequence[int] = ()) -> dict[str, Any]:
        """The first death proves nothing: that child may have seen other logs, or have been killed from outside. The
        second counts, and the first too when a fresh child had all the time there is."""
        question = b"%d\n%b%d %b\n%b" % (
            len(facts),
            facts,
            len(content),
            ",".join(map(str, corrections)).encode(),
            content,
        )
        is_fresh = not self._is_alive() or self.answered >= LOGS_A_CHILD
        if is_fresh:
            self._start()
        try:
            return self._ask(question)
        except ValidatorDied as death:
            if is_fresh and death.reason == "time":
                raise
            log.warning("the validator's child died (%s) after %d logs, asking a fresh one", death, self.answered)
        self._start()
        return self._ask(question)

    def close(self) -> None:
        if self.child and self.owner == os.getpid():
            self.child.kill()
            said = self.child.communicate()[1]
            if said:
                log.error("the validator's child said: %s", said.decode(errors="replace"))
        self.child = None

    def _is_alive(self) -> bool:
        return self.child is not None and self.owner == os.getpid() and self.child.poll() is None

    def _start(self) -> None:
        self.close()
        self.child = subprocess.Popen(  # noqa: S603  (our own module, no shell)
            [sys.executable, "-E", "-s", "-m", self.module],
            cwd=ROOT,
            env={"LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C at the worker must not look like a log that kills its child
        )
        self.owner, self.answered = os.getpid(), 0

    def _ask(self, question: bytes) -> dict[str, Any]:
        child = self.child
        assert child is not None and child.stdin is not None and child.stdout is not None
        late = threading.Event()
        alarm = threading.Timer(self.wall_seconds, _end, (child, late))
        alarm.start()
        try:
            child.stdin.write(question)
            child.stdin.flush()
            reply: dict[str, Any] = json.loads(child.stdout.read(int(child.stdout.readline())))
        except (OSError, ValueError):
            self.close()
            raise ValidatorDied("time" if late.is_set() else "crash") from None
        except BaseException:  # Celery's time limit, say: the answer still to come must not be taken for the next log's
            self.close()
            raise
        finally:
            alarm.cancel()
        self.answered += 1
        return reply


def _end(child: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    child.kill()
