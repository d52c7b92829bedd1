"""Which tests run where: ./check --fast, ./check, .ci/run, and there on PostgreSQL and Redis."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from launch import ROOT, LaunchError, check
from tests.conftest import can_differ_with_the_servers


def item(*fixtures: str, marked: str = "") -> SimpleNamespace:
    return SimpleNamespace(fixturenames=list(fixtures), get_closest_marker=lambda name: name == marked)


@pytest.mark.parametrize("fixture", ["db", "transactional_db", "live_server", "hints"])
def test_tests_of_database_and_broker_also_run_on_the_servers(fixture):
    assert can_differ_with_the_servers(item("tmp_path", fixture))
    assert can_differ_with_the_servers(item(marked="django_db"))
    assert can_differ_with_the_servers(item(marked="broker"))


def test_browser_tests_that_write_are_run_on_the_servers_too():
    assert '-m "browser and servers and not appearance"' in (ROOT / ".ci" / "run").read_text()
    writing = {"event", "event_days", "journeys", "live", "passkeys", "recorder", "recorder_offline", "round_clock"}
    modules = {path.stem.removeprefix("test_"): path.read_text() for path in (ROOT / "tests/browser").glob("test_*.py")}
    assert {name for name in writing if "appearance" in modules[name]} == set()


def test_what_is_pure_is_not_run_twice():
    assert not can_differ_with_the_servers(item("tmp_path", "settings"))


@pytest.mark.parametrize(
    ("way", "chosen"),
    [
        ("--fast", "not browser and not exhaustive and not slow"),
        ("", "not browser and not exhaustive"),
        ("--all", "not browser"),
    ],
)
def test_each_way_to_check_leaves_out_less(way, chosen):
    assert check.tests("not browser", way)[-1] == chosen


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
