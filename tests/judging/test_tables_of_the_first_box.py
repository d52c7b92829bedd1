"""Tables of four by the rule book of 2013: teams of one to four figures of level 6, their table, their log."""

import html
import json
import re
from typing import Any

import pytest
from django.urls import reverse

from judging.logs.services.worker import work_one
from judging.models import Recording, Report, Submission
from rules.games import FIRST_BOX
from tests.judging.people import InProcess, url, user
from tests.tournaments import worlds
from tools.selfplay.game import random_game
from tournaments.models import Event, Match, Round, Seat, SubmittedList

pytestmark = pytest.mark.django_db
NAMES = ("ana", "bo", "cy", "dee")
TEAMS = (
    ["goultard"],
    ["bill-tell", "oscar-kass"],
    ["anna-tommy", "kassius-kaos"],
    ["queen-of-the-tofus", "lil-healey"],
)


def an_event(state: str) -> Event:
    fields = {"name": "Four", "slug": "four", "mode": "free-for-all", "rewards": "original", "lists_required": True}
    return worlds.an_event(state, ruleset=FIRST_BOX.slug, **fields)


@pytest.fixture
def table() -> Match:
    event = an_event("running")
    played = Round.objects.create(event=event, number=1, state="published", minutes=60)
    match = Match.objects.create(round=played, table=1, state="open")
    for number, name in enumerate(NAMES, start=1):
        player = worlds.a_player(event, name)
        Seat.objects.create(round=played, match=match, registration=player, number=number, side=number)
    return match


@pytest.mark.parametrize(
    ("figures", "articles"),
    [
        (["goultard"], []),
        (["bill-tell", "oscar-kass"], []),
        (["nox", "bill-tell"], ["p30.15"]),
        (["bill-tell"] * 5, ["p30.13", "p30.15"]),
    ],
)
def test_lists_have_one_to_four_figures_of_level_six(as_, figures, articles):
    worlds.a_player(an_event("registration"), "ana")
    document = {"format": FIRST_BOX.lists.document_format, "ruleset": FIRST_BOX.slug, "team_format": "four-player"}
    sent = {"text": json.dumps({**document, "figures": figures})}
    assert as_("ana").post(reverse("tournaments:my_list", args=["four"]), sent).status_code == 302
    kept = SubmittedList.objects.get()
    assert sorted({fault["article"] for fault in kept.verdict["violations"]}) == articles
    assert kept.legal == (not articles)


def test_a_team_of_four_is_built_submitted_locked_and_checked(as_):
    event = an_event("check-in")
    player, here = worlds.a_player(event, "ana"), reverse("tournaments:my_list", args=["four"])
    worlds.staff(event, "organiser", "olga")
    page = as_("ana").get(here).content.decode()
    [link] = [each for each in re.findall(r'href="(/teams/build/[^"]*)"', page) if "event=four" in each]
    built = as_("ana").get(f"{html.unescape(link)}&f=bill-tell&f=oscar-kass").context
    assert (built["build"].team_format, built["verdict"].is_legal) == ("four-player", True)
    assert as_("ana").post(here, {"text": built["json"]}).status_code == 302
    kept = player.lists.get()
    assert (kept.legal, kept.figures) == (True, ["bill-tell", "oscar-kass"])
    assert as_("olga").post("/events/four/lists/lock/").status_code == 302
    assert as_("ana").post(here, {"text": built["json"]}).status_code == 409
    sent = {"outcome": "matches", "seen": kept.figures, "list": kept.pk}
    assert as_("olga").post(reverse("tournaments:deck_check", args=["four", player.pk]), sent).status_code == 302
    assert kept.checks.get().outcome == "matches"


def test_a_table_is_set_up_with_a_single_figure(table, as_):
    page = as_("ana").get(url("record_match", table.pk)).content.decode()
    assert "Everyone plays one to four figures" in page
    assert "p30.3" in page
    sent: dict[str, Any] = {"arena": "the-pit", "side_of_a": "south", "missing": ""}
    sent |= {f"team_{letter}": "\n".join(team) for letter, team in zip("abcd", TEAMS, strict=True)}
    assert as_("ana").post(url("record_match", table.pk), sent).status_code == 302
    header = Recording.objects.get().header
    assert (header["ruleset"], header["mode"], len(header["players"]["A"]["team"])) == (
        FIRST_BOX.slug,
        "free-for-all",
        1,
    )
    assert "team_level" not in header


def test_a_log_of_four_is_validated_without_a_difference(table, as_):
    document = random_game("four/1", TEAMS, "the-pit", FIRST_BOX.slug, mode="free-for-all", players=4)
    for letter, name in zip("ABCD", NAMES, strict=True):
        document["players"][letter]["name"] = name.title()
    assert as_("ana").post(url("submit_log", table.pk), {"text": json.dumps(document)}).status_code == 302
    assert work_one(InProcess())
    report = Submission.objects.get(submitter=user("ana")).reports.get(current=True)
    assert report.verdict in {Report.Verdict.VALID, Report.Verdict.UNVERIFIED}
    assert [each["code"] for each in report.differences if each["kind"] == "log-vs-match"] == []
