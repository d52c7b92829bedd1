"""Boundaries that import-linter does not check: loaded modules and missing migrations."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent.parent

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
