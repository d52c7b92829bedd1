"""The API gives the same answers as the commands and the pages."""

import io
import json

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.tokens.models import ApiToken
from rules.games import DEFAULT
from teams.models import Pool, TeamList
from teams.pools.services import open_pool

LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
DOCUMENT = {
    "format": "krosmaster-team/1",
    "name": "Stasis",
    "team_format": "constructed",
    "legality": "season-2018-01",
    "figures": LEGAL,
    "pool": None,
}
LISTS = {
    "legal": DOCUMENT,
    "illegal": DOCUMENT | {"figures": ["percedal", "percedal-percylax", "gein", "katar"]},
    "limited": DOCUMENT | {"team_format": "limited", "figures": ["ush"] * 2, "pool": ["ush", "ush", "kivin", "nox"]},
    "four players": DOCUMENT | {"team_format": "four-player", "figures": ["bill-tell", "bill-tell"]},
    "unknown figure": DOCUMENT | {"figures": ["bil-tel"]},
    "not a document": [],
    "ten thousand figures": DOCUMENT | {"figures": ["ush"] * 10_000},
}
BYTES = {
    "broken": b"{",
    "empty": b"",
    "NaN": b'{"figures": [NaN]}',
    "twice": b'{"format": 1, "format": 2}',
    "deep": b"[" * 10_000,
    "not UTF-8": b'"\xff"',
    "5 MB": b'{"name": "' + b"x" * 5_000_000 + b'"}',
}


def post(client, path, body, content_type="application/json"):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(path, data, content_type=content_type)


@pytest.mark.parametrize(
    "data", [*(json.dumps(d).encode() for d in LISTS.values()), *BYTES.values()], ids=[*LISTS, *BYTES]
)
def test_a_check_answers_as_the_command_does(client, db, tmp_path, data):
    file = tmp_path / "team.json"
    file.write_bytes(data)
    out = io.StringIO()
    try:
        call_command("validate_team", str(file), "--json", stdout=out)
    except SystemExit as leaving:
        assert leaving.code == 1
    said = json.loads(out.getvalue())
    del said["file"]
    answer = post(client, "/api/v1/teams/check/", data)
    assert (answer.status_code, answer.json()) == (200, said)


def test_a_check_reads_the_text_form(client, db):
    answer = post(client, "/api/v1/teams/check/", b"2x Bill Tell\nRoi Nidas\n", "text/plain")
    assert answer.json()["level"] == 10


def test_a_check_knows_the_lists_of_organisers(client, db, ana):
    from teams.models import LegalityProfile

    LegalityProfile.objects.create(owner=ana, slug="lyon", title="Lyon", expansions=["dark-heroes"])
    answer = post(client, "/api/v1/teams/check/", DOCUMENT | {"legality": "lyon"})
    assert {violation["code"] for violation in answer.json()["violations"]} == {"expansion-not-legal"}


def test_cards_are_searched_and_read(client, db):
    assert len(client.get("/api/v1/cards/").json()) == len(DEFAULT.catalogue().cards)
    assert [card["slug"] for card in client.get("/api/v1/cards/?q=roi nidas").json()] == ["king-nidas"]
    assert client.get("/api/v1/cards/necrose/").json()["boss"] is None
    assert client.get("/api/v1/cards/grougaloragran-old/").json()["ap"] is None
    assert client.get("/api/v1/cards/nobody/").status_code == 404


def test_legality_profiles_are_read(client, db):
    names = [profile["name"] for profile in client.get("/api/v1/legality/").json()]
    assert names[0] == "none"
    assert "henual" in client.get("/api/v1/legality/season-2018-01/").json()["banned"]
    assert client.get("/api/v1/legality/nothing/").status_code == 404


def test_lists_are_saved_changed_and_deleted(as_ana, ana):
    made = post(as_ana, "/api/v1/teams/", {"document": DOCUMENT})
    assert made.status_code == 201
    assert made.json()["verdict"]["verdict"] == "legal"
    path = f"/api/v1/teams/{made.json()['id']}/"
    changed = as_ana.put(path, {"document": DOCUMENT | {"figures": LEGAL[:3]}}, content_type="application/json")
    assert changed.json()["document"]["figures"] == LEGAL[:3]
    assert as_ana.delete(path).status_code == 204
    assert not TeamList.objects.of(ana).exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"document": DOCUMENT | {"format": "x"}}, "wrong-format"),
        ({"document": DOCUMENT | {"figures": [1]}}, "wrong-type"),
        ({"document": []}, "wrong-type"),
        ({}, "wrong-type"),
        ([], "wrong-type"),
    ],
)
def test_a_list_that_cannot_be_read_is_not_saved(as_ana, body, code):
    answer = post(as_ana, "/api/v1/teams/", body)
    assert answer.status_code == 400
    assert code in {fault["code"] for fault in answer.json()["fields"]["document"]}
    assert not TeamList.objects.exists()


def test_a_list_with_a_figure_nobody_knows_is_not_saved(as_ana):
    answer = post(as_ana, "/api/v1/teams/", {"document": DOCUMENT | {"figures": ["nobody"]}})
    assert (answer.status_code, answer.json()["code"]) == (409, "unknown-figure")


def test_a_list_without_end_is_not_saved(as_ana):
    answer = post(as_ana, "/api/v1/teams/", {"document": DOCUMENT | {"figures": ["ush"] * 10_000}})
    assert (answer.status_code, answer.json()["code"]) == (409, "list-too-large")


def test_a_pool_is_entered_registered_and_locked(as_ana, as_bo):
    made = post(as_ana, "/api/v1/pools/", {"name": "Sealed", "figures": ["ush", "Roi Nidas"]}).json()
    assert made["figures"] == ["ush", "king-nidas"]
    pool = Pool.objects.get()
    path = f"/api/v1/pools/{pool.pk}/"
    assert as_bo.get(path).status_code == 404
    assert post(as_bo, f"{path}register/", {"code": "guess"}).status_code == 404
    assert post(as_bo, f"{path}register/", {"code": pool.code}).json()["state"] == "registered"
    assert post(as_bo, f"{path}confirm/", {}).json()["code"] == "not-owner"
    assert post(as_ana, f"{path}confirm/", {}).json()["state"] == "locked"


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "figures": ["nobody"]},
        {"name": "x", "figures": ["ush"] * 301},
        {},
        [],
        {"name": "x", "figures": [{}]},
    ],
)
def test_a_pool_that_makes_no_sense_is_not_kept(as_ana, body):
    assert post(as_ana, "/api/v1/pools/", body).status_code in (400, 409)
    assert not Pool.objects.exists()


@pytest.mark.parametrize("path", ["/api/v1/teams/", "/api/v1/pools/"])
def test_what_is_private_asks_who_it_is(client, db, path):
    assert client.get(path).status_code in (401, 403)
    assert post(client, path, {}).status_code in (401, 403)


def test_a_token_needs_the_scope_of_teams_to_write(ana):
    open_pool(owner=ana, name="x")
    _row, reading = ApiToken.issue(owner=ana, name="r", scopes=["read"])
    _row, writing = ApiToken.issue(owner=ana, name="w", scopes=["read", "teams:write"])
    body = {"document": DOCUMENT}
    assert Client(headers={"Authorization": f"Bearer {reading}"}).get("/api/v1/pools/").json()["count"] == 1
    assert post(Client(headers={"Authorization": f"Bearer {reading}"}), "/api/v1/teams/", body).status_code == 403
    assert post(Client(headers={"Authorization": f"Bearer {writing}"}), "/api/v1/teams/", body).status_code == 201


def test_1_1_2_b_saved_lists_hide_the_pools_level(as_ana, ana):
    answer = post(as_ana, "/api/v1/teams/", {"document": LISTS["limited"] | {"figures": ["ush", "ush", "kivin"]}})
    for body in (answer.json(), as_ana.get(f"/api/v1/teams/{TeamList.objects.of(ana).get().pk}/").json()):
        assert body["verdict"]["reachable"] is None
        (fault,) = [one for one in body["verdict"]["violations"] if one["code"] == "level-could-be-higher"]
        assert "Nox" not in json.dumps(fault) and "allows more" in fault["message"]


def test_a_list_for_four_is_saved(as_ana, ana):
    answer = post(as_ana, "/api/v1/teams/", {"document": LISTS["four players"]})
    assert (answer.status_code, TeamList.objects.of(ana).get().team_format) == (201, "four-player")
    assert answer.json()["verdict"]["verdict"] == "legal"
