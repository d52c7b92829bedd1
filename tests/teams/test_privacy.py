"""Nobody sees another person's list or pool, by any route: two worlds that differ only in it give the same bytes."""

import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from core.privacy import personal_data
from rules.arena.teamlist import TeamList as Document
from teams import api, urls
from teams.lists.services import save_list
from teams.models import LegalityProfile, Pool, TeamList
from teams.pools.services import add_figures, open_pool, register_pool
from tests.accounts.signed_in import come_in

SECRET = re.compile(rb"[A-Za-z0-9]{64}")  # a CSRF token differs in each answer
WRITES = ["post", "put", "patch", "delete"]


@pytest.fixture
def bos_things(bo):
    team = save_list(owner=bo, document=Document(("ush", "bill-tell"), "Bo's secret plan"))
    pool = add_figures(pool=open_pool(owner=bo, name="Bo's secret pool"), figures=["ush", "nox"])
    return team, pool


@pytest.fixture(params=["anonymous", "another player"])
def stranger(request, ana) -> Client:
    client = Client()
    if request.param == "another player":
        client.force_login(ana)
    return client


def routes(team, pool) -> list[str]:
    """Every address of this room, with the identifiers of the hidden things where it takes any."""
    found = []
    for pattern in [*urls.urlpatterns, *api.urlpatterns]:
        assert isinstance(pattern, URLPattern)
        assert pattern.name
        name = f"teams:{pattern.name}" if pattern in urls.urlpatterns else pattern.name
        of_legality = "profile" in name or "legality" in name
        values = {
            "pk": pool.pk if "pool" in name else team.pk,
            "code": "x" * 12,
            "slug": "none" if of_legality else "bill-tell",
            "name": "none",
            "format": "json",
            "kind": "board" if "of-game" in name else "text",
            "game": "blast",
            "form": "json",
            "digest": "x" * 12,
            "size": "small",
            "uuid": UUID(int=7),
        }
        wanted = pattern.pattern.converters or pattern.pattern.regex.groupindex
        found.append(reverse(name, kwargs={key: values[key] for key in wanted}))
    return [*found, f"/teams/build/?format=limited&pool={pool.pk}&team={team.pk}", "/me/data/"]


def answers(client: Client, paths: list[str]) -> dict[str, tuple[int, bytes]]:
    pages = {path: client.get(path) for path in paths}
    return {path: (page.status_code, SECRET.sub(b"", page.content)) for path, page in pages.items()}


def change_world(team, pool) -> None:
    TeamList.objects.filter(pk=team.pk).update(figures=["nox"], name="another plan", legality="season-2018-01")
    Pool.objects.filter(pk=pool.pk).update(figures=["kivin"], name="another pool")


def test_a_hidden_list_changes_no_page_of_others(stranger, bos_things):
    paths = routes(*bos_things)
    assert len(paths) >= 30
    before = answers(stranger, paths)
    change_world(*bos_things)
    assert answers(stranger, paths) == before


def test_the_owner_sees_the_two_worlds_differ(as_bo, bos_things):
    """The control: a test that compares nothing would pass for the owner too."""
    paths = routes(*bos_things)
    before = answers(as_bo, paths)
    change_world(*bos_things)
    after = answers(as_bo, paths)
    assert {path for path in paths if before[path] != after[path]} >= {"/teams/", "/api/v1/teams/", "/api/v1/pools/"}


@pytest.mark.parametrize("method", WRITES)
def test_nobody_changes_what_is_anothers(stranger, bos_things, method):
    team, pool = bos_things
    for path in routes(team, pool):
        getattr(stranger, method)(path, {"name": "x"} if method == "post" else None)
    team.refresh_from_db()
    pool.refresh_from_db()
    assert (team.name, team.figures) == ("Bo's secret plan", ["ush", "bill-tell"])
    assert (pool.figures, pool.state) == (["ush", "nox"], "open")


def test_saving_over_anothers_list_creates_an_own_one(as_ana, ana, bos_things):
    team, _pool = bos_things
    as_ana.post("/teams/save/", {"f": ["kivin"], "name": "Mine", "team": team.pk})
    assert TeamList.objects.of(ana).get().name == "Mine"
    team.refresh_from_db()
    assert team.figures == ["ush", "bill-tell"]


def test_a_persons_teams_are_exported_and_erased(as_bo, bo, ana, bos_things):
    _team, pool = bos_things
    register_pool(pool=pool, by=ana)
    LegalityProfile.objects.create(owner=bo, slug="bos", title="Bo's", expansions=["season-1"], note="call Bo")
    come_in(as_bo, bo)
    mine = as_bo.post("/me/data/").json()["teams"]
    assert mine["team_lists"][0]["name"] == "Bo's secret plan"
    assert mine["pools"][0]["figures"] == ["ush", "nox"]
    personal_data.erase(bo)
    assert not TeamList.objects.exists()
    assert not Pool.objects.exists()
    assert LegalityProfile.objects.get().note == ""
