"""Installs the locked wheels into .venv, once per content of the lock file; needs no network when nothing changed."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from launch import PYTHON, ROOT, VENV, LaunchError, say, unwritable

TOOLS = ROOT / ".tools"
REQUIREMENTS = ROOT / "requirements"
ROOM = {"base": 400, "test": 1000}  # MB, for the packages and for what is downloaded


def installed(kind: str, notice: str = "") -> None:
    """Install the packages of `kind`: "base", or "test", which includes base. The notice is said before it begins."""
    wanted = fingerprint(kind)
    if stamp(kind).exists() and stamp(kind).read_text() == wanted and works(PYTHON):
        return
    refuse_unwritable(ROOT, "Give this user the folder, or copy the project to one of theirs.")
    refuse_full(ROOT, ROOM[kind])
    with only_one_at_a_time():
        if notice:
            say(notice)
        say(f"Installing what the site needs ({wheels_in(kind)} packages, once) ...")
        uv = get_uv()
        if not works(PYTHON):
            call([uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)], "make .venv")
        install(uv, REQUIREMENTS / f"{kind}.txt")
        for held in ("base", "test") if kind == "test" else ("base",):
            stamp(held).write_text(fingerprint(held))
        if kind == "base":  # other versions may be there now than those of the tests
            stamp("test").unlink(missing_ok=True)


def refuse_unwritable(folder: Path, advice: str) -> None:
    """By writing to it: rights say nothing of a file system that is mounted to be read."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
    except OSError as reason:
        raise LaunchError(unwritable(folder, reason, advice)) from None


def refuse_full(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free // 2**20
    if free < needed:
        raise LaunchError(f"The disk of {folder} has {free} MB left, and {needed} MB are needed. Make room on it.")


def refuse_full_data(var: Path) -> None:
    """What is collected at the first start takes 50 MB."""
    refuse_full(var, 10 if (var / "static" / "collected").exists() else 60)


def stamp(kind: str) -> Path:
    return VENV / f"installed-{kind}"


def fingerprint(kind: str) -> str:
    return hashlib.sha256((REQUIREMENTS / f"{kind}.txt").read_bytes()).hexdigest()


def wheels_in(kind: str) -> int:
    return sum("==" in line for line in (REQUIREMENTS / f"{kind}.txt").read_text().splitlines())


def works(python: Path) -> bool:
    return python.exists() and subprocess.run([python, "-c", ""], check=False).returncode == 0


@contextmanager
def only_one_at_a_time() -> Iterator[None]:
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def get_uv() -> str:
    """Fetch uv, which makes a virtual environment without python3-venv; --target is allowed on an externally managed
    Python."""
    folder = TOOLS / f"uv-{fingerprint('uv')[:12]}"
    found = folder / "bin" / "uv"
    if not found.exists():
        draft = folder.with_name(f"{folder.name}.{os.getpid()}")
        pip("--target", str(draft), "--requirement", str(REQUIREMENTS / "uv.txt"), python=sys.executable)
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)
    return str(found)


def packages_of_tool(kind: str) -> Path:
    """A folder with the packages of one tool, separate from those of the site."""
    folder = TOOLS / f"{kind}-{fingerprint(kind)[:12]}"
    if not folder.exists():
        draft = folder.with_name(f"{folder.name}.{os.getpid()}")
        lock = str(REQUIREMENTS / f"{kind}.txt")
        options = ["--quiet", "--require-hashes", "--python", sys.executable, "--target", str(draft)]
        call([get_uv(), "pip", "install", *options, "--requirement", lock], f"fetch the packages of {kind}.in")
        draft.rename(folder)
    return folder


def install(uv: str, lock: Path) -> None:
    """Install with uv, which is fast, or with pip if uv cannot reach the index that pip is configured for."""
    quick = [uv, "pip", "install", "--quiet", "--require-hashes", "--python", str(PYTHON), "--requirement", str(lock)]
    if not succeeds(quick):
        say("uv could not fetch the packages; trying with pip, which is slower ...")
        pip("--requirement", str(lock), python=str(PYTHON))


def pip(*arguments: str, python: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    if python != sys.executable:
        command += ["--python", python]
    if subprocess.run([sys.executable, "-m", "pip", "--version"], check=False, capture_output=True).returncode != 0:
        raise LaunchError(f"{sys.executable} has no pip. Install it (on Debian: apt-get install python3-pip).")
    call([*command, "install", "--quiet", "--require-hashes", *arguments], "install the packages")


def call(command: list[str], purpose: str) -> None:
    if not succeeds(command):
        raise LaunchError(f"Could not {purpose}: see the lines above. Is the network there, and room on the disk?")


def succeeds(command: list[str]) -> bool:
    """Run an installer. What it prints is shown only if it fails: nobody has to do anything about its warnings."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", check=False)
    if done.returncode != 0:
        say(done.stdout.strip())
    return done.returncode == 0
