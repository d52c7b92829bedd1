"""./check: everything that must hold before a change goes in. ./check --fast leaves out what is slow."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable

from config.launch import PYTHON, ROOT, VENV, CannotGoOn, install, say

CHROMIUM = ["chromium", "chromium-browser", "google-chrome"]
PACKAGES = ["chromium", "fonts-dejavu-core"]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--fast"]):
        raise CannotGoOn("./check proves everything, ./check --fast what is quick. There is nothing else.")
    fast = bool(arguments)
    install.installed("test")
    browser = not fast and has_browser()
    failed = [name for name, step in steps(fast, browser) if not passed(name, step)]
    if not fast and not browser:
        say("\nNOT CHECKED: the browser tests, because there is no Chromium here (apt-get install chromium).")
    say("\nNot good: " + ", ".join(failed) if failed else "\nAll good.")
    return 1 if failed else 0


def steps(fast: bool, browser: bool) -> list[tuple[str, Callable[[], int]]]:
    checks = [
        ("format", lambda: tool("ruff", "format", "--check", ".")),
        ("lint", lambda: tool("ruff", "check", ".")),
        ("walls", lambda: tool("lint-imports")),
        ("types", lambda: tool("mypy", ".")),
        ("settings for production", production_settings),
        ("tests", lambda: tests("not browser and not slow" if fast else "not browser")),
    ]
    return [*checks, ("tests in the browser", lambda: tests("browser"))] if browser else checks


def passed(name: str, step: Callable[[], int]) -> bool:
    say(f"\n== {name}")
    began = time.monotonic()
    good = step() == 0
    say(f"== {name}: {'good' if good else 'NOT GOOD'} ({time.monotonic() - began:.0f} s)")
    return good


def tool(*command: str) -> int:
    return subprocess.run([str(VENV / "bin" / command[0]), *command[1:]], cwd=ROOT, check=False).returncode


def production_settings() -> int:
    with tempfile.TemporaryDirectory() as folder:
        production = {"PRODUCTION": "1", "SECRET_KEY": os.urandom(40).hex(), "ALLOWED_HOSTS": "tournaments.example"}
        environment = os.environ | production | {"VAR_DIR": folder, "EMAIL_URL": "smtp+tls://mail.example:587"}
        command = [str(PYTHON), "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def tests(which: str) -> int:
    """Those of the browser by themselves: its event loop would be in the way of tests that run their own."""
    processes = str(min(os.cpu_count() or 1, 4))
    return tool("pytest", "-n", processes, "--dist", "loadfile", "-m", which)


def has_browser() -> bool:
    if any(map(shutil.which, CHROMIUM)):
        return True
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say("Fetching Chromium for the browser tests ...")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
        subprocess.run(["apt-get", "-qq", *step], env=environment, stdout=subprocess.DEVNULL, check=False)
    return any(map(shutil.which, CHROMIUM))
