"""An event whose players build their lists from sealed boosters."""

import pytest

from tests.tournaments.worlds import a_player, an_event
from tournaments.models import Event, Registration


@pytest.fixture
def sealed() -> Event:
    return an_event("check-in", team_format="limited", limited_kind="sealed", lists_required=True)


@pytest.fixture
def me(sealed) -> Registration:
    return a_player(sealed)


@pytest.fixture
def neighbour(sealed) -> Registration:
    return a_player(sealed)
