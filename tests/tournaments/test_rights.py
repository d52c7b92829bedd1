"""What the staff may do who also play, and which queries that takes."""

import pytest

from tests.tournaments import worlds
from tournaments.models import Right, Role, rights_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return worlds.an_event()


def test_rights_are_read_in_one_query(event, django_assert_num_queries):
    owner = worlds.staff(event, Role.OWNER)
    rights_of(event, owner)
    with django_assert_num_queries(1):
        assert rights_of(event, owner) >= {Right.SEE_LISTS, Right.HEAR_APPEALS}


def test_another_head_judge_hearing_appeals_gives_players_no_right(event):
    owner, player = worlds.staff(event, Role.OWNER), worlds.a_user()
    event.registrations.create(user=player, lot=1)
    worlds.staff(event, Role.HEAD_JUDGE)
    assert Right.HEAR_APPEALS not in rights_of(event, owner)
    assert rights_of(event, player) == frozenset()
