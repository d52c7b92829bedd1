"""Mutation testing keeps its books: the page says what the data says, and a survivor needs a test or a reason."""

import ast
import os
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from mutmut.mutation import trampoline

from tests.golden import reports
from tests.mutants import loading
from tests.mutants.checks import Check, Reach, lines_of_functions
from tests.mutants.judging import Explanation, explanations, figures, is_drawn, last_run, record, unexplained
from tests.mutants.mutated import Mutant, difference, kind, mutants, plain, run_before
from tests.mutants.page import PAGE, text
from tests.mutants.trial import chosen, in_a_fork, survives

ROOT = Path(__file__).parents[2]
ALIVE = Mutant(
    "rules.arena.engine.a.x_b__mutmut_1", "rules.arena.engine.a.b", "if a < b:", "if a <= b:", "condition", "survived"
)


def lines_of(function: str) -> str:
    """The source of a function of the rules, named with its module and class, in one line."""
    module, names = ROOT, function.split(".")
    while (module / names[0]).is_dir():
        module /= names.pop(0)
    source = module.with_name(module.name) / f"{names.pop(0)}.py"
    node: ast.Module | ast.ClassDef | ast.FunctionDef = ast.parse(source.read_text())
    for name in names:
        node = next(
            each for each in node.body if isinstance(each, ast.ClassDef | ast.FunctionDef) and each.name == name
        )
    lines = source.read_text().splitlines()
    assert isinstance(node, ast.FunctionDef)
    return " ".join(line.strip() for line in lines[node.lineno - 1 : node.end_lineno])


def test_the_page_says_what_the_data_says() -> None:
    assert PAGE.read_text() == text(), "python -m tests.mutants.page writes it anew"


@pytest.mark.check
def test_every_explained_mutant_fits_a_line_of_its_function() -> None:
    reasons, explained = explanations()
    for each in explained:
        assert each.reason in reasons
        assert each.was in lines_of(each.function), each
        assert each.was != each.became
    assert len({each.key for each in explained}) == len(explained)


def test_a_survivor_neither_killed_nor_explained_is_named() -> None:
    explained = [Explanation(*ALIVE.key, reason="the same", why="")]
    others = [replace(ALIVE, end=end) for end in ("killed", "timeout", "")]
    assert unexplained([ALIVE, *others], explained) == []
    assert unexplained([ALIVE, *others], []) == [ALIVE]
    assert unexplained([replace(ALIVE, became="if a > b:")], explained) != []


def test_every_condition_runs_and_the_same_few_of_the_rest() -> None:
    assert is_drawn(ALIVE)
    texts = [replace(ALIVE, kind="text", became=f"'{number}'") for number in range(400)]
    drawn = [each for each in texts if is_drawn(each)]
    assert 0 < len(drawn) < 40
    assert drawn == [each for each in texts if is_drawn(each)]


def test_the_figures_of_a_run_are_kept_and_read_back(tmp_path: Path) -> None:
    found = [ALIVE, replace(ALIVE, end="killed"), replace(ALIVE, end="")]
    record(document := figures(found, []), tmp_path / "run.toml")
    assert last_run(tmp_path / "run.toml") == document
    (row,) = document["counts"]
    assert (row["package"], row["survived"], row["killed"], row["not_run"]) == ("arena/engine", 1, 1, 1)
    assert [each["became"] for each in document["open"]] == ["if a <= b:"]


@pytest.mark.parametrize(
    ("was", "became", "expected"),
    [
        ("if a < b:", "if a <= b:", "condition"),
        ("return not a", "return a", "condition"),
        ("return a", "return None", "value"),
        ("return f(a, b)", "return f(a, None)", "value"),
        ("return f(a, b)", "return f(a, )", "argument"),
        ('return "a"', 'return "XXaXX"', "text"),
        ("return a + 1", "return a + 2", "condition"),
        ("a += 1", "a = 1", "condition"),
    ],
)
def test_a_mutant_is_of_the_kind_of_what_it_changes(was: str, became: str, expected: str) -> None:
    old, new = (["def name():", f"    {line}"] for line in (was, became))
    assert kind(old, new) == expected
    assert difference(old, new) == (was, became)


def test_mutants_are_read_from_what_mutmut_writes(tmp_path: Path) -> None:
    source = "def x_f__mutmut_orig(a):\n    return a < 1\n\n\ndef x_f__mutmut_1(a):\n    return a <= 1\n"
    folder = tmp_path / "rules" / "arena"
    folder.mkdir(parents=True)
    (folder / "f.py").write_text(source)
    gone = '"rules.arena.f.x_of_a_module_left_alone_by_now__mutmut_1": 1'
    (folder / "f.py.meta").write_text(f'{{"exit_code_by_key": {{"rules.arena.f.x_f__mutmut_1": 0, {gone}}}}}')
    (found,) = mutants(tmp_path)
    expected = (
        "rules.arena.f.x_f__mutmut_1",
        "rules.arena.f.f",
        "return a < 1",
        "return a <= 1",
        "condition",
        "survived",
    )
    assert (found.name, *found.key, found.kind, found.end) == expected
    assert found.package == "arena"
    assert found.lines == {1}
    assert list(mutants(tmp_path, "rules.arena.g")) == []
    assert plain("xǁGameǁfault__mutmut") == "Game.fault"


def test_a_change_matters_once_a_line_of_its_statement_runs() -> None:
    was = ["def name(a):", "    if a > 1 and (", "        a < 5", "    ):", "        a += 1", "    return a"]
    (function,) = ast.parse("\n".join(was)).body
    assert isinstance(function, ast.FunctionDef)
    changes = {2: "        a <= 5", 4: "        a -= 1", 0: "def name(a=1):"}
    found = {line: run_before(function, was, [*was[:line], new, *was[line + 1 :]]) for line, new in changes.items()}
    assert found == {2: {1, 2, 3}, 4: {4}, 0: {0, 1, 2, 3, 4, 5}}


def test_lines_are_named_by_their_functions() -> None:
    source = "A = 1\n\n\ndef f():\n    return A\n\n\nclass B:\n    def g(self):\n        return f()\n"
    assert dict(lines_of_functions(source, "rules.m")) == {
        4: ("rules.m.f", 0),
        5: ("rules.m.f", 1),
        9: ("rules.m.B.g", 0),
        10: ("rules.m.B.g", 1),
    }


def test_a_mutant_gets_its_functions_checks_within_the_time_limit() -> None:
    near, quick, slow, other = "test_a_marker_is_spent", "test_quick", "test_slow", "test_other"
    reach = Reach({slow: 9.0, quick: 1.0, near: 1.1, other: 0.1})
    reach.reaching = {(ALIVE.function, 1): {slow, quick, near}, (ALIVE.function, 2): {other}}
    mutant = replace(ALIVE, lines=frozenset({1}), source="unit.markers = 0")
    assert chosen(reach, replace(mutant, source=""), seconds=20) == [quick, near, slow]
    assert chosen(reach, mutant, seconds=0.5) == [quick]
    reach.seconds[near] = 1.01
    assert chosen(reach, mutant, seconds=20) == [near, quick, slow]
    assert chosen(reach, mutant, seconds=5) == [near, quick]
    assert chosen(reach, replace(ALIVE, lines=frozenset({7})), seconds=20) == []


@pytest.mark.parametrize(
    ("fails_under", "ends_with"), [((), 0), ((ALIVE.name,), 1), ((ALIVE.name, ""), 0), (("another",), 0)]
)
def test_only_a_check_that_holds_without_the_mutant_kills_it(fails_under: tuple[str, ...], ends_with: int) -> None:
    check = Check("one", lambda: trampoline.get_mutant_under_test() not in fails_under)
    process = in_a_fork(lambda: survives(ALIVE, [(check, 60.0)]))
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == ends_with


@pytest.mark.parametrize(("added", "answers"), [("", 0), (" and more", 1)])
def test_a_recorded_log_notices_a_change_to_what_is_loaded(
    monkeypatch: pytest.MonkeyPatch, added: str, answers: int
) -> None:
    record = reports.recorded()[0]
    monkeypatch.setenv("MUTANT_UNDER_TEST", ALIVE.name)
    monkeypatch.setattr(trampoline, "get_mutant_under_test", str)
    monkeypatch.setattr(reports, "recorded", lambda: [replace(record, report=record.report + added)])
    assert loading.main() == answers


def test_every_pattern_of_lines_left_alone_matches_some() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutmut"]
    rules = "".join(path.read_text() for path in (ROOT / "rules").rglob("*.py"))
    assert [each for each in settings["do_not_mutate_patterns"] if not re.search(each, rules)] == []
