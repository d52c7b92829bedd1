"""What the pages of an event are opened with; a module that needs another event has fixtures of its own."""

import pytest

from tests.tournaments import worlds
from tournaments.models import Event, Match


@pytest.fixture
def signed_in(client):
    def of(user):
        client.force_login(user)
        return client

    return of


@pytest.fixture
def match() -> Match:
    """Two players at table 1 of a published round."""
    return worlds.a_match()


@pytest.fixture
def event(match) -> Event:
    return match.round.event
