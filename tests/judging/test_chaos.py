"""Workers, broker and database are killed while logs come in; the long run is `python -m benchmarks.chaos`."""

import subprocess
import sys

import pytest

from tests.settings import BASE_DIR, TEST_REDIS_URL

BACKEND = "servers" if TEST_REDIS_URL else "embedded"  # of its own, of the kind that the other tests run on


@pytest.mark.slow
@pytest.mark.broker
def test_no_log_is_lost_or_answered_twice_whatever_is_killed():
    command = [sys.executable, "-m", "benchmarks.chaos", "--logs", "32", "--faults", "4", "--backend", BACKEND]
    run = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "exactly one report" in run.stdout
