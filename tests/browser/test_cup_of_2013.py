"""The whole day of a cup by the rule book of 2013, in French: made, played and printed through its pages, one game
recorded on a phone, one log ruled on by p22.2 and refused where other rules are played."""

import pytest
from django.utils import translation

from accounts.models import User
from judging.logs.services.worker import work_one
from judging.models import Recording, Submission
from teams.wording import card_title
from tests.browser.recorder_driver import in_language
from tests.browser.test_recorder_of_2013 import TURN, Phone, rich_at
from tests.judging.people import InProcess, url
from tests.judging.test_cup_of_the_first_box import (
    French,
    a_cup,
    a_list_is_checked,
    a_second_roll_is_found,
    players_hand_in,
    printed,
    refused_elsewhere,
    results,
    ruled_on,
    starts,
    the_rest_is_played,
)
from tests.tournaments.test_crews import publish
from tests.tournaments.worlds import a_user, staff
from tournaments.models import Match, Role

pytestmark = pytest.mark.django_db(transaction=True)


def recorded_on_a_phone(open_page, match: Match) -> None:
    """Up to the turn in which two rewards are revealed and two GG bought by requests, from there on the phone."""
    user = match.players()[0].user
    assert user is not None
    User.objects.filter(pk=user.pk).update(locale="fr")
    French(user).sends(url("record_match", match.pk), arena="the-pit", side_of_a="south", detail="full")
    recording = Recording.objects.get(match=match)
    actions, unit = rich_at(recording.header)
    Recording.objects.filter(pk=recording.pk).update(actions=actions, version=len(actions))
    recording.refresh_from_db()
    phone = Phone(open_page, recording, user=User.objects.get(pk=user.pk))
    with translation.override("fr"):
        carrier = card_title(recording.header["players"]["A"]["team"][unit])
    phone.plays_the_turn(unit, carrier)
    phone.concedes("A")
    recording.refresh_from_db()
    assert [action["do"] for action in recording.actions[len(actions) :]] == [*TURN, "concede"]
    phone.page.get_by_role("button", name=in_language("fr", "Submit log")).click()
    phone.page.wait_for_url("**/logs/**")
    assert work_one(InProcess())
    report = Submission.objects.latest("pk").reports.get(current=True)
    assert (report.verdict, report.body["winner"]) == ("valid", "B")
    assert [each["code"] for each in report.differences if each["kind"] != "log-vs-result"] == []


def test_a_cup_of_2013_with_a_game_on_a_phone(open_page):
    organiser = French(a_user("olga"))
    event = a_cup(organiser)
    players_hand_in(event)
    judge = French(staff(event, Role.HEAD_JUDGE, "jo"))
    starts(organiser, event)
    a_list_is_checked(judge, event)
    first = publish(event, organiser)
    printed(organiser, event, "", "lists/", "pairings/1/by-table/", "slips/1/")
    recorded_on_a_phone(open_page, first[1])
    report = a_second_roll_is_found(first[0])
    results(organiser, first)
    ruled_on(judge, report)
    refused_elsewhere(bytes(report.submission.content).decode())
    the_rest_is_played(organiser, event)
