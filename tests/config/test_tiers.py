"""Which tests run where: ./check --fast, ./check, .ci/run, and there on SQLite or PostgreSQL."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.mark.expression import Expression
from django.test import Client

from launch import ROOT, LaunchError, check
from tests.conftest import TIERS, runs_on_postgresql, runs_on_sqlite, tier_of_its_kind

CI = (ROOT / ".ci/run").read_text()


def item(*fixtures: str, marked: str = "", transaction: bool = False, **about: object) -> SimpleNamespace:
    """What else it has: its module."""
    marks = {name: SimpleNamespace(kwargs={"transaction": transaction}) for name in marked.split()}
    return SimpleNamespace(fixturenames=list(fixtures), get_closest_marker=marks.get, **about)


@pytest.mark.parametrize(
    ("test", "tier"),
    [
        (item("tmp_path", "db"), "fast"),
        (item("db", "client"), "check"),
        (item("db", module=SimpleNamespace(Client=Client)), "check"),
        (item("db", module=SimpleNamespace(Client=object)), "fast"),
        (item("live_server", marked="browser django_db"), "ci"),
        (item("page", marked="browser"), "check"),  # a case of a script
    ],
)
def test_an_unmarked_test_belongs_to_the_tier_of_its_kind(test, tier):
    assert tier_of_its_kind(test) == tier


def tiers_run(mode: str, which: str) -> list[str]:
    """Of tests in a browser, or of the others."""
    chosen = Expression.compile(check.tests(which, mode)[-1])
    return [tier for tier in TIERS if chosen.evaluate(_of({which, tier}))]


def _of(marks: set[str]) -> Any:
    return lambda name, /, **_: name in marks


@pytest.mark.parametrize(("mode", "tiers"), [("--fast", ["fast"]), ("", ["fast", "check"]), ("--ci", list(TIERS))])
def test_each_command_runs_its_tier_and_those_before(mode, tiers):
    assert tiers_run(mode, "not browser") == tiers


def test_every_browser_test_runs_on_sqlite_in_ci():
    assert tiers_run("--ci", "browser") == list(TIERS)
    assert "--half" not in check.tests("browser", "--ci")


@pytest.mark.parametrize("fixture", ["db", "transactional_db", "live_server", "hints"])
def test_what_uses_database_or_broker_runs_on_postgresql(fixture):
    assert runs_on_postgresql(item("tmp_path", fixture))
    assert runs_on_postgresql(item(marked="django_db ci"))
    assert not runs_on_postgresql(item("tmp_path", "settings"))


def test_what_is_pure_fast_or_commits_runs_on_sqlite():
    assert runs_on_sqlite(item("tmp_path", marked="ci"))
    assert runs_on_sqlite(item("db", marked="django_db fast"))
    assert runs_on_sqlite(item("db", marked="django_db check", transaction=True))
    assert not runs_on_sqlite(item("db", marked="django_db check"))


def test_ci_runs_each_half_of_the_tests_on_its_database():
    assert "./check --ci" in CI
    assert "--half" in check.tests("not browser", "--ci")
    assert '-m "not browser" --half' in CI


def test_whole_days_and_live_pages_also_run_on_postgresql():
    named = subprocess.run(
        ["bash", "-c", re.search(r"whole_days=\(.*?\)", CI, re.DOTALL)[0] + '; printf "%s\n" "${whole_days[@]}"'],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_tests_in_the_browser_stand_in_folders_of_their_own():
    assert {"tests/js", "tests/browser", "tests/teams/browser"} <= set(check.IN_THE_BROWSER)
    marked = [path for path in (ROOT / "tests").rglob("test_*.py") if "pytest.mark.browser" in path.read_text()]
    folders = {str(path.parent.relative_to(ROOT)) for path in marked if path != Path(__file__)}
    assert folders <= set(check.IN_THE_BROWSER)


def test_only_changed_files_are_type_checked_where_git_knows_them(tmp_path, monkeypatch):
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert check.changed_files() == ["."]
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    for name in ("a.py", "b.txt", "app/migrations/0001_initial.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert check.changed_files() == ["a.py"]


def test_what_a_check_says_is_kept_with_its_verdict():
    outcome = check.run_step("x", [sys.executable, "-c", "import sys; print('told'); sys.exit(2)"])
    assert (outcome.good, outcome.output) == (False, "told\n")


def test_another_way_is_refused():
    with pytest.raises(LaunchError, match="--fast"):
        check.main(["--slow"])
