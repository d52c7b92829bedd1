"""Pages and API while the database does not answer: 503, and the way back."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import InternalError, connection

from accounts.models import ApiToken
from core.database.errors import database_is_unavailable
from tests.cases import some_of
from tests.tournaments.worlds import a_user

ROOT = Path(__file__).resolve().parent.parent.parent
ASK = """
import json, sys
from django.test import Client
client = Client(raise_request_exception=False, headers={"Host": "localhost"})
client.cookies["sessionid"] = "a" * 32
form = {"login": "ana@example.org", "password": "a long password"}
answers = [client.get("/events/"), client.post("/accounts/login/", form), client.get("/api/v1/events/")]
print(json.dumps([[a.status_code, dict(a.headers), a.content.decode()] for a in answers]))
"""


@pytest.mark.ci
@pytest.mark.parametrize(
    "away", some_of(["postgres://site@127.0.0.1:1/site", "sqlite:////nowhere/at/all/site.sqlite3"])
)
def test_pages_and_api_answer_503_while_the_database_is_unavailable(tmp_path, away):
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DATABASE_URL": away}
    environment["DJANGO_SETTINGS_MODULE"] = "tests.settings"  # with static files as they are in the source
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", ASK]
    asked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    read, sent, api = json.loads(asked.stdout.splitlines()[-1])
    assert [status for status, *_ in (read, sent, api)] == [503, 503, 503]
    assert [headers["Retry-After"] for _, headers, _ in (read, sent, api)] == ["10", "10", "10"]
    assert read[1]["Refresh"] == "10"
    assert "Refresh" not in sent[1]
    assert "nothing was saved" in sent[2]
    assert json.loads(api[2])["code"] == "unavailable"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_ended_comes_back(client):
    client.raise_request_exception = False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (own,) = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [own])
    other.close()
    assert client.get("/events/").status_code in {200, 503}
    connection.close()
    assert client.get("/events/").status_code == 200


READ_ONLY = {
    "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
    "postgresql": ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off"),
}


@contextmanager
def read_only() -> Iterator[None]:
    """As after a failover, and on a disk that takes no more."""
    began, ended = READ_ONLY[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(began)
        try:
            yield
        finally:
            cursor.execute(ended)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_cannot_be_written_is_asked_again_later(client):
    client.raise_request_exception = False
    person = a_user()
    client.force_login(person)
    _row, secret = ApiToken.issue(owner=person, name="x", scopes=["read", "judging:write"])
    by_program = {"Authorization": f"Bearer {secret}"}
    with read_only():
        page = client.post("/teams/new/", {"name": "Mine", "figures": ["Bill Tell"]})
        api = client.generic("POST", "/api/v1/logs/", b"{}", content_type="application/json", headers=by_program)
        assert (page.status_code, api.status_code) == (503, 503)
        assert json.loads(api.content)["code"] == "unavailable"
    assert (
        client.generic("POST", "/api/v1/logs/", b"{}", content_type="application/json", headers=by_program).status_code
        == 202
    )


@pytest.mark.parametrize("code", ["53100", "53200", "58030", "XX000", "25006", "55P03", "40P01", "40001"])
def test_what_postgresql_may_do_in_a_moment_is_asked_again(code):
    """No room on the disk or in memory, a disk that fails, a file that may not grow; a standby; a lock that another
    holds, two that wait for each other."""
    error = InternalError("no")
    error.__cause__ = type("Error", (Exception,), {"sqlstate": code})()
    assert database_is_unavailable(error)


@pytest.mark.parametrize("code", ["23505", "42P01", ""])
def test_a_mistake_of_ours_is_no_absence_of_the_database(code):
    error = InternalError("no")
    error.__cause__ = type("Error", (Exception,), {"sqlstate": code})()
    assert not database_is_unavailable(error)
