"""A running event with judges, and logs handed in and judged, for the tests of the desk."""

import json
from collections.abc import Sequence
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.logs.validator.answer import answer
from judging.logs.validator.process import Validator
from judging.models import Case, Report
from tests.tournaments import worlds
from tournaments.models import Event, Match, Registration, Role, SubmittedList

HTMX = {"HX-Request": "true"}
ANA_PLAYS = {"a1": "bill-tell", "a2": "oscar-kass"}
BO_PLAYS = {"b1": "anna-tommy", "b2": "kassius-kaos"}
INVALID: dict[str, Any] = {
    "verdict": "invalid",
    "findings": [{"action": 0, "severity": "error", "article": "7.1.4.a", "code": "ap-short", "message": "too dear"}],
}


class InProcess(Validator):
    """The real answer, from this process: no child is started for a log or two."""

    def validate(self, content: bytes, facts: bytes = b"", corrections: Sequence[int] = ()) -> dict[str, Any]:
        return answer(content, facts, corrections) | {"data_version": "x"}


def a_hall(**fields: Any) -> Event:
    """Two players at table 1 of round 1, a judge and a head judge."""
    event = worlds.an_event(name="Open", slug="open", **fields)
    ana, bo = worlds.a_player(event, "ana"), worlds.a_player(event, "bo")
    worlds.a_round(event, (ana, bo))
    worlds.staff(event, Role.JUDGE, "jo")
    worlds.staff(event, Role.HEAD_JUDGE, "hal")
    return event


def user(name: str) -> User:
    return User.objects.get(username=name)


def player(name: str) -> Registration:
    return Registration.objects.get(user__username=name)


def table_1() -> Match:
    return Match.objects.named().get(round__number=1, table=1)


def header(**changes: Any) -> dict[str, Any]:
    return {
        "team_format": "constructed",
        "rewards": "second",
        "arena": "the-pit",
        "players": {"A": {"name": "Ana", "team": ANA_PLAYS}, "B": {"name": "Bo", "team": BO_PLAYS}},
        "result": {"winner": "A", "glory": {"A": 8, "B": 0}},
        **changes,
    }


def judged(fake: Validator, who: str = "ana", match: Match | None = None, **answer: Any) -> Report:
    """A log handed in, and answered by the fake validator as the log itself says."""
    answer = {"header": header(), "steps": "0" * 8, **answer}
    content = json.dumps({"by": who, **answer}).encode()
    submission = submit_log(content=content, submitter=user(who), match=match or table_1())
    work_one(fake)
    return submission.reports.get(current=True)


def a_case(fake: Validator) -> Case:
    """The case of an invalid log of Ana's."""
    return Case.objects.get(submission=judged(fake, **INVALID).submission, kind=Case.Kind.INVALID_LOG)


def listed(name: str, *figures: str, **fields: Any) -> SubmittedList:
    row = {"legal": True, "verdict": {}, **fields}
    return SubmittedList.objects.create(registration=player(name), figures=list(figures), **row)


def url(name: str, *args: Any) -> str:
    return reverse(f"judging:{name}", args=args)


def ruling(**fields: Any) -> dict[str, Any]:
    """What a judge sends."""
    return {"remedy": "stands", "reason": "7.1.4.a", "message": "Mind your AP.", **fields}


def post(client: Client, who: str, door: str, case: Case, **fields: Any) -> Any:
    client.force_login(user(who))
    return client.post(url(door, case.pk), fields)


def rules(
    client: Client, case: Case, remedy: str, *, who: str = "jo", against: str = "", penalty: str = "", **fields: Any
) -> str:
    """The code of the refusal, or nothing where the ruling was taken."""
    former = case.rulings.current().first()
    fields = {"remedy": remedy, "reason": "seen", "message": "Read this.", "penalty": penalty} | fields
    fields |= {"penalised": player(against).pk} if against else {}
    answer = post(client, who, "rule", case, replaces=former.pk if former else "", **fields)
    return "" if answer.status_code == 302 else answer.context["refusal"].code
