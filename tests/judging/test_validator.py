"""The child process that reads strangers' logs, and the one that keeps it."""

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from judging.logs.models import DIGEST_LENGTH
from judging.logs.validator.process import Validator, ValidatorDied
from rules.arena.facts_document import content_of
from rules.games import replay
from tests.rules.logs import PLACED, do, document
from tools.selfplay.game import random_game

POWERS = ("dodge", "lock")


@pytest.fixture
def fake() -> Iterator[Validator]:
    """A fresh one: it dies here in many ways."""
    validator = Validator("tests.judging.fake_validator")
    yield validator
    validator.close()


def wish(what: str) -> bytes:
    return json.dumps({"wish": what}).encode()


def test_one_child_answers_many_logs(fake):
    assert len({fake.validate(b"{}")["pid"] for _ in range(5)}) == 1


def test_the_answer_names_the_data_it_stands_on(fake):
    assert len(fake.validate(b"{}")["data_version"]) == 12


@pytest.mark.check
@pytest.mark.parametrize("death", ["crash", "raise", "eat"])
def test_a_log_that_kills_a_fresh_child_is_an_answer(fake, death):
    with pytest.raises(ValidatorDied) as died:
        fake.validate(wish(death))
    assert died.value.reason == "crash"


@pytest.mark.check
def test_the_child_can_write_no_byte_to_any_file(fake, tmp_path):
    path = tmp_path / "written-by-the-child"
    with pytest.raises(ValidatorDied):
        fake.validate(json.dumps({"wish": "write", "path": str(path)}).encode())
    assert not path.exists() or path.read_bytes() == b""


@pytest.mark.check
def test_after_a_death_the_next_log_is_answered(fake):
    with pytest.raises(ValidatorDied):
        fake.validate(wish("crash"))
    assert fake.validate(b"{}")["report"]["verdict"] == "valid"


@pytest.mark.check
def test_a_log_is_not_blamed_for_what_another_left_behind(fake):
    fake.validate(b"{}")
    fake.child.kill()
    assert fake.validate(b"{}")["report"]["verdict"] == "valid"


def test_a_log_is_not_blamed_when_its_child_is_killed(fake, tmp_path):
    """As the kernel does when memory is short: the log had no part in it."""
    go_on = tmp_path / "go-on"
    with ThreadPoolExecutor(1) as side:
        answer = side.submit(fake.validate, json.dumps({"wish": "hang", "until": str(go_on)}).encode())
        while fake.child is None and not answer.done():
            continue
        fake.child.kill()
        go_on.touch()
        assert answer.result()["report"]["verdict"] == "valid"


@pytest.mark.check
def test_a_log_that_takes_too_long_hits_the_wall_limit():
    impatient = Validator("tests.judging.fake_validator", wall_seconds=1)
    with pytest.raises(ValidatorDied) as died:
        impatient.validate(wish("hang"))
    assert died.value.reason == "time"


@pytest.mark.ci
def test_a_log_that_loops_hits_the_processor_limit():
    hurried = Validator("tests.judging.short_limit_validator", wall_seconds=600)
    with pytest.raises(ValidatorDied) as died:
        hurried.validate(wish("spin"))
    assert died.value.reason == "crash"


def test_an_abandoned_answer_is_not_given_to_the_next_log(fake, tmp_path):
    """Celery's time limit interrupts a task anywhere, as after a machine stood still."""
    go_on = tmp_path / "go-on"
    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    with pytest.raises(Interrupted):
        fake.validate(json.dumps({"wish": "hang", "until": str(go_on)}).encode())
    go_on.touch()
    assert "environment" in fake.validate(wish("environment"))


class Interrupted(Exception):
    pass


def interrupt(*_signal: object) -> None:
    raise Interrupted


def test_the_child_is_given_no_secret(fake, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "do-not-tell")
    monkeypatch.setenv("DATABASE_URL", "postgres://user:password@host/db")
    reported = fake.validate(wish("environment"))["environment"]
    assert set(reported) <= {"LANG", "PYTHONDONTWRITEBYTECODE", "LC_CTYPE"}


def test_what_the_rules_print_is_no_answer(fake):
    assert fake.validate(wish("print"))["report"]["verdict"] == "valid"
    assert fake.validate(b"{}")["report"]["verdict"] == "valid"


@pytest.mark.check
def test_a_child_is_replaced_after_its_share_of_logs(fake, monkeypatch):
    monkeypatch.setattr("judging.logs.validator.process.LOGS_A_CHILD", 2)
    pids = [fake.validate(b"{}")["pid"] for _ in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


@pytest.fixture(scope="module")
def engine() -> Iterator[Validator]:
    validator = Validator()
    yield validator
    validator.close()


def test_no_answer_holds_a_sign_that_a_database_refuses(engine):
    """NUL and half a surrogate pair may stand in the name of a field, and so in the pointer to it."""
    answer = json.dumps(engine.validate(b'{"\\u0000\\ud800": 1e999}'))
    assert "\\u0000" not in answer
    assert "\\ud800" not in answer


def test_the_answer_of_the_child_is_that_of_the_rules(engine):
    content = json.dumps(random_game("told the same by both")).encode()
    answer = engine.validate(content)
    assert answer["report"] == replay(content).as_dict()
    assert len(answer["steps"]) == DIGEST_LENGTH * answer["report"]["actions"]


def test_the_child_takes_corrections_from_its_keeper_alone(engine):
    content = json.dumps(document(*PLACED, do("correct", set={"kamas": {"A": 9}}, reason="a test"))).encode()
    assert engine.validate(content)["report"]["findings"][0]["code"] == "correct-not-allowed"
    assert engine.validate(content, corrections=[len(PLACED)])["report"]["findings"][0]["code"] == "corrected"
    assert engine.validate(content)["report"]["findings"][0]["code"] == "correct-not-allowed"


@pytest.mark.check
def test_one_child_checks_each_log_against_its_own_facts():
    validator = Validator()
    documents = [content_of([{"kind": "text", "slug": "goultard", "body": {"powers": [power]}}]) for power in POWERS]
    game = json.dumps(random_game(3)).encode()
    try:
        answers = [validator.validate(game, facts)["report"].get("facts") for facts in (*documents, b"", *documents)]
        digests = [json.loads(each)["digest"] for each in documents]
        assert answers == [*digests, None, *digests]
        assert validator.answered == 5
    finally:
        validator.close()
