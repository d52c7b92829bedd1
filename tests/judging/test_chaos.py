"""A site has faults of many kinds while logs come in; the long run is `python -m benchmarks.chaos`."""

import random
import subprocess
import sys
from collections import Counter

import pytest

from benchmarks.faults import FAULTS, chosen
from tests.settings import BASE_DIR, TEST_REDIS_URL

BACKEND = "servers" if TEST_REDIS_URL else "embedded"  # of its own, of the kind that the other tests run on
SIZE = ("--logs", "12", "--faults", "4", "--seed", "12")


def test_there_are_fifteen_kinds_of_fault_and_more():
    assert len(FAULTS["servers"]) >= 15
    assert FAULTS["embedded"].keys() < FAULTS["servers"].keys()
    assert len(set(FAULTS["servers"].values())) == len(FAULTS["servers"])


@pytest.mark.parametrize("backend", FAULTS)
def test_every_kind_comes_as_often_and_the_seed_decides_when(backend):
    first, again, other = (list(chosen(backend, 500, random.Random(seed))) for seed in (1, 1, 2))
    assert first == again != other
    times = Counter(first)
    assert (set(times), len(first)) == (set(FAULTS[backend]), 500)
    assert max(times.values()) - min(times.values()) <= 1


@pytest.mark.ci
@pytest.mark.django_db  # the site that it starts has one of the same kind
def test_no_log_is_lost_or_answered_twice_whatever_is_killed(tmp_path):
    """What it says goes to a file: of a run that is too slow, what it started would hold a pipe open."""
    command = [sys.executable, "-m", "benchmarks.chaos", *SIZE, "--backend", BACKEND]
    said = tmp_path / "said"
    with said.open("w") as output:
        run = subprocess.run(command, cwd=BASE_DIR, stdout=output, stderr=output, timeout=400, check=False)
    assert run.returncode == 0, said.read_text()
    assert "exactly one report" in said.read_text()
