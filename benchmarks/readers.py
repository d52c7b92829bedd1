"""A round is published and everybody opens it: python -m benchmarks.readers [--readers 1000] [--seconds 20]

A site as ./run starts it, and then one on PostgreSQL and Redis, with the events of the demonstration and as many
accounts, each signed in; some have read the round before. Every reader asks once, at a random moment. Then one result
is entered, and every open page fetches the section that shows it, within the seconds that static/js/live.js spreads
them over. Last they all ask for a page of a bare Django on the same database, in a server of the same kind. Exits 1
when one reader got no page; how long it took is printed, since it is the machine's too, and what it cost the web
process, which says more on a busy one.
"""

import argparse
import asyncio
import html
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from benchmarks.private_site import BACKENDS, ROOT, database_and_broker, free_port, wait_for
from benchmarks.slow_connections import HERE, Server

EARLIER = 20  # readers of the round before, whom nobody measures
PATIENCE = 120  # seconds for one page
JITTER, EACH = 1.3, 0.016  # seconds, of static/js/live.js
SECTION = re.compile(r'data-live="[^"]*:results[^"]*"[^>]* data-src="([^"]+)"')
SIGN_IN = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from accounts.models import User
from tournaments.models import Event
store = import_module(settings.SESSION_ENGINE).SessionStore
event = Event.objects.filter(state="running", mode="duel").earliest("pk")
print(event.slug, event.rounds.filter(matches__state="open").latest("number").number)
for number in range({readers}):
    user = User.objects.create(username=f"reader-{{number}}", email=f"reader-{{number}}@example.org", public_name="R")
    session = store()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.create()
    print(session.session_key)
"""


ENTER_A_RESULT = """
from tournaments.models import Match, Role, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
match = Match.objects.filter(round__event__slug="{slug}", state="open").first()
owner = Staff.objects.get(event=match.round.event, role=Role.OWNER).user
enter_result(match_id=match.pk, who=owner, score=Score.duel(outcome="a", glory_a=12, glory_b=0))
"""


BARE = """
import sys
import uvicorn
from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application
application = get_wsgi_application()
from django.conf import settings
from benchmarks import bare_page
settings.MIDDLEWARE, settings.ROOT_URLCONF = bare_page.MIDDLEWARE, bare_page.__name__
application.load_middleware()
port = int(sys.argv[1])
uvicorn.run(WSGIMiddleware(application), host="127.0.0.1", port=port, log_level="warning", access_log=False)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--backend", choices=BACKENDS, help="one of them only")
    options = parser.parse_args()
    return max(one_backend(backend, options) for backend in BACKENDS if options.backend in (None, backend))


def one_backend(backend: str, options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="readers-") as name:
        folder = Path(name)
        site = folder / "site"
        with database_and_broker(folder, backend) as variables:
            server = Server(site, backend=variables)
            try:
                environment = {"VAR_DIR": str(site), **variables}
                slug, number, *sessions = manage(
                    environment, SIGN_IN.format(readers=EARLIER + options.readers), demo=True
                )
                earlier, readers = sessions[:EARLIER], sessions[EARLIER:]
                path = f"/events/{slug}/rounds/{number}/"
                asyncio.run(everybody(server.port, f"/events/{slug}/rounds/{int(number) - 1}/", earlier, 5))
                print(backend)
                failed = measured(server.port, server.process.pid, path, readers, options.seconds)
                page = server.get(path, f"Cookie: sessionid={readers[0]}\r\n").decode()
                manage(environment, ENTER_A_RESULT.format(slug=slug))
                for address in SECTION.findall(page):
                    section, within = html.unescape(address), max(JITTER, EACH * len(readers))
                    failed |= measured(server.port, server.process.pid, section, readers, within)
            finally:
                server.process.terminate()
                server.process.wait()
            return failed | bare(environment, readers, options.seconds)


def bare(environment: Mapping[str, str], sessions: list[str], seconds: float) -> int:
    """The same for a page of a bare Django, signed in with the same sessions."""
    port = free_port()
    clean = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings", **environment}
    process = subprocess.Popen([sys.executable, "-c", BARE, str(port)], cwd=ROOT, env=clean)
    try:
        wait_for(lambda: asyncio.run(reader(port, "/bare/", sessions[0], 0)) is not None, "the bare Django", PATIENCE)
        return measured(port, process.pid, "/bare/", sessions, seconds)
    finally:
        process.terminate()
        process.wait()


def measured(port: int, pid: int, path: str, sessions: list[str], seconds: float) -> int:
    before = cpu_seconds(pid)
    taken = asyncio.run(everybody(port, path, sessions, seconds))
    return tell(taken, path, cpu_seconds(pid) - before)


def cpu_seconds(process: int) -> float:
    """Of the web process so far; 0 where the system does not tell."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def manage(environment: Mapping[str, str], code: str, *, demo: bool = False) -> list[str]:
    clean = {"PATH": os.environ["PATH"], "LOG_LEVEL": "ERROR", **environment}
    command = [sys.executable, "manage.py"]
    if demo:
        subprocess.run([*command, "demo"], cwd=ROOT, env=clean, check=True, stdout=subprocess.DEVNULL)
    asked = [*command, "shell", "--verbosity", "0", "--command", code]
    return subprocess.run(asked, cwd=ROOT, env=clean, check=True, stdout=subprocess.PIPE, text=True).stdout.split()


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
