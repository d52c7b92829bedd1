"""The parent of a validating child process, which is kept alive between logs and may die over one."""

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
WALL_SECONDS = 10.0
LOGS_A_CHILD = 500

log = logging.getLogger(__name__)


class ValidatorDied(Exception):
    """Two child processes could not finish the log: `reason` is "time" or "crash"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Validator:
    """Validates logs in a child process, started on first use and again in a forked worker. Not thread-safe."""

    def __init__(self, module: str = "judging.logs.validator", wall_seconds: float = WALL_SECONDS) -> None:
        self.module = module
        self.wall_seconds = wall_seconds
        self.child: subprocess.Popen[bytes] | None = None
        self.owner = 0
        self.answered = 0

    def validate(self, content: bytes, facts: bytes = b"", corrections: Sequence[int] = ()) -> dict[str, Any]:
        """Return the child's answer, or raise ValidatorDied.

        One death proves nothing: that child may have read other logs, or been killed from outside. A second one counts,
        and so does a first if a fresh child used up all the time.
        """
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
            line = self.child.communicate()[1]
            if line:
                log.error("the validator's child said: %s", line.decode(errors="replace"))
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
            start_new_session=True,  # so that Ctrl-C at the worker does not look like a log that kills the child
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
        # for example Celery's time limit: the pending answer must not be taken for that of the next log
        except BaseException:
            self.close()
            raise
        finally:
            alarm.cancel()
        self.answered += 1
        return reply


def _end(child: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    child.kill()
