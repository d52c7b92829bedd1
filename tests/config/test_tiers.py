"""Which tests run where: ./check --fast, ./check, .ci/run, and there on PostgreSQL and Redis."""

import re
import subprocess
import sys
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
from _pytest.mark.expression import Expression
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from launch import ROOT, LaunchError, check
from tests.conftest import can_differ_with_the_servers, is_another_case, is_left_to_ci, sends_requests

MARKS = ["another_case", "browser", "exhaustive", "pages", "servers", "slow", "thorough"]
KINDS = [set(marks) for marks in chain.from_iterable(combinations(MARKS, many) for many in range(len(MARKS) + 1))]
ON_THE_SERVERS = re.findall(r'on_servers .*-m "(.+?)"', (ROOT / ".ci/run").read_text())


def item(*fixtures: str, marked: str = "", **about: object) -> SimpleNamespace:
    """What else it has: its module, its obj."""
    marks = {name: SimpleNamespace(kwargs={}) for name in marked.split()}
    return SimpleNamespace(fixturenames=list(fixtures), get_closest_marker=marks.get, **about)


@pytest.mark.parametrize("fixture", ["db", "transactional_db", "live_server", "hints"])
def test_tests_of_database_and_broker_also_run_on_the_servers(fixture):
    assert can_differ_with_the_servers(item("tmp_path", fixture))
    assert can_differ_with_the_servers(item(marked="django_db"))
    assert can_differ_with_the_servers(item(marked="broker"))


def test_whole_days_and_live_pages_run_on_the_servers_too():
    assert '-m "browser and servers"' in (ROOT / ".ci" / "run").read_text()
    assert can_differ_with_the_servers(item("live_server", marked="browser django_db servers"))
    assert not can_differ_with_the_servers(item("live_server", marked="browser django_db"))
    modules = {path.stem.removeprefix("test_"): path.read_text() for path in (ROOT / "tests/browser").glob("test_*.py")}
    both = {name for name, text in modules.items() if "pytest.mark.servers" in text}
    assert both >= {"event_days", "journeys", "live", "two_phones"}


def test_every_case_is_run_on_one_database_at_least():
    ci = (ROOT / ".ci" / "run").read_text()
    assert check.LEFT_OUT["--ci"] == " and not (servers and (exhaustive or another_case))"
    assert "./check --ci" in ci
    assert '-m "servers and not browser"' in ci
    assert not can_differ_with_the_servers(item("db", marked="django_db one_database"))


def test_of_several_cases_the_first_is_run_on_both_databases():
    begun = set()
    of_one_kind = [item(marked="django_db", nodeid=f"test_results.py::test_nonsense[{case}]") for case in range(3)]
    assert [is_another_case(case, begun) for case in of_one_kind] == [False, True, True]
    assert not is_another_case(item(nodeid="test_results.py::test_sense"), begun)


def test_a_modules_first_page_test_runs_on_both_databases():
    begun = set()
    of_one_module = [item("client", nodeid=f"test_desk.py::test_{name}") for name in ("calls", "cases", "undo")]
    assert [is_another_case(test, begun) for test in of_one_module] == [False, True, True]
    assert not is_another_case(item("client", nodeid="test_queue.py::test_calls"), begun)
    assert not is_another_case(item("db", nodeid="test_desk.py::test_a_rule"), begun)


@pytest.mark.parametrize("mark", ["exhaustive", "thorough"])
def test_what_check_leaves_out_is_not_another_case_of_pages(mark):
    left_out = item("client", marked=mark, nodeid="test_desk.py::test_long")
    assert not is_another_case(left_out, {"test_desk.py"})


def test_of_what_commits_each_case_is_run_on_both_databases():
    commits = SimpleNamespace(kwargs={"transaction": True})
    cases = [SimpleNamespace(nodeid=f"test_races.py::test_lock[{case}]") for case in range(2)]
    for case in cases:
        case.get_closest_marker = {"django_db": commits}.get
    assert not any(is_another_case(case, {"test_races.py::test_lock"}) for case in cases)


def test_in_browsers_the_first_size_runs_on_both_databases():
    begun = set()
    commits = SimpleNamespace(kwargs={"transaction": True})
    sizes = [SimpleNamespace(nodeid=f"test_journeys.py::test_day[{size}]", fixturenames=[]) for size in ("a", "b")]
    for size in sizes:
        size.get_closest_marker = {"django_db": commits, "browser": SimpleNamespace(), "slow": None}.get
    assert [is_another_case(size, begun) for size in sizes] == [False, True]


def run_by(mode: str) -> list[str]:
    return [check.tests(which, mode)[-1] for which in ("browser", "not browser")]


def is_chosen(marks: set[str], expression: str) -> bool:
    def is_marked(name: str, /, **_: object) -> bool:
        return name in marks

    return Expression.compile(expression).evaluate(is_marked)


def kinds_run(*expressions: str) -> list[set[str]]:
    return [marks for marks in KINDS if any(is_chosen(marks, expression) for expression in expressions)]


def test_ci_runs_a_test_whatever_its_marks():
    assert len(ON_THE_SERVERS) == 2
    assert kinds_run(*run_by("--ci"), *ON_THE_SERVERS) == KINDS
    assert kinds_run(*ON_THE_SERVERS) == [marks for marks in KINDS if "servers" in marks]


def test_check_leaves_long_proofs_to_ci():
    assert not any("thorough" in marks for marks in kinds_run(*run_by(""), *run_by("--fast")))


def test_ci_alone_runs_slow_example_tests_and_most_browser_tests():
    assert is_left_to_ci(item("live_server", marked="browser django_db"))
    assert not is_left_to_ci(item("live_server", marked="browser django_db journey"))
    assert not is_left_to_ci(item("page", marked="browser"))  # a case of a script
    assert is_left_to_ci(item(marked="slow", obj=given(st.none())(lambda nothing: None)))
    assert not is_left_to_ci(item(marked="slow", obj=lambda: None))
    assert not is_left_to_ci(item(obj=given(st.none())(lambda nothing: None)))


def test_tests_that_send_requests_are_not_run_while_one_works():
    assert sends_requests(item("db", "client"))
    assert sends_requests(item("db", module=SimpleNamespace(Client=Client)))
    assert not sends_requests(item("db", module=SimpleNamespace(Client=object)))
    assert " and not pages" in check.LEFT_OUT["--fast"]
    assert "pages" not in check.LEFT_OUT[""] + check.LEFT_OUT["--ci"]


def test_what_is_pure_is_not_run_twice():
    assert not can_differ_with_the_servers(item("tmp_path", "settings"))


@pytest.mark.parametrize(
    ("way", "chosen"),
    [
        ("--fast", "not browser and not exhaustive and not thorough and not slow and not pages"),
        ("", "not browser and not exhaustive and not thorough"),
        ("--ci", "not browser and not (servers and (exhaustive or another_case))"),
    ],
)
def test_each_way_to_check_leaves_out_less(way, chosen):
    assert check.tests("not browser", way)[-1] == chosen


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
