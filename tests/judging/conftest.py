from collections.abc import Callable, Iterator
from unittest import mock

import pytest
from django.test import Client

from judging.logs.validator.process import Validator
from judging.logs.wake_up import worker_notifier
from judging.models import Case
from tests.judging.people import a_case, post, table_1, user
from tournaments.results.services.reporting import confirm_result, report_result
from tournaments.results.services.scores import Score


@pytest.fixture
def as_(client: Client) -> Callable[[str], Client]:
    def sign_in(name: str) -> Client:
        client.force_login(user(name))
        return client

    return sign_in


@pytest.fixture
def case(fake: Validator, client: Client) -> Case:
    """Ana's invalid log, taken by the judge Jo."""
    found = a_case(fake)
    post(client, "jo", "claim", found)
    return found


@pytest.fixture
def wake_ups() -> Iterator[mock.Mock]:
    """Counts how often the workers are woken up."""
    with mock.patch.object(worker_notifier, "notify") as notify:
        yield notify


@pytest.fixture
def settled(case: Case) -> None:
    """Both players have said that Ana won."""
    report_result(match_id=table_1().pk, who=user("ana"), score=Score.duel("a", 8, 0))
    confirm_result(match_id=table_1().pk, who=user("bo"), seen_version=table_1().version)
