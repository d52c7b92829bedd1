"""A disk that takes no more: python -m benchmarks.disk_full [--times 10]

Logs are handed in by a process whose files may grow by little (RLIMIT_FSIZE: the system refuses the write as a full
disk does). Then there is room again: the database must be whole, every receipt must have its log, and the next one
is taken. Exits 1 when not.
"""

import argparse
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from benchmarks.private_site import ROOT

ROOM = 400_000  # bytes that each file may grow
MOST_LOGS = 5000
LOG = b'{"filler": "%s"}' % (b"x" * 5000)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--fill", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        return fill()
    with tempfile.TemporaryDirectory(prefix="disk-full-") as folder:
        clean = {"PATH": os.environ["PATH"], "VAR_DIR": folder, "LOG_LEVEL": "CRITICAL"}
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=clean, check=True)
        lost = [once(Path(folder), clean) for _ in range(options.times)]
    print(
        f"disk full {options.times} times: " + ("; ".join(filter(None, lost)) or "nothing lost, every database whole")
    )
    return 1 if any(lost) else 0


def once(folder: Path, clean: dict[str, str]) -> str:
    """What is wrong, or ""."""
    database = folder / "site.sqlite3"
    command = [sys.executable, "-m", "benchmarks.disk_full", "--fill"]
    room = clean | {"FILE_LIMIT": str(database.stat().st_size + ROOM)}
    done = subprocess.run(command, cwd=ROOT, env=room, capture_output=True, text=True, check=False)
    receipts = done.stdout.split()
    if done.returncode != 0:
        return f"it did not end as it should: {done.stderr.strip()[-300:]}"
    with closing(sqlite3.connect(database)) as rows:
        state = rows.execute("PRAGMA integrity_check").fetchone()[0]
        kept = {key for (key,) in rows.execute("SELECT key FROM judging_submission")}
    missing = set(receipts) - kept
    print(f"{len(receipts)} logs before it was full, {len(missing)} of them lost, database {state}", flush=True)
    return "" if state == "ok" and receipts and not missing else f"{len(missing)} lost, database {state}"


def fill() -> int:
    """Prints the key of each log that got a receipt; 0 when the disk refused one in the end."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from django.db import DatabaseError

    from accounts.models import User
    from judging.logs.services.submission import submit_log

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limit = int(os.environ["FILE_LIMIT"])
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    for number in range(MOST_LOGS):
        name = f"{os.getpid()}-{number}"
        try:
            person = User.objects.create(username=name, email=f"{name}@example.org")
            submit_log(content=LOG, submitter=person, key=name)
        except (DatabaseError, OSError):
            return 0
        sys.stdout.write(name + "\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
