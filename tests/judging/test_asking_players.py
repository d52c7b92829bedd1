"""What players are asked about their games: each question once, answered in one tap."""

import re

import pytest
from django.urls import reverse

from judging.logs.services.submission import submit_log
from judging.models import Recording
from judging.recorder.services.recording import start_recording
from judging.recorder.services.setup import build_header
from tests.judging.people import a_hall, player, table_1, user
from tests.judging.public_log import as_
from tests.judging.test_recording import TEAMS
from tournaments.models import Registration

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    return a_hall(public_games=True, live_games="turn", lists_required=False)


def asked(who: str) -> list[str]:
    page = as_(who).get(table_1().get_absolute_url()).content.decode()
    return [question for question in ("live", "public") if f'data-asked="{question}"' in page]


def test_before_the_game_players_are_asked_whether_others_follow():
    assert [asked(who) for who in ("ana", "bo", "stranger", "jo")] == [["live"], ["live"], [], []]
    address = reverse("judging:public_games", args=["open"])
    answer = as_("ana").post(address, {"live": "none", "next": table_1().get_absolute_url()})
    assert (answer.status_code, answer.url) == (302, table_1().get_absolute_url())
    assert [asked("ana"), asked("bo")] == [[], ["live"]]


def pressed(who: str) -> list[str]:
    """The answer that the match page shows, as one of the buttons with which it is changed."""
    page = as_(who).get(table_1().get_absolute_url()).content.decode()
    assert page.index('id="report"') < page.index('data-answered="live"')  # answering moves nothing above it
    return re.findall(r'name="live" value="(\w+)" aria-pressed="true"', page)


def test_the_match_page_shows_and_changes_an_answer():
    address = reverse("judging:public_games", args=["open"])
    for answer in ("turn", "none", "minutes"):
        as_("ana").post(address, {"live": answer, "next": table_1().get_absolute_url()})
        assert (pressed("ana"), player("ana").live_games) == ([answer], answer)
    submit_log(content=b"{}", submitter=user("ana"), match=table_1())
    for agrees, other in (("yes", "no"), ("no", "yes")):
        as_("ana").post(address, {"agrees": agrees})
        page = as_("ana").get(table_1().get_absolute_url()).content.decode()
        assert re.findall(r'name="agrees" value="(\w+)"', page) == [other]
        assert 'data-answered="live"' not in page  # the game is over


def followed(who: str) -> str:
    page = as_(who).get(table_1().get_absolute_url()).content.decode()
    return re.findall(r"Others see this game: ([^<]*)<", page)[0]


def test_of_two_answers_the_match_page_shows_the_more_cautious():
    address = reverse("judging:public_games", args=["open"])
    as_("ana").post(address, {"live": "turn"})
    assert followed("ana") == "one turn later, if your opponent agrees too"
    as_("bo").post(address, {"live": "minutes"})
    assert [followed(who) for who in ("ana", "bo")] == ["five minutes later", "five minutes later"]
    as_("bo").post(address, {"live": "none"})
    assert followed("ana") == "not at all"


def test_the_recorder_asks_its_players_too():
    recording = start_recording(
        header=build_header(TEAMS, arena="the-pit"), dice=Recording.Dice.RECORDED, who=user("ana"), match=table_1()
    )
    address = recording.get_absolute_url()

    def shown(who: str) -> list[str]:
        page = as_(who).get(address).content.decode()
        return [part for part in ("live-asked", 'answered="live"', 'asked="public"') if f"data-{part}" in page]

    assert [shown(who) for who in ("ana", "bo", "jo")] == [["live-asked"], ["live-asked"], []]
    answers = reverse("judging:public_games", args=["open"])
    assert as_("ana").post(answers, {"live": "turn", "next": address}).url == address
    assert [shown("ana"), shown("bo")] == [['answered="live"'], ["live-asked"]]
    as_("bo").post(reverse("judging:record_enter", args=[recording.uuid]), CONCEDES, content_type="application/json")
    recording.refresh_from_db()
    as_("bo").post(reverse("judging:record_submit", args=[recording.uuid]), {"version": recording.version})
    assert [shown("ana"), shown("bo")] == [['asked="public"'], ['asked="public"']]


CONCEDES = {"id": "x", "version": 0, "by": "", "action": {"do": "concede", "player": "B"}}


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_after_the_game_each_player_is_asked_once(answer):
    log = submit_log(content=b"{}", submitter=user("ana"), match=table_1())
    assert [asked("ana"), asked("bo"), asked("stranger")] == [["public"], ["public"], []]
    assert 'data-asked="public"' in as_("ana").get(log.get_absolute_url()).content.decode()
    as_("ana").post(reverse("judging:public_games", args=["open"]), {"agrees": answer})
    assert player("ana").public_games is (answer == "yes")
    assert [asked("ana"), asked("bo")] == [[], ["public"]]
    assert 'data-asked="public"' not in as_("ana").get(log.get_absolute_url()).content.decode()


def test_the_personal_link_asks_a_guest_too():
    submit_log(content=b"{}", submitter=user("ana"), match=table_1())
    guest = player("bo")
    Registration.objects.filter(pk=guest.pk).update(user=None, guest_name="Bo")
    token = guest.link_token
    address = reverse("judging:personal_judging_now", args=[token])
    assert 'data-asked="public"' in as_("stranger").get(address).content.decode()
    as_("stranger").post(reverse("judging:personal_public_games", args=[token]), {"agrees": "no"})
    assert 'data-asked="public"' not in as_("stranger").get(address).content.decode()


def test_nobody_is_asked_in_vain_while_lists_are_hidden():
    hall = table_1().round.event
    hall.lists_required, hall.lists_during = True, "opponent"
    hall.save(update_fields=["lists_required", "lists_during"])
    assert [asked("ana"), asked("bo")] == [[], []]
    page = as_("ana").get(reverse("judging:public_games", args=["open"])).content.decode()
    assert "data-not-yet" in page
    assert 'name="live"' not in page
