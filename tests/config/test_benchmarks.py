"""`python -m benchmarks` still measures everything that docs/performance.md tells of; its times are no matter here."""

import re

import pytest

from benchmarks import races, site_races
from benchmarks.__main__ import PAGE, machine
from benchmarks.racing import Race, Times, line, run


@pytest.fixture(scope="module")
def small() -> list[Race]:
    return races.races(small=True)


def kind(name: str) -> str:
    """Without its numbers."""
    return re.sub(r"[\d,]+", "N", name)


def test_each_work_runs_beside_its_peer(small):
    for race in small:
        assert race.ours(race.prepare()), race.name
        assert race.peer(race.prepare()), race.name


@pytest.mark.django_db
def test_an_import_runs_beside_its_peer():
    [race] = site_races.races(small=True)
    race.ours(race.prepare())
    race.peer(race.prepare())


def test_the_page_has_a_line_for_each_work(small):
    expected = {
        kind(row.split(" | ")[0].removeprefix("| "))
        for row in PAGE.read_text(encoding="utf-8").splitlines()
        if " | " in row
    }
    measured = [*small, *site_races.races(small=True)]
    assert {kind(race.name) for race in measured} <= expected
    assert {kind(name) for name in races.growth(small=True)} <= expected


@pytest.mark.ci
def test_every_run_is_given_something_of_its_own():
    given = iter(range(6))
    seen: list[int] = []
    run(Race("work", seen.append, "peer", seen.append, prepare=given.__next__), 2)
    assert seen == [*range(6)]


def test_rates_and_times_are_compared_so_that_ratios_read_alike():
    rate = Race("work", print, "peer", print, amount=100, peer_amount=50, unit="games/s")
    assert line(rate, Times(ours=1.0, peer=1.0)) == "| work | peer | 100 games/s | 50 | 2.00 |  |"
    time = Race("work", print, "peer", print)
    assert line(time, Times(ours=0.002, peer=0.001)) == "| work | peer | 2.0 ms | 1.0 ms | 2.00 |  |"


def test_the_machine_is_named_without_its_host_name():
    assert machine().endswith(" cores")
