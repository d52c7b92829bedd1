"""The report of a log stays the same byte for byte; where a change is meant, `python -m tests.golden.record`."""

import gc
import json
from collections import Counter
from itertools import zip_longest
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rules.games import replay
from tests.golden import record as command
from tests.golden.reports import FILE, MADE_UP, Recorded, answer, engine_of, recorded, write
from tools.selfplay.game import random_game

CHUNKS = 8
SCHEMA = "rules/arena/data/krosmaster-report-{}.schema.json"


def first_difference(expected: str, found: str) -> str:
    pairs = zip_longest(expected.splitlines(), found.splitlines(), fillvalue="(nothing)")
    return next(
        (
            f"line {number}: expected {was.strip()}, found {now.strip()}"
            for number, (was, now) in enumerate(pairs, start=1)
            if was != now
        ),
        "the ends of lines",
    )


def differences(records: tuple[Recorded, ...], file: Path = FILE) -> list[str]:
    answers = ((record, answer(record.log, file)) for record in records)
    return [
        f"{each.name}: {first_difference(each.report, found)}{advice(each.report, found)}"
        for each, found in answers
        if found != each.report
    ]


def advice(was: str, now: str) -> str:
    """What to do if the change is meant: stored reports are only made again when the engine has another number."""
    if engine_of(was) != engine_of(now):
        return "; if it is meant, run python -m tests.golden.record"
    return f"; if it is meant, raise `engine` ({engine_of(now)}) in its laws, then run python -m tests.golden.record"


@pytest.mark.parametrize("chunk", [0, *(pytest.param(chunk, marks=pytest.mark.check) for chunk in range(1, CHUNKS))])
def test_every_recorded_log_gets_its_recorded_report(chunk: int) -> None:
    assert differences(recorded()[chunk::CHUNKS]) == []


@pytest.mark.parametrize("chunk", [0, *(pytest.param(chunk, marks=pytest.mark.check) for chunk in range(1, CHUNKS))])
def test_every_log_with_made_up_cards_gets_its_recorded_report(chunk: int) -> None:
    assert differences(recorded(MADE_UP)[chunk::CHUNKS], MADE_UP) == []


@pytest.mark.check
def test_a_replayed_game_is_not_left_to_the_garbage_collector() -> None:
    """Compiled, a function that is defined inside another and uses its game would keep it."""
    logs = [json.dumps(random_game(f"collected/{number}")).encode() for number in range(5)]
    for log in logs:  # what is kept for later games is kept now
        replay(log)
    gc.collect()
    gc.disable()
    try:
        for log in logs:
            replay(log)
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.ci
def test_every_recorded_report_fits_its_schema() -> None:
    of_duels, of_tables = (Draft202012Validator(json.loads(Path(SCHEMA.format(n)).read_text())) for n in (1, 2))
    for record in recorded() + recorded(MADE_UP):
        report = json.loads(record.report)
        (of_tables if "winners" in report else of_duels).validate(report)
        proof = report["proof"]
        assert sum(proof[name] for name in ("proved", "believed", "unchecked", "faulty")) == report["actions"]


def test_the_record_holds_many_logs_of_every_verdict_once_each() -> None:
    names = [record.name for record in recorded() + recorded(MADE_UP)]
    assert len(set(names)) == len(names) >= 400
    verdicts = Counter(record.report.split('"verdict": "')[1].split('"')[0] for record in recorded())
    assert min(verdicts[name] for name in ("valid", "unverified", "invalid", "malformed")) >= 20


def test_a_difference_is_reported_with_the_log_and_the_line() -> None:
    one = recorded()[0]
    other = Recorded(one.name, one.log, one.report.replace('"verdict": "', '"verdict": "in'))
    (reported,) = differences((other,))
    assert reported.startswith(f"{one.name}: line 2: expected")


def test_a_difference_asks_for_another_number_of_the_engine() -> None:
    one = next(each for each in recorded() if '"invalid"' in each.report)
    same = Recorded(one.name, one.log, one.report.replace('"verdict": "', '"verdict": "in'))
    former = Recorded(one.name, one.log, one.report.replace('"engine": "', '"engine": "former-'))
    (asked,), (raised,) = differences((same,)), differences((former,))
    assert f"raise `engine` ({engine_of(one.report)})" in asked
    assert "raise `engine`" not in raised
    assert "tests.golden.record" in asked
    assert "tests.golden.record" in raised


def test_recording_anew_lists_what_is_said_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    malformed, other = (
        next(each for each in recorded() if said in each.report) for said in ('"malformed"', '"invalid"')
    )
    otherwise = Recorded(malformed.name, malformed.log, '{"verdict": "valid", "findings": []}')
    write(
        [otherwise, Recorded(other.name, other.log, other.report.replace('"engine": "', '"engine": "x'))],
        file := tmp_path / "file",
    )
    command.record(file, ())
    code = json.loads(malformed.report)["findings"][0]["code"]
    assert capsys.readouterr().out.splitlines() == [
        f"changed: {malformed.name}: valid -> malformed {code}",
        "file: 2 logs, 2 reports changed (1 of them neither in verdict nor first error), 0 logs added",
    ]
    assert recorded.__wrapped__(file) == (malformed, other)
    write([Recorded(other.name, other.log, other.report.replace('"invalid"', '"valid"'))], tmp_path / "as_before")
    command.record(tmp_path / "as_before", ())
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == f"the number of {engine_of(other.report)} is as before: raise `engine` and record again"
