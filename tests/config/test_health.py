"""/readyz says whether the site works: is a worker there, and how long does the oldest log wait."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.asgi import application
from config.health import HEARTBEAT, NotReady, worker
from config.tasks import heartbeat
from judging.logs.services.submission import submit_log
from judging.models import Submission
from tests.config.test_live import in_its_own_loop
from tests.tournaments import worlds


@pytest.mark.parametrize(("seconds", "status"), [(10, 200), (600, 503)])
def test_a_log_waiting_for_minutes_makes_the_site_unready(client, db, seconds, status):
    heartbeat()
    submit_log(content=b"{}", submitter=worlds.a_user())
    Submission.objects.update(queued_at=timezone.now() - timedelta(seconds=seconds))
    assert client.get("/readyz").status_code == status


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads small tables whole")
def test_monitoring_reads_unfinished_logs_alone(client, db):
    with CaptureQueriesContext(connection) as asked:
        client.get("/readyz")
    of_logs = [query["sql"] for query in asked if "judging_" in query["sql"]]
    with connection.cursor() as cursor:
        (plan,) = [cursor.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall() for sql in of_logs]
    assert "SEARCH judging_submission USING COVERING INDEX queue_in_turn" in str(plan)
    assert "SCAN" not in str(plan)


@pytest.fixture
def _a_broker_is_meant_to_be_there(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"


@pytest.mark.usefixtures("_a_broker_is_meant_to_be_there")
def test_a_worker_that_beats_is_seen():
    heartbeat()
    assert worker().startswith("seen")


@pytest.mark.usefixtures("_a_broker_is_meant_to_be_there")
@pytest.mark.parametrize("age", [None, 90])
def test_a_worker_that_is_missing_or_silent_is_reported(age):
    if age:
        cache.set(HEARTBEAT, timezone.now().timestamp() - age)
    with pytest.raises(NotReady):
        worker()


@pytest.mark.usefixtures("_a_broker_is_meant_to_be_there")
def test_a_broker_that_is_down_makes_the_site_unready(client, db):
    heartbeat()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["broker"]) == (503, "ConnectionError")


@pytest.mark.parametrize(("scheme", "stays"), [("http", None), ("https", b"max-age=60; includeSubDomains")])
def test_the_process_answers_for_itself_whatever_else_is_missing(settings, scheme, stays):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["arena.example"], True
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 60, True
    sent = []

    async def ask() -> None:
        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def nothing() -> dict[str, Any]:
            return {"type": "http.disconnect"}

        host = [(b"host", b"10.0.0.7:8000")]
        scope = {"type": "http", "method": "GET", "path": "/healthz", "scheme": scheme, "headers": host}
        await application(scope, nothing, send)

    in_its_own_loop(ask())
    assert (sent[0]["status"], sent[1]["body"]) == (200, b'{"ok": true}')
    assert dict(sent[0]["headers"]).get(b"strict-transport-security") == stays


@pytest.mark.parametrize("path", ["/readyz", "/"])
def test_an_answer_over_https_asks_browsers_to_stay_there(client, db, settings, path):
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 60, True
    client.handler.load_middleware()
    assert client.get(path, secure=True)["Strict-Transport-Security"] == "max-age=60; includeSubDomains"
    assert "Strict-Transport-Security" not in client.get(path)
