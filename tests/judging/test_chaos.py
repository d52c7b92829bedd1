"""Workers, broker and database are killed while logs come in; the long run is `python -m benchmarks.chaos`."""

import subprocess
import sys

import pytest

from tests.settings import BASE_DIR, TEST_REDIS_URL

BACKEND = "servers" if TEST_REDIS_URL else "embedded"  # of its own, of the kind that the other tests run on


@pytest.mark.exhaustive
@pytest.mark.broker
def test_no_log_is_lost_or_answered_twice_whatever_is_killed(tmp_path):
    """What it says goes to a file: of a run that is too slow, what it started would hold a pipe open."""
    command = [sys.executable, "-m", "benchmarks.chaos", "--logs", "32", "--faults", "4", "--backend", BACKEND]
    said = tmp_path / "said"
    with said.open("w") as output:
        run = subprocess.run(command, cwd=BASE_DIR, stdout=output, stderr=output, timeout=300, check=False)
    assert run.returncode == 0, said.read_text()
    assert "exactly one report" in said.read_text()
