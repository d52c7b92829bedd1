"""Files of strangers are parsed in a child process with limits on memory, processor time and what it answers.

A parser is a module that hands a function to `serve`; the site gets what that function returns from `ask`. The child
has an empty environment and may not write to files or start processes. A host parses one file at a time for each app,
so that many uploads at once take no more memory, and the packs and pictures of anyone do not hold up the workbooks of
staff; and one file at a time of each person.
"""

import contextlib
import fcntl
import json
import logging
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 512 * 1024 * 1024
CPU_SECONDS = 5
WALL_SECONDS = 30.0
LONGEST_WAIT = 5.0  # seconds, while other files are parsed
LARGEST_ANSWER = 12_000_000  # bytes
FILES = 32

log = logging.getLogger(__name__)


class Unreadable(Exception):
    """`code` is the child's, or "busy" (others are before it) or "too-large" (the child broke a limit)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def ask(module: str, content: bytes, *options: str, who: int | None = None) -> Any:
    """Return the answer of the parser `module` about a file of the person `who`, or raise Unreadable."""
    with _only_file_of(who), _turn(module):
        answer = _answer(module, content, options)
    if isinstance(answer, str):
        raise Unreadable(answer)
    return answer


@contextlib.contextmanager
def _only_file_of(who: int | None) -> Iterator[None]:
    from django.core.cache import cache  # noqa: PLC0415  the children do without

    if who is None:
        yield
        return
    key = f"throttle:file-of:{who}"
    if not cache.add(key, True, timeout=int(LONGEST_WAIT + WALL_SECONDS)):
        raise Unreadable("busy")
    try:
        yield
    finally:
        cache.delete(key)


@contextlib.contextmanager
def _turn(module: str) -> Iterator[None]:
    """Hold the lock of an app on this host. The system releases it when its process dies."""
    app = module.partition(".")[0]
    with (ROOT / app / "__init__.py").open("rb") as held:
        last = time.monotonic() + LONGEST_WAIT
        while not _lock(held):
            if time.monotonic() >= last:
                raise Unreadable("busy")
            time.sleep(0.05)
        yield


def _lock(held: IO[bytes]) -> bool:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _answer(module: str, content: bytes, options: tuple[str, ...]) -> Any:
    child = subprocess.Popen(  # noqa: S603  (our own module, no shell)
        [sys.executable, "-E", "-s", "-m", module, *options],
        cwd=ROOT,
        env={"LANG": "C.UTF-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # so that Ctrl-C at the site does not look like a file that kills the child
    )
    alarm = threading.Timer(WALL_SECONDS, child.kill)
    alarm.start()
    with child:
        try:
            return json.loads(_exchange(child, content))
        except (OSError, ValueError):
            child.kill()
            log.warning("the child process of %s was ended or crashed: %s", module, _last_words(child))
            return "too-large"
        finally:
            alarm.cancel()
            child.kill()


def _exchange(child: subprocess.Popen[bytes], content: bytes) -> bytes:
    """Send the file and return the answer; the child reads all of the one before it writes the other."""
    assert child.stdin is not None and child.stdout is not None
    with contextlib.suppress(BrokenPipeError), child.stdin:  # a child that has died gives no answer
        child.stdin.write(content)
    answer = child.stdout.read(LARGEST_ANSWER + 1)
    return answer if len(answer) <= LARGEST_ANSWER else b""


def _last_words(child: subprocess.Popen[bytes]) -> str:
    assert child.stderr is not None
    return child.stderr.read().decode(errors="replace").strip().rpartition("\n")[2] or str(child.wait())


def serve(parse: Callable[..., Any]) -> None:
    """In the child: answer with what `parse` makes of the file and the options. A text is the code of a refusal."""
    limit_this_process(MEMORY)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    try:
        answer = parse(sys.stdin.buffer.read(), *sys.argv[1:])
    except MemoryError:
        answer = "too-large"
    json.dump(answer, sys.stdout, ensure_ascii=False)


def limit_this_process(memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    with contextlib.suppress(ValueError, OSError):  # some systems (macOS) cannot limit the address space
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
