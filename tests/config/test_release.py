"""./check --release runs each step, says what failed, and writes down the figures; packages are listed and checked."""

import json
import re
import sys
from pathlib import Path

import pytest

from launch import ROOT, LaunchError, audit, release, sbom


@pytest.fixture
def steps(monkeypatch, tmp_path):
    """Two made-up steps in place of the real ones: one that is well, one that is not."""
    monkeypatch.setattr(release, "VENV", Path(sys.prefix))
    monkeypatch.setattr(release, "REPORT", tmp_path / "reliability.md")
    monkeypatch.setattr(release, "SMALL_REPORT", tmp_path / "small.md")
    monkeypatch.setattr(release, "SBOM", tmp_path / "sbom.json")
    said = ("python", "-c", "import os; print('noise'); print(os.environ['SIZE'], 'figures')")
    broken = ("python", "-c", "print('1 lost'); raise SystemExit(1)")
    good = release.Step("good", "a thousand things", said, said, {"SIZE": ("1000", "2")})
    monkeypatch.setattr(release, "STEPS", (good, release.Step("bad", "others", broken, said, {"SIZE": ("", "3")})))
    return tmp_path


def test_a_release_writes_down_the_figures_of_every_step(steps):
    assert release.main([]) == 1
    text = (steps / "reliability.md").read_text()
    assert "## Good: good" in text
    assert "1000 figures" in text
    assert "## Bad: NOT GOOD" in text
    assert "1 lost" in text


def test_a_release_that_is_broken_off_keeps_what_it_measured(steps, monkeypatch):
    def broken_off(step, *, small):
        if step.name == "bad":
            raise KeyboardInterrupt
        return release.StepOutcome(step, True, ["1000 figures"], 1)

    monkeypatch.setattr(release, "run", broken_off)
    with pytest.raises(KeyboardInterrupt):
        release.main([])
    text = (steps / "reliability.md").read_text()
    assert "1000 figures" in text
    assert "Not run: bad." in text


def test_small_numbers_are_never_written_as_a_release(steps):
    assert release.main(["small"]) == 0
    assert not (steps / "reliability.md").exists()
    assert "prove that the commands work and nothing else" in (steps / "small.md").read_text()
    assert release.main(["good"]) == 0
    assert not (steps / "reliability.md").exists(), "one step alone is no release either"


def test_an_unknown_step_is_refused_with_the_names_of_all(steps):
    with pytest.raises(LaunchError, match="the steps are good, bad"):
        release.main(["small", "gold"])


def test_every_step_is_a_command_that_exists():
    for step in release.STEPS:
        for small in (True, False):
            _program, *words = step.command(small=small)
            if words[0] == "-m" and words[1] != "pytest":
                assert Path(ROOT, *words[1].split(".")).with_suffix(".py").exists(), words
            for word in words:
                assert not word.startswith("tests/") or (ROOT / word.partition("::")[0]).exists(), word


def test_the_list_of_packages_names_all_that_are_locked():
    lock = (ROOT / "requirements/base.txt").read_text()
    made = sbom.document(lock)
    names = set(re.findall(r"^([\w.-]+)(?:\[.*\])?==", lock, re.MULTILINE))
    assert {each["name"] for each in made["components"]} == names
    assert all(each["hashes"] and each["purl"] for each in made["components"])
    assert len(set(made["dependencies"][0]["dependsOn"])) == len(made["components"])
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
    assert made == sbom.document(lock)


@pytest.mark.parametrize(
    ("answer", "status", "reported"),
    [
        ([{"name": "a", "version": "1", "vulns": []}], 0, "1 packages checked, 0 with known weaknesses."),
        ([{"name": "a", "version": "1", "vulns": [{"id": "X-1", "fix_versions": ["2"]}]}], 1, "X-1 (fixed in: 2)"),
        ([{"name": "a", "skip_reason": "not found"}], 0, "NOT CHECKED"),
    ],
)
def test_weaknesses_fail_and_an_index_without_answers_is_reported(capsys, answer, status, reported):
    assert audit.tell({"dependencies": answer}) == status
    printed = capsys.readouterr().out
    assert reported in printed
    assert "checked," in printed or status == 0


def test_without_a_network_nothing_fails(monkeypatch, capsys):
    def nothing(kind: str) -> Path:
        raise LaunchError("no network")

    monkeypatch.setattr(audit.install, "packages_of_tool", nothing)
    assert audit.main() == 0
    assert "NOT CHECKED for known weaknesses: no network" in capsys.readouterr().out


def test_an_unreadable_answer_is_no_answer(monkeypatch, tmp_path):
    monkeypatch.setattr(audit.sys, "executable", str(tmp_path / "python"))
    (tmp_path / "python").write_text("#!/bin/sh\necho connection refused >&2\nexit 1\n")
    (tmp_path / "python").chmod(0o755)
    with pytest.raises(LaunchError, match="connection refused"):
        audit.ask(tmp_path)


def test_the_list_is_written_into_a_file(tmp_path):
    assert sbom.main([str(tmp_path / "sbom.json")]) == 0
    assert json.loads((tmp_path / "sbom.json").read_text())["bomFormat"] == "CycloneDX"
