"""Boundaries that import-linter does not check: loaded modules, chains of imports and missing migrations."""

import os
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import grimp
import pytest
from django.core.management import call_command

from tests.cases import some_of

ROOT = Path(__file__).resolve().parent.parent.parent

# modules, each of which imports the next, from one of the package; outside the rules a game counts as its door
DOORS = {"rules.games", "rules.arena.public", "rules.blast.public"}
LONGEST_CHAINS = {
    "rules": 15,
    "tools": 14,
    "core": 4,
    "accounts": 9,
    "teams": 10,
    "tournaments": 15,
    "judging": 15,
    "config": 15,
}
LOADED = "import sys, {}; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"


def loaded_by(module: str) -> set[str]:
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {LOADED.format(module)}"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize("module", ["rules.games", "rules.arena.team", "launch.run"])
def test_nothing_but_the_standard_library_is_loaded_with(module):
    """-I leaves site-packages in place: whatever they bring by themselves is loaded with "import sys" too."""
    strangers = loaded_by(module) - loaded_by("sys") - set(sys.stdlib_module_names)
    assert strangers == {module.partition(".")[0]}


def test_no_migration_is_missing(db):
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """What only a type checker imports is left out; a package counts where its own `__init__` is imported. What is
    named as text and loaded when it is used (settings, URLs) is no import."""
    linted = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
    return grimp.build_graph(*linted, cache_dir=None, exclude_type_checking_imports=True)


@pytest.mark.parametrize("package", LONGEST_CHAINS)
def test_no_chain_of_imports_is_longer_than_that(graph, package):
    @cache
    def chain(module: str) -> tuple[str, ...]:
        if module in DOORS and package != "rules":
            return (module,)
        below = [chain(each) for each in graph.find_modules_directly_imported_by(module) if ".migrations" not in each]
        return (module, *max(below, key=len, default=()))

    own = [module for module in graph.modules if module.partition(".")[0] == package and ".migrations" not in module]
    longest = max(map(chain, own), key=len)
    assert len(longest) <= LONGEST_CHAINS[package], " > ".join(longest)


@pytest.mark.ci
@pytest.mark.parametrize(
    "process", some_of(["import config.asgi", "from config.celery import app; app.loader.import_default_modules()"])
)
def test_no_process_carries_what_only_pairing_needs(process, tmp_path):
    ours = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "-c", f"{process}; {LOADED.format('tournaments')}"]
    done = subprocess.run(command, cwd=ROOT, env=ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "judging" in loaded
    assert loaded.isdisjoint({"numpy", "rustworkx"})
