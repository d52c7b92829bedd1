from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from judging.validator.kept import Validator
from tests.judging.hall import user


@pytest.fixture
def fake() -> Iterator[Validator]:
    validator = Validator("tests.judging.fake_validator")
    yield validator
    validator.close()


@pytest.fixture
def as_(client: Client) -> Callable[[str], Client]:
    def sign_in(name: str) -> Client:
        client.force_login(user(name))
        return client

    return sign_in
