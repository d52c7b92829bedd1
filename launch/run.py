"""./run: install, prepare, start, print the URL."""

import fcntl
import os
import subprocess
import sys
import time
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import IO

from launch import PYTHON, ROOT, LaunchError, addresses, environment, install, say, services
from launch.supervisor import Supervisor


# One running site per folder: the lock is held by an open file, so it ends with its process in any case.
def acquire(path: Path) -> IO[str]:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = path.open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        where = lock.read() or "starting just now"
        raise LaunchError(f"The site already runs from this folder ({where}). Stop that one first.") from None
    lock.truncate(0)
    return lock


def write_address(lock: IO[str], address: str) -> None:
    lock.write(address)
    lock.flush()


LONGEST_START = 60  # seconds
FOR_PHONES = "For the phones in the hall: HOST=0.0.0.0 ./run"
USAGE = """./run starts the site, ./run demo fills it with a demo event first. There is nothing else.
Settings are named before it:
  PORT=8001 ./run       listens on that port (without it: 8000, or the next free one)
  VAR_DIR=/path ./run   keeps database, files and key in that folder (without it: var)
  HOST=0.0.0.0 ./run    lets the phones in the hall reach it
All settings: docs/operations.md"""


def main(arguments: list[str]) -> int:
    if arguments in (["--help"], ["-h"], ["help"]):
        say(USAGE)
        return 0
    if arguments not in ([], ["demo"]):
        raise LaunchError(USAGE)
    if wrong := environment.problems(os.environ):
        raise LaunchError("\n".join(wrong))
    began = time.monotonic()
    var = Path(os.environ.get("VAR_DIR") or ROOT / "var").resolve()
    install.refuse_unwritable(var, "Give this user the folder, or name another: VAR_DIR=/path ./run")
    install.refuse_full_data(var)
    held = acquire(var / "run.lock")
    host, wanted = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "")
    services.free_port(host, wanted)  # refuse invalid settings before the long work
    install.installed("base", who_reaches_it(host))
    prepare()
    if arguments == ["demo"] or wants_demo(var):
        fill_with_demo()
    port = services.free_port(host, wanted)
    write_address(held, services.hall_urls(host, port)[0])
    return serve(var, host, port, began)


def who_reaches_it(host: str) -> str:
    """For whom it is, to be said before the long work: another choice means to start again."""
    is_for_phones = os.environ.get("SITE_URL") or not addresses.is_loopback(host)
    return "" if is_for_phones else f"Only this computer will reach the site. {FOR_PHONES}"


def serve(var: Path, host: str, port: int, began: float) -> int:
    broker = services.choose_broker(var)
    here = {"HALL_URL": services.hall_urls(host, port)[0]}
    for_services = {name: value for name, value in os.environ.items() if name != "MIGRATION_DATABASE_URL"}
    supervisor = Supervisor(
        for_services | here | {"REDIS_URL": broker.url, "VAR_DIR": str(var), "PYTHONUNBUFFERED": "1"}
    )
    if broker.service:
        supervisor.start(broker.service)
    if not broker.url:
        say("No broker: logs are still validated, and open pages hear of changes from the database.")
    for service in [*services.workers(broker, var), services.web(host, port)]:
        supervisor.start(service)
    if wait_for(supervisor, host, port):
        took = time.monotonic() - began
        print_address(host, port, took)
    return supervisor.run()


def print_address(host: str, port: int, took: float) -> None:
    """Print the URL for the phones in the hall and its QR code; of several addresses the likeliest."""
    given = os.environ.get("SITE_URL")
    address, *others = [given] if given else services.hall_urls(host, port)
    say(f"\nThe site answers on {address}   ({took:.1f} s; Ctrl-C stops it)")
    if others:
        say(f"Also on {', '.join(others)}, in case that is another network.")
    if given or not addresses.is_loopback(addresses.host_of(address)):
        show_code(address)
    elif host in addresses.FOR_EVERYBODY:
        say("Only this computer reaches it: it is in no network. Connect it to one and start ./run again.\n")
    else:
        say(f"Only this computer reaches it. {FOR_PHONES}\n")


def show_code(address: str) -> None:
    """Print a QR code on a terminal, using the site's own Python, which has the package for it."""
    if sys.stdout.isatty():
        code = "import segno, sys; segno.make(sys.argv[1], error='l', micro=False).terminal(compact=True)"
        subprocess.run([PYTHON, "-X", "utf8", "-c", code, address], stderr=subprocess.DEVNULL, check=False)


def wait_for(supervisor: Supervisor, host: str, port: int) -> bool:
    deadline = time.monotonic() + LONGEST_START
    while time.monotonic() < deadline and not supervisor.stops_asked and not supervisor.gave_up:
        supervisor.print_output(0.1)
        supervisor.restart_crashed()
        with suppress(OSError, HTTPException):
            site = HTTPConnection(services.from_here(host), port, timeout=1)
            site.request("GET", "/healthz")
            return site.getresponse().status == HTTPStatus.OK
    return False


def prepare() -> None:
    if subprocess.run([PYTHON, "-m", "config.prepare"], cwd=ROOT, check=False).returncode != 0:
        raise LaunchError("The site could not be prepared: see the lines above.")


def wants_demo(var: Path) -> bool:
    """Ask once, on the first start and only a person."""
    asked = var / "demo-asked"
    if asked.exists() or not sys.stdin.isatty():
        return False
    try:
        answer = input("Fill the site with a demo event, to look around? [Y/n] ")
    except EOFError:  # no answer: ask again on the next start
        say("")
        return False
    asked.touch()
    return answer.strip().lower() in ("", "y", "yes", "o", "oui")


def fill_with_demo() -> None:
    if subprocess.run([PYTHON, "manage.py", "demo"], cwd=ROOT, check=False).returncode != 0:
        raise LaunchError("The demo could not be filled in: see the lines above.")
