"""1.1.2 at an event: a limited list is built from the pool that its player locked."""

import pytest

from core.errors import Invalid
from core.privacy.personal_data import erase
from teams.models import Pool, TeamList
from tests.expected_errors import refused
from tests.tournaments.pools.steps import BEST, BOOSTERS, browser, locked_pool, page_of
from tests.tournaments.worlds import staff
from tournaments.lists.services import pools, submission
from tournaments.models import Event, SubmittedList
from tournaments.players.services import closing_lists
from tournaments.rounds.services import pairing

pytestmark = [pytest.mark.django_db, pytest.mark.check]


def test_lists_need_a_locked_pool(sealed, me, neighbour):
    judge = staff(sealed, "judge")
    refused("pool-not-locked", lambda: submission.submit_list(registration=me, who=me.user, figures=BEST))
    refused("pool-not-locked", lambda: submission.submit_list(registration=me, who=judge, figures=BEST))
    page = browser(me.user).get(f"/events/{sealed.slug}/my-list/")
    assert page.context["lacks_pool"]
    assert page_of(me) in page.content.decode()
    assert page_of(me) in browser(me.user).get(f"/events/{sealed.slug}/my-part/").content.decode()
    assert browser(judge).get(f"/events/{sealed.slug}/lists/").context["without_pool"] == 2
    locked_pool(me, neighbour.user)
    assert browser(judge).get(f"/events/{sealed.slug}/pools/").context["missing"] == 1


def test_a_list_is_built_only_from_the_locked_pool(me, neighbour):
    locked_pool(me, neighbour.user)
    submitted = submission.submit_list(registration=me, who=me.user, figures=BEST)
    assert (submitted.legal, submitted.pool) == (True, BOOSTERS)
    richer = submission.submit_list(registration=me, who=me.user, figures=["ush", "kivin", "oscar-kass"])
    assert "not-in-pool" in [error["code"] for error in richer.verdict["violations"]]


def test_a_list_naming_another_pool_is_refused(me, neighbour):
    locked_pool(me, neighbour.user)
    same = ["Nox", *BOOSTERS[:-1]]
    assert submission.submit_list(registration=me, who=me.user, figures=BEST, pool=same).legal
    other = [*BOOSTERS, "oscar-kass"]
    refused(
        "other-pool", lambda: submission.submit_list(registration=me, who=me.user, figures=BEST, pool=other), Invalid
    )


def test_unlocking_and_relocking_a_pool_rechecks_the_current_list(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    assert submission.submit_list(registration=me, who=me.user, figures=BEST).legal
    for figures, is_legal in ((BOOSTERS, True), (["ush", "kivin", "kivin", "bill-tell"], False)):
        pools.unlock_pool(registration=me, who=staff(sealed, "judge"), why="Nox was never opened")
        assert not me.lists.current().get().legal
        locked_pool(me, neighbour.user, figures)
        assert me.lists.current().get().legal == is_legal


def test_lists_without_locked_pool_are_illegal_at_the_deadline(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    submission.submit_list(registration=me, who=me.user, figures=BEST)
    pools.unlock_pool(registration=me, who=staff(sealed, "judge"), why="a booster was opened twice")
    closing_lists.close_lists(event_id=sealed.pk, who=staff(sealed))
    submitted = me.lists.current().get()
    assert not submitted.legal
    assert submitted.locked_at


def test_the_builder_offers_event_pools_to_their_owner(me, neighbour):
    pool = locked_pool(me, neighbour.user)
    mine = browser(me.user)
    page = mine.get(f"/teams/build/?format=limited&pool={pool.pk}")
    assert {pick.card.slug for pick in page.context["picks"].cards} == set(BOOSTERS)
    mine.post("/teams/save/", {"f": BEST, "format": "limited", "pool": pool.pk})
    saved = TeamList.objects.of(me.user).get()
    mine.post(f"/events/{me.event.slug}/my-list/", {"saved": saved.pk})
    assert SubmittedList.objects.current().get(registration=me).legal


def test_erasing_an_account_keeps_the_locked_list(sealed, me, neighbour):
    locked_pool(me, neighbour.user)
    submission.submit_list(registration=me, who=me.user, figures=BEST)
    closing_lists.close_lists(event_id=sealed.pk, who=staff(sealed))
    erase(me.user)
    me.refresh_from_db()
    assert me.pool is None
    assert me.lists.current().get().pool == BOOSTERS


@pytest.fixture
def begun(sealed, me, neighbour) -> Event:
    """Its first round is drafted."""
    Event.objects.filter(pk=sealed.pk).update(state="running", swiss_rounds=1)
    pairing.pair_round(event_id=sealed.pk, who=staff(sealed))
    return sealed


def test_publishing_needs_all_entered_pools_locked(begun, me, neighbour):
    keeper = staff(begun)
    locked_pool(neighbour, keeper)
    Pool.objects.filter(pk=pools.open_pool(registration=me, who=me.user).pk).update(figures=["ush"])
    here = f"/events/{begun.slug}/rounds/1/"
    assert browser(keeper).get(here).context["with_open_pool"] == [me]
    assert browser(keeper).post(f"{here}publish/").context["refusal"].code == "pools-not-locked"
    pools.register_pool(registration=me, who=keeper)
    pools.lock_pool(registration=me, who=me.user)
    browser(keeper).post(f"{here}publish/")
    assert begun.rounds.get().is_open


def test_the_unpublished_round_names_players_without_pools(begun, me, neighbour):
    keeper = staff(begun)
    here = f"/events/{begun.slug}/rounds/1/"
    assert browser(keeper).get(here).context["without_pool"] == []  # pools of paper
    locked_pool(neighbour, keeper)
    assert browser(keeper).get(here).context["without_pool"] == [me]
