"""Two windows at the same moment, on SQLite as on PostgreSQL, each with its negative control: the guard off."""

from unittest import mock

import pytest

from core.errors import Refused
from rules.arena.teamlist import TeamList as Document
from teams.lists.services import copy_team, save_list, set_like, set_sharing
from teams.models import Pool, TeamLike, TeamList
from teams.pools.services import add_figures, confirm_pool, delete_pool, open_pool
from tests.tournaments.races import Interruption, at_once, both_wait_after, error_codes, is_clean

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pool(ana) -> Pool:
    return open_pool(owner=ana, name="Sealed")


def enter_two(pool, add) -> tuple[list, int]:
    with both_wait_after("teams.pools.services.slugs_of"):
        answers = at_once(*[lambda slug=slug: add(pool=pool, figures=[slug]) for slug in ("ush", "kivin")])
    pool.refresh_from_db()
    return answers, len(pool.figures)


def save_two(owner, save) -> list:
    with both_wait_after("teams.lists.services._free_name"):
        return at_once(*[lambda: save(owner=owner, document=Document(("ush",), "Stasis"))] * 2)


def test_two_figures_entered_at_once_are_both_kept(pool):
    answers, kept = enter_two(pool, add_figures)
    assert is_clean(answers)
    assert kept == 2


def test_without_the_lock_one_of_two_figures_would_be_lost(pool):
    with mock.patch("teams.pools.services.locked_row", lambda pool: Pool.objects.get(pk=pool.pk)):
        _answers, kept = enter_two(pool, add_figures.__wrapped__)
    assert kept == 1


def test_two_lists_saved_at_once_get_two_names(ana):
    assert is_clean(save_two(ana, save_list))
    assert set(TeamList.objects.values_list("name", flat=True)) == {"Stasis", "Stasis (2)"}


def test_without_the_lock_one_of_two_lists_is_lost(ana):
    with mock.patch("teams.lists.services.User"):
        answers = save_two(ana, save_list.__wrapped__)
    assert not is_clean(answers)
    assert TeamList.objects.count() == 1


def open_two(owner, opens) -> list:
    with (
        both_wait_after("teams.pools.services._refuse_many"),
        mock.patch("teams.pools.services.MOST_POOLS", 1),
    ):
        return at_once(*[lambda: opens(owner=owner, name="Sealed")] * 2)


def test_two_pools_opened_at_once_do_not_pass_the_limit(ana):
    answers = open_two(ana, open_pool)
    assert is_clean(answers)
    assert error_codes(answers) == ["too-many-pools"]
    assert Pool.objects.count() == 1


def test_without_the_lock_two_pools_pass_the_limit(ana):
    with mock.patch("teams.pools.services.User"):
        assert not error_codes(open_two(ana, open_pool.__wrapped__))
    assert Pool.objects.count() == 2


def delete_while_it_is_locked(pool, delete) -> list:
    Pool.objects.filter(pk=pool.pk).update(state="registered", figures=["ush"])
    hold = Interruption("teams.pools.services._refuse_locked")
    with hold.armed():
        return at_once(
            lambda: delete(pool=pool), hold.meanwhile(lambda: confirm_pool(pool=pool, by=pool.owner).is_locked)
        )


def test_a_pool_that_is_being_deleted_is_not_locked(pool):
    answers = delete_while_it_is_locked(pool, delete_pool)
    assert is_clean(answers)
    assert error_codes(answers) == ["pool-deleted"]


def test_without_the_lock_a_locked_pool_is_deleted(pool):
    with mock.patch("teams.pools.services.locked_row", lambda pool: Pool.objects.get(pk=pool.pk)):
        answers = delete_while_it_is_locked(pool, delete_pool.__wrapped__)
    assert answers == [None, True]
    assert not Pool.objects.exists()


@pytest.fixture
def shared(ana, anas_list) -> TeamList:
    return set_sharing(team=anas_list, who=ana, sharing="link")


def like_twice(team, who, like) -> list:
    with both_wait_after("teams.lists.services._refuse_many"):
        return at_once(*[lambda: like(team=team, who=who, liked=True)] * 2)


def test_two_likes_of_one_person_at_once_count_one(shared, bo):
    assert is_clean(like_twice(shared, bo, set_like))
    assert TeamLike.objects.count() == 1


def test_without_the_lock_a_second_like_would_break_the_page(shared, bo):
    with mock.patch("teams.lists.services._public_row", lambda team: team):
        assert not is_clean(like_twice(shared, bo, set_like.__wrapped__))


def test_a_like_of_a_meanwhile_deleted_team_is_refused(shared, bo):
    team = TeamList.objects.get(pk=shared.pk)
    shared.delete()
    with pytest.raises(Refused):
        set_like(team=team, who=bo, liked=True)
    with pytest.raises(Refused):
        copy_team(team=team, who=bo)
