"""The engine, compiled: python -m tools.compile_rules [FOLDER]   a wheel of the package `rules`; in var/ without FOLDER
                      python -m tools.compile_rules --check    compile it, then replay the golden logs with it

The source stays what it is, and a site runs without this: the wheel holds every module as it stands and, beside most
modules of Arena, what mypyc and GCC made of it. Python takes the compiled one where there is one. So it is for a site
that is installed once, over its folder `rules`, and not for a checkout that somebody edits. It is compiled twice: the
second time GCC knows from random games which branches are taken. Needs GCC. docs/decisions.md says what it brings.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

from launch import install

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = "tests/golden/test_reports.py"
OF_ARENA = "boards bounds cards cells construction legality limited printed replay team"
OF_EVERY_GAME = (
    "actions columns dice_fields faces fields grid messages names proof signatures strictjson verdicts wrong_fields"
)
COMPILED = (
    *(f"rules/arena/{name}.py" for name in OF_ARENA.split()),
    *(f"rules/common/{name}.py" for name in OF_EVERY_GAME.split()),
    *("rules/arena/log*.py", "rules/arena/engine/**/*.py", "rules/arena/laws/*.py", "rules/arena/recovery/*.py"),
)
# Compiled functions have no annotations, from which rules.common.binding reads the fields of card texts.
READ_BY_THEIR_SIGNATURES = ("rules/arena/engine/effects/*.py", "rules/arena/engine/rewards/at_once.py")
SETUP = """
import sys
from setuptools import find_packages, setup
from mypyc.build import mypycify

version, *modules = sys.argv.pop().split(",")
setup(
    name="krosmaster-rules",
    version=version,
    packages=find_packages(include=["rules", "rules.*"]),
    package_data={"rules": ["**/*.toml", "**/*.json", "**/*.txt"]},
    ext_modules=mypycify(["--ignore-missing-imports", *modules], debug_level="0", multi_file=True),
)
"""
TRAINING = """
import json
from rules.games import replay
from tools.selfplay.game import random_game

for number in range(20):
    replay(json.dumps(random_game(f"training/{number}")).encode())
"""
# made-up cards take the place of functions, which compiled code does not look up
PRINTED_CARDS = "not made_up"
IS_COMPILED = "from rules.arena.engine import block; assert not block.__file__.endswith('.py')"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "var")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rules-") as name:
        wheel = build(Path(name))
        if options.check:
            return check(wheel, Path(name) / "site")
        options.folder.mkdir(parents=True, exist_ok=True)
        sys.stdout.write(f"{shutil.copy(wheel, options.folder)}\n")
    return 0


def build(folder: Path) -> Path:
    """The wheel, optimised for what the first build of it counted while it replayed random games."""
    shutil.copytree(ROOT / "rules", folder / "rules", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    counts = folder / "counts"
    counting = compiled(folder, f"-fprofile-generate={counts}")
    with ZipFile(counting) as wheel:
        wheel.extractall(folder / "counting")
    ours = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", TRAINING], cwd=folder / "counting", env=ours, check=True)
    counted = f"-fprofile-use={counts} -fprofile-partial-training -Wno-missing-profile"
    return compiled(folder, f"-flto=auto {counted}")


def compiled(folder: Path, flags: str) -> Path:
    """In the same folder each time: GCC finds what it counted by the path of the file."""
    for former in ("build", "dist"):
        shutil.rmtree(folder / former, ignore_errors=True)
    as_they_stand = modules(folder, READ_BY_THEIR_SIGNATURES)
    to_compile = [module for module in modules(folder, COMPILED) if module not in as_they_stand]
    arguments = ",".join([version(), *to_compile])
    command = [sys.executable, "-c", SETUP, "-q", "bdist_wheel", arguments]
    # nobody else calls its functions in C, so that calls can be direct; and those of Python itself go by no stub
    flags = f"-fvisibility=hidden -fno-plt {flags}"
    environment = os.environ | {"PYTHONPATH": str(install.packages_of_tool("compile")), "CC": "gcc", "CFLAGS": flags}
    subprocess.run(command, cwd=folder, env=environment, check=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


def modules(folder: Path, patterns: Iterable[str]) -> list[str]:
    return [path.relative_to(folder).as_posix() for pattern in patterns for path in sorted(folder.glob(pattern))]


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def check(wheel: Path, site: Path) -> int:
    """Replay the golden logs with the wheel, installed over a copy of the site as docs/operations.md describes."""
    ignored = shutil.ignore_patterns(".git", ".venv", ".tools", "var", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, site, ignore=ignored)
    with ZipFile(wheel) as compiled:
        compiled.extractall(site)
    subprocess.run([sys.executable, "-c", IS_COMPILED], cwd=site, check=True)
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", PRINTED_CARDS, GOLDEN]
    return subprocess.run(command, cwd=site, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
