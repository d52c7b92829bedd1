"""How soon ./run answers with an empty database, and what the whole site holds in memory when nothing is asked of it.

    python -m benchmarks.site_at_rest [--rest 15]

The packages are installed already; the database is made anew. "Ready" is when /readyz answers 200: database, broker and
worker. Memory is counted so that what processes share counts once (Pss of Linux).
"""

import argparse
import contextlib
import os
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from benchmarks.private_site import HERE, ROOT, descendants, free_port, wait_for

CPU_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rest", type=float, default=15, help="seconds of rest before memory is looked at")
    options = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="rest-") as folder:
        environment = {"PATH": os.environ["PATH"], "PORT": str(port), "VAR_DIR": folder}
        began = time.monotonic()
        site = subprocess.Popen(
            ["./run"], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        try:
            wait_for(lambda: is_ready(port), "the site")
            print(f"ready after {time.monotonic() - began:.1f} s, {spent(site.pid):.1f} s of processor time")
            time.sleep(options.rest)
            print_memory([site.pid, *descendants(site.pid)])
        finally:
            site.send_signal(signal.SIGTERM)
            site.wait()


def is_ready(port: int) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with contextlib.suppress(OSError):
        return bool(opener.open(f"http://{HERE}:{port}/readyz", timeout=2).status == 200)
    return False


def spent(pid: int) -> float:
    """Seconds of processor time of a process and all below it, those that have ended included."""
    return sum(sum(ticks(each)) for each in [pid, *descendants(pid)]) / CPU_TICKS


def ticks(pid: int) -> list[int]:
    """Own time in the program and in the kernel, and the same of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return [int(field) for field in fields[11:15]]


def print_memory(processes: list[int]) -> None:
    sizes = {pid: proportional_size(pid) for pid in processes}
    for pid, size in sizes.items():
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().replace(f"{ROOT}/", "")
        print(f"{size / 1024:7.0f} MB  {command[:80]}")
    print(f"{sum(sizes.values()) / 1024:7.0f} MB  together")


def proportional_size(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    main()
