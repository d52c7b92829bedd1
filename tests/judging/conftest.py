from collections.abc import Iterator

import pytest

from judging.validator.kept import Validator


@pytest.fixture
def fake() -> Iterator[Validator]:
    validator = Validator("tests.judging.fake_validator")
    yield validator
    validator.close()
