"""What the pages of an event are opened with."""

import pytest


@pytest.fixture
def signed_in(client):
    def of(user):
        client.force_login(user)
        return client

    return of
