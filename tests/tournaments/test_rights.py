"""What the staff may do who also play, and which queries that takes."""

import pytest

from tests.tournaments import worlds
from tournaments.models import Registration, Right, Role, Status, rights_of, roles_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return worlds.an_event()


def test_rights_are_read_in_one_query(event, django_assert_num_queries):
    owner = worlds.staff(event, Role.OWNER)
    rights_of(event, owner)
    with django_assert_num_queries(1):
        assert rights_of(event, owner) >= {Right.SEE_LISTS, Right.HEAR_APPEALS}


@pytest.mark.parametrize(
    ("status", "sees"), [(Status.REGISTERED, False), (Status.PENDING, False), (Status.WITHDRAWN, True)]
)
def test_staff_who_play_see_no_closed_lists(event, status, sees):
    for person in (worlds.staff(event, Role.OWNER), worlds.a_user(is_superuser=True)):
        Registration.objects.create(event=event, user=person, status=status, lot=person.pk)
        assert (Right.SEE_LISTS in rights_of(event, person)) == sees


def test_another_head_judge_hearing_appeals_gives_players_no_right(event):
    owner, player = worlds.staff(event, Role.OWNER), worlds.a_user()
    Registration.objects.create(event=event, user=player, lot=1)
    worlds.staff(event, Role.HEAD_JUDGE)
    assert roles_of(event, owner) == {Role.OWNER}
    assert rights_of(event, player) == frozenset()
