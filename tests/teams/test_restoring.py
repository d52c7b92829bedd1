"""A deleted list or pool is on no page, comes back as it was with one button, and goes for good after 30 days."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.database.deleted import RESTORED_WITHIN
from rules.arena.teamlist import TeamList as Document
from teams import privacy
from teams.lists.services import copy_team, save_list, set_like
from teams.models import Pool, PoolState, TeamList
from teams.tasks import delete_removed
from tests.teams.conftest import LEGAL

pytestmark = pytest.mark.django_db
LISTS, POOLS = "/teams/", "/pools/"


@pytest.fixture
def pool(ana) -> Pool:
    return Pool.objects.create(owner=ana, name="Sealed", figures=["bill-tell"])


def press(client: Client, name: str, row: TeamList | Pool) -> str:
    """The page after the button."""
    answer = client.post(reverse(f"teams:{name}", args=[row.pk]), follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def restored(client: Client, row: TeamList | Pool, page: str) -> str:
    """The page after the button "Restore" that this page shows."""
    name = "restore" if isinstance(row, TeamList) else "restore-pool"
    address = reverse(f"teams:{name}", args=[row.pk])
    assert re.search(rf'<form method="post" action="{address}">', page)
    return press(client, name, row)


def undoes(page: str, said: str, button: str) -> bool:
    """Whether the message that says this has the button."""
    return f'{said} <button class="button button-small">{button}</button></form></li>' in page


def test_a_deleted_list_comes_back_with_link_and_likes(client, as_ana, as_bo, bo, team):
    set_like(team=team, who=bo, liked=True)
    copied, link = copy_team(team=team, who=bo), team.get_public_url()
    page = press(as_ana, "delete", team)
    assert undoes(page, "“Stasis” deleted.", "Restore list")
    assert as_bo.get(link).status_code == as_ana.get(team.get_absolute_url()).status_code == 404
    assert "not public any more" in as_bo.get(copied.get_absolute_url()).content.decode()
    assert f'href="{link}"' not in as_bo.get(reverse("teams:public-teams")).content.decode()
    assert "“Stasis” restored." in restored(as_ana, team, page)
    assert as_bo.get(link).context["team"].likes_count == 1
    assert f'href="{link}"' in as_bo.get(copied.get_absolute_url()).content.decode()
    assert "Restore list" not in as_ana.get(LISTS).content.decode()


def test_a_second_press_changes_nothing(as_ana, team):
    page = press(as_ana, "delete", team)
    restored(as_ana, team, page)
    press(as_ana, "restore", team)
    assert TeamList.objects.get().name == "Stasis"
    assert as_ana.post(reverse("teams:delete", args=[team.pk])).status_code == 302
    assert as_ana.post(reverse("teams:delete", args=[team.pk])).status_code == 404


def test_a_list_whose_name_is_taken_gets_a_number(as_ana, ana, team):
    page = press(as_ana, "delete", team)
    save_list(owner=ana, document=Document(LEGAL, "Stasis"))
    assert "“Stasis (2)” restored." in restored(as_ana, team, page)


def test_a_full_shelf_takes_nothing_back(as_ana, team, monkeypatch):
    page = press(as_ana, "delete", team)
    monkeypatch.setattr("teams.lists.services.MOST_LISTS", 0)
    assert "maximum number of lists" in restored(as_ana, team, page)
    assert not TeamList.objects.exists()


def test_a_list_keeps_its_pool_when_both_come_back(as_ana, ana, pool):
    limited = Document(("bill-tell",), "Limited", "limited", pool=("bill-tell",))
    built = save_list(owner=ana, document=limited, from_pool=pool)
    page = press(as_ana, "delete-pool", pool)
    assert undoes(page, "“Sealed” deleted.", "Restore pool")
    assert as_ana.get(pool.get_absolute_url()).status_code == 404
    assert f"pool={pool.pk}" not in as_ana.get(built.get_absolute_url()).content.decode()
    assert "“Sealed” restored." in restored(as_ana, pool, page)
    assert f"pool={pool.pk}" in as_ana.get(built.get_absolute_url()).content.decode()


def test_nobody_enters_figures_into_a_deleted_pool(as_ana, as_bo, pool):
    enter = reverse("teams:enter-pool", args=[pool.pk, pool.code])
    assert as_bo.get(enter).status_code == 200
    press(as_ana, "delete-pool", pool)
    assert as_bo.get(enter).status_code == 404
    assert as_ana.get(f"/api/v1/pools/{pool.pk}/").status_code == 404


def test_a_locked_pool_is_still_not_deleted(as_ana, pool):
    Pool.objects.update(state=PoolState.LOCKED, locked_at=timezone.now())
    assert "A locked pool cannot be deleted" in press(as_ana, "delete-pool", pool)
    assert Pool.objects.exists()


def test_a_list_deleted_by_a_program_can_be_restored_too(as_ana, team):
    assert as_ana.delete(f"/api/v1/teams/{team.pk}/").status_code == 204
    restored(as_ana, team, as_ana.get(LISTS).content.decode())
    assert TeamList.objects.get() == team


def test_others_neither_see_nor_restore_what_was_deleted(as_ana, as_bo, team, pool):
    press(as_ana, "delete", team)
    press(as_ana, "delete-pool", pool)
    assert not any("Restore" in as_bo.get(page).content.decode() for page in (LISTS, POOLS))
    for name, row in (("restore", team), ("restore-pool", pool)):
        assert as_bo.post(reverse(f"teams:{name}", args=[row.pk])).status_code == 404


def test_what_was_deleted_goes_for_good_after_thirty_days(as_ana, team, pool):
    press(as_ana, "delete", team)
    press(as_ana, "delete-pool", pool)
    delete_removed()
    assert TeamList.with_deleted.count() == Pool.with_deleted.count() == 1
    for model in (TeamList, Pool):
        model.with_deleted.update(removed_at=timezone.now() - RESTORED_WITHIN)
    assert not any("Restore" in as_ana.get(page).content.decode() for page in (LISTS, POOLS))
    delete_removed()
    assert TeamList.with_deleted.count() == Pool.with_deleted.count() == 0


def test_an_export_holds_it_and_an_erasure_takes_it(as_ana, ana, team, pool):
    press(as_ana, "delete", team)
    press(as_ana, "delete-pool", pool)
    found = privacy.export(ana)
    assert [row["removed_at"] is not None for row in (*found["team_lists"], *found["pools"])] == [True, True]
    held = {str(row.what): row.held for row in privacy.stored_data(ana) if row.held}
    assert (held["Teams"], held["Pools"]) == ("1", "1")
    privacy.erase(ana)
    assert TeamList.with_deleted.count() == Pool.with_deleted.count() == 0
