"""./check: everything that must pass before a change is merged.

--fast runs the tests marked `fast` and checks the types of changed files only; --ci is for .ci/run: every test in the
browser, and of the others those that it does not run on PostgreSQL alone; --release is launch/release.py. Style, import
contracts, types and browser tests run in parallel.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from launch import ROOT, VENV, LaunchError, install, release, say

CHROMIUM = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
PACKAGES = ["chromium-headless-shell", "chromium"]  # one of them; the shell opens pages for less work
SCRIPTS = ["static/js", "tests/js"]
IN_THE_BROWSER = ["tests/js", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/**/browser"))]
RUN = {"--fast": " and fast", "": " and not ci", "--ci": ""}  # the marks of tests


@dataclass
class CheckOutcome:
    name: str
    good: bool
    output: str
    seconds: float

    def tell(self) -> bool:
        if self.output:
            say(f"\n== {self.name}\n{self.output.rstrip()}")
        say(f"== {self.name}: {'good' if self.good else 'NOT GOOD'} ({self.seconds:.0f} s)")
        return self.good


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--release"]:
        install.installed("test")
        return release.main(arguments[1:])
    mode = " ".join(arguments)
    if mode not in RUN:
        raise LaunchError(
            "./check, ./check --fast for what is quick, ./check --ci for what .ci/run begins with, ./check --release "
            "for the figures of a release (--release small: the same commands on small numbers). There is nothing else."
        )
    install.installed("test")
    browser = mode != "--fast" and has_browser()
    failed = [outcome.name for outcome in outcomes(mode, browser) if not outcome.tell()]
    if mode != "--fast" and not browser:
        say("\nNOT CHECKED: the browser tests, because there is no Chromium here (apt-get install chromium).")
    say("\nNot good: " + ", ".join(failed) if failed else "\nAll good.")
    return 1 if failed else 0


def outcomes(mode: str, browser: bool) -> Iterator[CheckOutcome]:
    with ThreadPoolExecutor(max_workers=8) as pool:
        beside = [pool.submit(run_step, *step) for step in (*checks(mode), *browser_tests(mode, browser))]
        say("\n== tests (the other checks run beside them)")
        elsewhere = [f"--ignore={folder}" for folder in IN_THE_BROWSER]
        waiting = 1 if mode == "--ci" else 0  # there a process often waits for a server that a test has started
        yield run_step("tests", tests("not browser", mode, *elsewhere, more=waiting), live_output=True)
        yield from (future.result() for future in beside)


def checks(mode: str) -> Iterator[tuple[str, list[str]]]:
    yield "format", tool("ruff", "format", "--check", ".")
    yield "lint", tool("ruff", "check", ".")
    yield "lint of scripts", tool("oxlint", "--deny-warnings", *SCRIPTS)
    yield "import contracts", tool("lint-imports")
    files = changed_files() if mode == "--fast" else ["."]
    if files:
        yield "types", tool("mypy", *files)


def browser_tests(mode: str, browser: bool) -> Iterator[tuple[str, list[str]]]:
    """In a separate process: the browser's event loop would disturb tests that run one themselves."""
    if browser:
        yield "tests in the browser", tests("browser", mode, *IN_THE_BROWSER)


def tests(which: str, mode: str, *where: str, more: int = 0) -> list[str]:
    """With work stealing: an idle process takes tests from a busy one. To read all tests takes a process 13 s: so each
    kind reads only the folders where it is."""
    processes = str(min(os.cpu_count() or 1, 4) + more)
    of_ci = ["--reruns", "1"] if mode == "--ci" else []  # named at the end as RERUN: docs/decisions.md
    of_ci += ["--half"] if mode == "--ci" and which != "browser" else []
    return tool("pytest", "-n", processes, "--dist", "worksteal", *of_ci, "-m", which + RUN[mode], *where)


def tool(*command: str) -> list[str]:
    return [str(VENV / "bin" / command[0]), *command[1:]]


def changed_files() -> list[str]:
    """Python files that differ from the last commit or are untracked; all files if git is not available."""
    asked = ["git", "status", "--porcelain", "--untracked-files=all", "-z", "--no-renames"]
    try:
        listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ["."]
    names = [entry[3:] for entry in listed.split("\0") if entry.endswith(".py") and "/migrations/" not in entry]
    return [name for name in names if (ROOT / name).exists()]


def run_step(name: str, command: list[str], *, live_output: bool = False) -> CheckOutcome:
    """With live_output the output appears at once; otherwise it is collected and printed later."""
    began = time.monotonic()
    target, errors = (None, None) if live_output else (subprocess.PIPE, subprocess.STDOUT)
    done = subprocess.run(command, cwd=ROOT, env=compiled_once(), stdout=target, stderr=errors, check=False)
    output = (done.stdout or b"").decode(errors="replace")
    return CheckOutcome(name, done.returncode == 0, output, time.monotonic() - began)


def compiled_once() -> dict[str, str]:
    """With PYTHONDONTWRITEBYTECODE every process would compile all modules again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def has_browser() -> bool:
    if any(map(shutil.which, CHROMIUM)):
        return True
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say("Fetching Chromium for the browser tests ...")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    fetch = ["install", "--yes", "--no-install-recommends", "fonts-dejavu-core"]
    for step in (["update"], *([*fetch, package] for package in PACKAGES)):
        subprocess.run(["apt-get", "-qq", *step], env=environment, stdout=subprocess.DEVNULL, check=False)
        if any(map(shutil.which, CHROMIUM)):
            return True
    return False
