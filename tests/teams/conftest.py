"""Two people, and what they have."""

import pytest

from accounts.profile.models import User
from rules.arena.teamlist import TeamList as Document
from teams.lists.services import save_list, set_sharing

LEGAL = ("queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum")


@pytest.fixture
def ana(db) -> User:
    return User.objects.create_user("ana", "ana@example.org", "right horse", public_name="Ana Arcos")


@pytest.fixture
def bo(db) -> User:
    return User.objects.create_user("bo", "bo@example.org", "right horse", public_name="Bo Brown")


@pytest.fixture
def as_ana(client, ana):
    client.force_login(ana)
    return client


@pytest.fixture
def as_bo(bo):
    from django.test import Client

    client = Client()
    client.force_login(bo)
    return client


@pytest.fixture
def anas_list(ana):
    return save_list(owner=ana, document=Document(LEGAL, "Stasis", legality="season-2018-01"))


@pytest.fixture
def team(anas_list, ana):
    """Ana's, in the list of public teams."""
    return set_sharing(team=anas_list, who=ana, sharing="listed")
