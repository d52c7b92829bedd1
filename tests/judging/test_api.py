"""Logs in and verdicts out for programs."""

import datetime as dt
import uuid

import pytest
from django.utils import timezone

from judging.logs.services.worker import work_one
from judging.models import Case, Submission
from tests.judging.people import INVALID, a_case, a_hall, judged, table_1, user
from tests.tournaments import worlds
from tournaments.models import Role, Staff

pytestmark = pytest.mark.django_db
LOGS = "/api/v1/logs/"
LOG = b'{"verdict": "valid"}'


@pytest.fixture(autouse=True)
def hall():
    return a_hall()


@pytest.fixture
def post(client):
    def post_as(name: str, content: bytes = LOG, match: object = "", **headers: str):
        client.force_login(user(name))
        sent = {key.replace("_", "-"): value for key, value in headers.items()}
        query = f"?match={match}" if match else ""
        return client.post(LOGS + query, content, content_type="application/json", headers=sent)

    return post_as


def test_submitting_a_log_answers_202_with_its_address(client, post, fake):
    answer = post("ana", match=table_1().pk)
    assert (answer.status_code, answer.json()["state"], answer.json()["verdict"]) == (202, "queued", None)
    work_one(fake)
    body = client.get(answer["Location"]).json()
    assert (body["state"], body["verdict"]) == ("done", "valid")
    (report,) = client.get(body["reports"]).json()
    assert (report["current"], report["report"]["verdict"]) == (True, "valid")


def test_the_bytes_are_not_parsed_on_the_way_in(post):
    odd = b'{"a": NaN, "a": [[[['
    assert post("ana", odd).status_code == 202
    assert bytes(Submission.objects.get().content) == odd


def test_the_same_key_and_bytes_are_the_same_log(post):
    first, second = (post("ana", Idempotency_Key="k").json()["id"] for _ in range(2))
    assert first == second
    assert post("ana", Idempotency_Key="again").json()["id"] == first
    for key in ("k", "again"):
        other = post("ana", b"{}", Idempotency_Key=key)
        assert (other.status_code, other.json()["code"]) == (409, "key-reused")


def logs_of(name: str, match: object, number: int) -> None:
    """As many logs as somebody may have submitted before."""
    one = {"submitter": user(name), "match": match, "size": 1, "source": "page", "content": b"x"}
    Submission.objects.bulk_create(Submission(key=str(n), sha256=str(n), **one) for n in range(number))


def test_the_twenty_first_log_of_a_match_is_refused(client, post):
    match = table_1()
    logs_of("ana", match, 19)
    assert post("ana", match=match.pk).status_code == 202
    answer = post("ana", b"{}", match=match.pk)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-logs")
    assert client.post(f"/matches/{match.pk}/logs/new/", {"text": "{}"}).status_code == 429
    assert post("bo", b"{}", match=match.pk).status_code == 202


def test_the_sixty_first_log_without_a_match_is_refused(client, post):
    logs_of("ana", None, 59)
    assert post("ana").status_code == 202
    answer = post("ana", b"{}")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-logs")
    assert client.post("/logs/new/", {"text": "{}"}).status_code == 429
    Submission.objects.update(received_at=timezone.now() - dt.timedelta(minutes=61))
    assert post("ana", b"{}").status_code == 202


@pytest.mark.parametrize("address", ["/api/v1/logs/", "/api/v1/cases/", "/api/v1/cases/{id}/"])
def test_the_schema_shows_examples(client, address):
    read = client.get("/api/schema/", {"format": "json"}).json()["paths"][address]["get"]
    assert read["responses"]["200"]["content"]["application/json"]["examples"]


@pytest.mark.parametrize(
    ("content", "headers", "status", "code"),
    [
        (b"", {}, 400, "empty"),
        (b"x" * (2 * 1024 * 1024 + 1), {}, 413, "too-large"),
        (b"x", {"Content_Encoding": "gzip"}, 415, "compressed"),
        (b"x", {"Idempotency_Key": "k" * 201}, 400, "key-too-long"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_code(post, content, headers, status, code):
    answer = post("ana", content, **headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Submission.objects.exists()


@pytest.mark.parametrize("match", ["0", "-1", "x", "9" * 30, "²"])
def test_a_match_that_is_none_is_not_found(post, match):
    answer = post("ana", match=match)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_nobody_hands_in_for_others(post):
    worlds.a_user("cy")
    answer = post("cy", match=table_1().pk)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-your-match")


def test_without_an_account_nothing_is_taken(client):
    assert client.post(LOGS, LOG, content_type="application/json").status_code in {401, 403}


@pytest.mark.parametrize(("who", "status"), [("ana", 200), ("bo", 200), ("jo", 200), ("cy", 403)])
def test_a_log_is_seen_by_its_players_and_judges(client, fake, who, status):
    worlds.a_user("cy")
    log = judged(fake).submission
    client.force_login(user(who))
    assert client.get(f"{LOGS}{log.uuid}/").status_code == status
    assert client.get(f"{LOGS}{log.uuid}/reports/").status_code == status


def test_a_log_that_is_none_is_not_found(client):
    client.force_login(user("ana"))
    assert client.get(f"{LOGS}{uuid.uuid4()}/").status_code == 404


def test_the_list_holds_ones_own_logs(client, fake):
    judged(fake)
    judged(fake, who="bo")
    client.force_login(user("bo"))
    assert [log["match"] for log in client.get(LOGS).json()["results"]] == [table_1().pk]


def test_judges_read_the_cases_of_their_events(client, fake, hall):
    case = a_case(fake)
    client.force_login(user("jo"))
    page = client.get("/api/v1/cases/", {"event__slug": hall.slug, "status": "open"}).json()
    assert [row["id"] for row in page["results"]] == [case.pk]
    assert client.get(f"/api/v1/cases/{case.pk}/").json()["kind"] == "invalid-log"


@pytest.mark.parametrize("who", ["ana", "other"])
def test_nobody_else_reads_them(client, fake, who):
    a_case(fake)
    worlds.staff(worlds.an_event(), Role.HEAD_JUDGE, "other")
    client.force_login(user(who))
    assert client.get("/api/v1/cases/").json()["results"] == []
    assert client.get(f"/api/v1/cases/{Case.objects.get().pk}/").status_code == 404


def test_a_judge_in_conflict_reads_none_of_their_own_cases(client, fake, hall):
    judged(fake, **INVALID)
    Staff.objects.create(event=hall, user=user("bo"), role=Role.JUDGE)
    client.force_login(user("bo"))
    assert client.get("/api/v1/cases/").json()["results"] == []
