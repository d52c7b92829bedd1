"""A log of a cooperative game of Quest, handed in at a heat: held to the rules and against the result entered."""

import json
from typing import Any

import pytest
from django.urls import reverse

from judging.cases.comparison.result_differences import against_result, why_no_score
from judging.logs.services.worker import work_one
from judging.models import Report, Submission
from tests.judging.people import InProcess
from tests.rules.quest.logs import do, document, turn
from tests.tournaments.test_heats import LOST, WON, Heats
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.check]
PLAYED = (turn("A", "adventure"), turn("B"), turn("C"), do("time"))


def a_log() -> str:
    result = {"winners": ["demon"], "gg": {"A": 3, "B": 3, "C": 3}, "ending": "time"}
    log = document(*PLAYED, players="ABC", mode="cooperative", demon="player", result=result)
    for letter, name in zip("ABC", ("Cy", "Dan", "Eve"), strict=True):
        log["players"][letter]["name"] = name
    return json.dumps(log)


def reported(heats: Heats, match: Match, **score: Any) -> Report:
    heats.enters(match, **score)
    heats.people["cy"].sends(reverse("judging:submit_log", args=[match.pk]), text=a_log())
    work_one(InProcess())
    report = Submission.objects.get().current_report
    assert report is not None
    return report


def test_a_cooperative_log_fits_a_lost_heat() -> None:
    heats = Heats()
    match = heats.publishes()["Owls"]
    report = reported(heats, match, **LOST | {"glory_a": 3})
    assert (report.verdict, report.differences) == ("ledger", [])
    assert against_result(report, match.results.get()) == []


def test_a_heat_entered_as_won_differs_from_its_log() -> None:
    heats = Heats()
    match = heats.publishes()["Owls"]
    report = reported(heats, match, **WON)
    found = against_result(report, match.results.get())
    assert [each["code"] for each in found] == ["places-differ", "glory-differs"]
    assert found[0]["expected"] == {"crew-a": 1} and found[0]["logged"] == {"crew-a": 2}
    assert why_no_score(report, match) == "no log tells the Demon's turns"


def test_heats_are_not_recorded_move_by_move() -> None:
    heats = Heats()
    match = heats.publishes()["Gears"]
    answer = heats.people["ana"].client.get(reverse("judging:record_match", args=[match.pk]))
    assert answer.status_code == 409 and "not recorded" in answer.content.decode()
