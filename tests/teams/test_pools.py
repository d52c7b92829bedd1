"""A limited pool passes through two pairs of eyes before it stands, and stays among those it concerns."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from core.records.audit import AuditEntry
from rules.arena.teamlist import TeamList as Document
from teams.lists.services import save_list
from teams.models import Pool, PoolState, TeamList
from teams.pools.services import (
    add_figures,
    confirm_pool,
    open_pool,
    register_pool,
    reopen_pool,
    replace_figures,
    take_out,
)
from tests.expected_errors import refused

FIGURES = ["ush", "bill-tell", "kivin", "kivin"]


@pytest.fixture
def pool(ana) -> Pool:
    return add_figures(pool=open_pool(owner=ana, name="Sealed"), figures=FIGURES)


@pytest.fixture
def judge(bo):
    bo.user_permissions.add(Permission.objects.get(codename="judge_pools"))
    return type(bo).objects.get(pk=bo.pk)


def entry(pool: Pool) -> str:
    return f"/pools/{pool.pk}/enter/{pool.code}/"


def test_a_pool_is_entered_registered_checked_and_locked(as_ana, as_bo, ana, bo):
    assert as_ana.post("/pools/", {"name": "Sealed in Lyon"}).status_code == 302
    pool = Pool.objects.get()
    for slug in ["ush", "kivin", "kivin", "bill-tell", "nox"]:
        as_bo.post(entry(pool), {"add": slug})
    as_bo.post(entry(pool), {"out": "kivin"})
    as_bo.post(entry(pool), {"register": "1"})
    pool.refresh_from_db()
    assert (pool.state, pool.registered_by) == (PoolState.REGISTERED, bo)
    as_ana.post(f"/pools/{pool.pk}/confirm/")
    pool.refresh_from_db()
    assert pool.is_locked
    assert pool.figures == ["ush", "kivin", "bill-tell", "nox"]
    assert set(AuditEntry.objects.values_list("action", flat=True)) == {"pool-registered", "pool-locked"}


def test_a_whole_set_is_entered_at_once(as_bo, pool):
    as_bo.post(entry(pool), {"expansion": "dark-heroes"})
    pool.refresh_from_db()
    assert len(pool.figures) == len(FIGURES) + 6


def test_with_htmx_an_entry_answers_with_the_figures_alone(as_bo, pool):
    page = as_bo.post(entry(pool), {"add": "nox"}, headers={"HX-Request": "true"})
    assert b"<html" not in page.content
    assert b"Nox" in page.content


def test_the_owner_does_not_register_their_own_pool(pool, ana):
    refused("own-pool", register_pool, pool=pool, by=ana)


def test_an_empty_pool_is_not_registered(ana, bo):
    refused("pool-empty", register_pool, pool=open_pool(owner=ana, name="x"), by=bo)


def test_only_the_owner_locks_it(as_bo, pool, bo):
    register_pool(pool=pool, by=bo)
    as_bo.post(f"/pools/{pool.pk}/confirm/")
    pool.refresh_from_db()
    assert not pool.is_locked


def test_what_is_wrong_goes_back_with_a_reason(as_ana, pool, bo):
    register_pool(pool=pool, by=bo)
    as_ana.post(f"/pools/{pool.pk}/send-back/", {"why": "one Kivin only"})
    pool.refresh_from_db()
    assert pool.is_open
    assert AuditEntry.objects.get(action="pool-sent-back").why == "one Kivin only"
    assert "has to be corrected: one Kivin only" in as_ana.get(f"/pools/{pool.pk}/").content.decode()


def test_the_figures_of_a_registered_pool_stand(pool, bo):
    register_pool(pool=pool, by=bo)
    refused("pool-not-open", add_figures, pool=pool, figures=["nox"])
    refused("pool-not-open", take_out, pool=pool, figure="ush")
    refused("pool-not-open", replace_figures, pool=pool, figures=[])


def test_a_pool_has_an_end_and_knows_its_figures(pool):
    refused("pool-too-large", add_figures, pool=pool, figures=["ush"] * 300)
    refused("unknown-figure", add_figures, pool=pool, figures=["nobody"])
    refused("not-in-pool", take_out, pool=pool, figure="nox")


def test_a_locked_pool_is_not_deleted(as_ana, pool, bo, ana):
    register_pool(pool=pool, by=bo)
    confirm_pool(pool=pool, by=ana)
    as_ana.post(f"/pools/{pool.pk}/delete/")
    assert Pool.objects.filter(pk=pool.pk).exists()


def test_a_judge_opens_a_locked_pool_with_a_reason(pool, ana, judge):
    register_pool(pool=pool, by=judge)
    confirm_pool(pool=pool, by=ana)
    refused("not-judge", reopen_pool, pool=pool, by=ana, why="mine")
    refused("reason-missing", reopen_pool, pool=pool, by=judge, why=" ")
    assert reopen_pool(pool=pool, by=judge, why="a booster was opened twice").is_open


def test_only_judges_find_the_form_that_reopens_a_pool(as_ana, client, pool, ana, judge):
    register_pool(pool=pool, by=judge)
    confirm_pool(pool=pool, by=ana)
    page, form = f"/pools/{pool.pk}/", reverse("teams:reopen-pool", args=[pool.pk])
    assert form not in as_ana.get(page).content.decode()
    client.force_login(judge)
    assert client.get(page).content.decode().count(f'action="{form}"') == 1
    client.post(form, {"why": "a booster was opened twice"})
    assert form not in client.get(page).content.decode()


def test_a_code_that_is_not_the_pools_opens_nothing(as_bo, pool):
    assert as_bo.get(f"/pools/{pool.pk}/enter/{'x' * 12}/").status_code == 404
    assert as_bo.post(f"/pools/{pool.pk}/enter/é/", {"add": "nox"}).status_code == 404


def test_once_registered_the_code_opens_nothing_for_others(client, pool, bo, django_user_model):
    register_pool(pool=pool, by=bo)
    client.force_login(django_user_model.objects.create_user("cy", "cy@example.org"))
    assert client.get(entry(pool)).status_code == 404


def test_only_judges_see_the_level_that_a_pool_allows(as_ana, client, pool, judge):
    assert as_ana.get(f"/pools/{pool.pk}/").context["reachable"] is None
    client.force_login(judge)
    assert client.get(f"/pools/{pool.pk}/").context["reachable"].level == 9


def test_the_builder_hides_from_players_how_high_the_pool_goes(as_ana, pool):
    page = as_ana.get(f"/teams/build/?format=limited&pool={pool.pk}&f=ush&f=kivin&f=kivin")
    assert [said.code for said in page.context["violations"]] == ["level-could-be-higher"]
    assert "bill-tell" not in page.context["violations"][0].mend
    assert "9" not in page.context["violations"][0].message + page.context["violations"][0].mend


def test_the_builder_offers_what_is_left_of_the_pool(as_ana, pool):
    page = as_ana.get(f"/teams/build/?format=limited&pool={pool.pk}&f=kivin")
    assert {card.card.slug for card in page.context["picks"].cards} == {"ush", "bill-tell", "kivin"}


def test_a_list_built_from_a_pool_keeps_the_pool(as_ana, ana, pool):
    answer = as_ana.post("/teams/save/", {"f": ["ush", "bill-tell"], "format": "limited", "pool": pool.pk})
    team = TeamList.objects.of(ana).get()
    assert (team.pool, team.from_pool) == (FIGURES, pool)
    assert f"pool={pool.pk}" in as_ana.get(answer.url).context["edit_url"]


def test_there_is_an_end_to_how_many_are_kept(ana, monkeypatch):
    monkeypatch.setattr("teams.pools.services.MOST_POOLS", 1)
    monkeypatch.setattr("teams.lists.services.MOST_LISTS", 1)
    open_pool(owner=ana, name="x")
    save_list(owner=ana, document=Document(("ush",)))
    refused("too-many-pools", open_pool, owner=ana, name="y")
    refused("too-many-lists", save_list, owner=ana, document=Document(("ush",)))
