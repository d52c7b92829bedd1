"""A round is published and everybody opens it: python -m benchmarks.readers [--readers 1000] [--seconds 20]

A site as ./run starts it, with the events of the demonstration and as many accounts, each signed in; some have read the
round before. Every reader asks once, at a random moment. Exits 1 when one got no page; how long it took is printed,
since it is the machine's too, and what it cost the web process, which says more on a busy one.
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.private_site import ROOT
from benchmarks.slow_connections import HERE, Server

EARLIER = 20  # readers of the round before, whom nobody measures
PATIENCE = 120  # seconds for one page
SIGN_IN = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from accounts.models import User
from tournaments.models import Event
store = import_module(settings.SESSION_ENGINE).SessionStore
print(Event.objects.get(state="running", mode="duel").slug)
for number in range({readers}):
    user = User.objects.create(username=f"reader-{{number}}", email=f"reader-{{number}}@example.org", public_name="R")
    session = store()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.create()
    print(session.session_key)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="readers-") as folder:
        server = Server(Path(folder))
        try:
            slug, *sessions = manage(folder, SIGN_IN.format(readers=EARLIER + options.readers))
            path = f"/events/{slug}/rounds/2/"
            asyncio.run(everybody(server.port, f"/events/{slug}/rounds/1/", sessions[:EARLIER], 5))
            before = cpu_seconds(server.process.pid)
            taken = asyncio.run(everybody(server.port, path, sessions[EARLIER:], options.seconds))
            spent = cpu_seconds(server.process.pid) - before
        finally:
            server.process.terminate()
            server.process.wait()
    return tell(taken, path, spent)


def cpu_seconds(process: int) -> float:
    """Of the web process so far; 0 where the system does not tell."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def manage(folder: str, code: str) -> list[str]:
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": folder, "LOG_LEVEL": "ERROR"}
    command = [sys.executable, "manage.py"]
    subprocess.run([*command, "demo"], cwd=ROOT, env=clean, check=True, stdout=subprocess.DEVNULL)
    asked = [*command, "shell", "--verbosity", "0", "--command", code]
    return subprocess.run(asked, cwd=ROOT, env=clean, check=True, capture_output=True, text=True).stdout.split()


async def everybody(port: int, path: str, sessions: list[str], seconds: float) -> list[float | None]:
    chance = random.Random(7)
    moments = [chance.uniform(0, seconds) for _ in sessions]
    return await asyncio.gather(*(reader(port, path, key, at) for key, at in zip(sessions, moments, strict=True)))


async def reader(port: int, path: str, session: str, at: float) -> float | None:
    """Seconds for the whole page; None without one."""
    await asyncio.sleep(at)
    began = time.monotonic()
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid={session}\r\nConnection: close\r\n\r\n"
    try:
        async with asyncio.timeout(PATIENCE):
            source, target = await asyncio.open_connection(HERE, port)
            target.write(asked.encode())
            answer = await source.read()
            target.close()
    except (OSError, TimeoutError):
        return None
    return time.monotonic() - began if b" 200 " in answer.partition(b"\r\n")[0] else None


def tell(taken: list[float | None], path: str, spent: float) -> int:
    got = sorted(seconds for seconds in taken if seconds is not None)
    print(f"{path}: {len(got)} of {len(taken)} readers got the page, {1000 * spent / len(taken):.1f} ms of CPU each")
    if len(got) > 1:
        hundredths = statistics.quantiles(got, n=100)
        print(
            f"half within {hundredths[49]:.2f} s, 95 of 100 within {hundredths[94]:.2f} s, all within {got[-1]:.2f} s"
        )
    return 0 if len(got) == len(taken) else 1


if __name__ == "__main__":
    sys.exit(main())
