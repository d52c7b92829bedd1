"""Starts the services, restarts those that crash, and leaves no process behind however it ends.

On Linux the kernel kills a child when the supervisor dies; everywhere a watchdog on a pipe kills the process group of
each child, including grandchildren.
"""

import contextlib
import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import defaultdict, deque
from dataclasses import dataclass, field

from launch import ROOT, say
from launch.services import Service

MOST_CRASHES = 5
WITHIN = 60  # seconds
PR_SET_PDEATHSIG = 1


@dataclass
class Child:
    service: Service
    process: subprocess.Popen[bytes]
    crashes: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_CRASHES))
    paused_until: float = 0

    def gave_up(self) -> bool:
        return len(self.crashes) == MOST_CRASHES and self.crashes[-1] - self.crashes[0] < WITHIN

    def signal_group(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)


class Supervisor:
    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.children: list[Child] = []
        self.output = selectors.DefaultSelector()
        self.unfinished: defaultdict[int, bytes] = defaultdict(bytes)  # the unfinished last line of each pipe
        self.stops_asked = 0
        self.gave_up = False
        self.watchdog = start_watchdog()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.ask_to_stop)

    def ask_to_stop(self, *_: object) -> None:
        self.stops_asked += 1
        if self.stops_asked == 2:
            say("Stopping hard.")
            for child in self.children:
                child.signal_group(signal.SIGKILL)

    def start(self, service: Service) -> None:
        self.children.append(Child(service, self.spawn(service)))

    def spawn(self, service: Service) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            service.command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509  there is one thread here
        )
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        self.output.register(process.stdout, selectors.EVENT_READ, service.name)
        self.watchdog.write(b"+%d\n" % process.pid)
        return process

    def run(self) -> int:
        """Run until asked to stop (0) or until a service crashes too often (1)."""
        while not self.stops_asked and not self.gave_up:
            self.print_output(0.2)
            self.restart_crashed()
        self.stop()
        return int(self.gave_up)

    def restart_crashed(self) -> None:
        for child in self.children:
            if child.process.poll() is None or self.stops_asked or time.monotonic() < child.paused_until:
                continue
            child.crashes.append(time.monotonic())
            self.forget(child)
            if child.gave_up():
                then = "Giving up" if child.service.is_needed else "The site goes on without it for a minute"
                say(f"{child.service.name} ended {MOST_CRASHES} times within a minute. {then}: see its lines above.")
                if child.service.is_needed:
                    self.gave_up = True
                    return
                child.crashes.clear()
                child.paused_until = time.monotonic() + WITHIN
                continue
            say(f"{child.service.name} ended with code {child.process.returncode}: starting it again.")
            child.process = self.spawn(child.service)

    def forget(self, child: Child) -> None:
        """Kill the rest of its process group, which would hold its port or socket."""
        child.signal_group(signal.SIGKILL)
        self.watchdog.write(b"-%d\n" % child.process.pid)

    def stop(self) -> None:
        """Stop in reverse order, so that a running task can finish."""
        for child in reversed(self.children):
            if time.monotonic() < child.paused_until:
                continue
            if child.process.poll() is None:
                child.process.terminate()
            deadline = time.monotonic() + child.service.stop_timeout
            while child.process.poll() is None and time.monotonic() < deadline and self.stops_asked < 2:
                self.print_output(0.05)
            self.forget(child)
            child.process.wait()
        self.print_output(0)

    def print_output(self, timeout: float) -> None:
        """Print whole lines only; an unfinished one waits for its end, or for the end of its process."""
        for key, _events in self.output.select(timeout):
            read = key.fileobj.read()  # type: ignore[union-attr]  # a pipe, as registered above
            if not read:
                self.output.unregister(key.fileobj)
                read = b"\n" if self.unfinished[key.fd] else b""
            *lines, self.unfinished[key.fd] = (self.unfinished[key.fd] + read).split(b"\n")
            for line in lines:
                say(f"{key.data:6} | {line.decode(errors='replace')}")


def die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Watchdog:
    def __init__(self, pipe: int) -> None:
        self.pipe = pipe

    def write(self, line: bytes) -> None:
        try:
            os.write(self.pipe, line)
        except BrokenPipeError:
            say("The watchdog has gone: a kill -9 of this process might now leave services running.")


def start_watchdog() -> Watchdog:
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.close(writing)
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        watch(reading)
        os._exit(0)
    os.close(reading)
    return Watchdog(writing)


def watch(pipe: int) -> None:
    """Read "+pid" and "-pid" until the supervisor has gone, then kill what is left."""
    alive: set[int] = set()
    with os.fdopen(pipe, "rb") as lines:
        for line in lines:
            pid = int(line[1:])
            if line[:1] == b"+":
                alive.add(pid)
            else:
                alive.discard(pid)
    for pid in alive:
        try:
            os.killpg(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
