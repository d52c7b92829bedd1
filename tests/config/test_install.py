"""Installing says in a sentence what is missing, before anything is fetched or unpacked."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from launch import ROOT, LaunchError, install

NOBODY = 65534


@pytest.fixture
def project() -> Iterator[Path]:
    """What ./run needs to install, in a folder that everybody may read."""
    folder = Path(tempfile.mkdtemp(prefix="krosmaster-tests-"))
    for name in ("run", "launch", "requirements"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def run(project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Root may write everywhere."""
    own: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    clean = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run([project / "run"], cwd="/", env=clean, capture_output=True, text=True, check=False, **own)


def test_a_project_that_cannot_be_written_is_one_sentence(project):
    (project / "var").mkdir()
    (project / "var").chmod(0o777)
    project.chmod(0o555)
    refused = run(project)
    assert refused.returncode == 1
    assert refused.stdout.strip().startswith(f"Nothing can be written to {project} (Permission denied).")
    assert refused.stderr == ""
    assert not (project / ".tools").exists()


def test_data_that_cannot_be_written_is_one_sentence(project):
    refused = run(project, VAR_DIR="/proc/nowhere")
    assert refused.returncode == 1
    assert refused.stdout.strip().startswith("Nothing can be written to /proc/nowhere (")
    assert "VAR_DIR=" in refused.stdout
    assert refused.stderr == ""


@pytest.mark.parametrize("kind", ["base", "test"])
def test_a_full_disk_is_said_before_anything_is_fetched(monkeypatch, tmp_path, kind):
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "TOOLS", tmp_path / ".tools")
    monkeypatch.setattr(install, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(install.shutil, "disk_usage", lambda _folder: SimpleNamespace(free=50 * 2**20))
    with pytest.raises(LaunchError, match="has 50 MB left"):
        install.installed(kind)
    assert list(tmp_path.iterdir()) == []
