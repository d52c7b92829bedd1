"""What judges and players read of rulings: on the page of the case, in the list of their own, by mail."""

from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from core.pages.cities import city_of
from judging.cases.services.desk import call_judge
from judging.models import Case
from tests.judging.people import a_hall, player, post, rules, table_1, url, user
from tournaments.models import Event, OutgoingMail

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall() -> Event:
    return a_hall(time_zone="Europe/Paris")


@pytest.fixture
def replaced(case, client) -> Case:
    """First Bo has won, then it is a draw."""
    assert not rules(client, case, "correct-result", outcome="b", glory_b=6, message="Bo wins.")
    assert not rules(
        client, case, "correct-result", outcome="draw", glory_a=2, glory_b=2, ending="time", message="Even."
    )
    return case


def read(client, case: Case, who: str) -> str:
    client.force_login(user(who))
    return client.get(case.get_absolute_url()).content.decode()


@pytest.mark.parametrize("who", ["jo", "ana"])
def test_a_ruling_names_the_winner_and_the_score(client, case, who):
    assert not rules(client, case, "correct-result", outcome="b", glory_b=6)
    assert "Bo, 6\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0" in read(client, case, who)


@pytest.mark.parametrize("who", ["jo", "ana"])
def test_the_current_ruling_comes_first_and_names_its_predecessor(client, replaced, who):
    page = read(client, replaced, who)
    assert page.index("Even.") < page.index("replaced, no longer counts") < page.index("Bo wins.")
    assert page.index("This replaces the ruling of") < page.index("Bo wins.")


def test_the_penalised_player_reads_the_message_never_the_reason(client, case):
    expected = {"reason": "careless again", "message": "Mind your AP."}
    assert not rules(client, case, "stands", penalty="warning", against="ana", **expected)
    client.force_login(user("ana"))
    page = client.get(reverse("tournaments:player", args=["open", player("ana").pk])).content.decode()
    assert ("Mind your AP." in page, "careless again" in page) == (True, False)


def test_a_caution_during_a_game_says_no_result_stands(client, hall):
    """There is none yet: the effect is that nothing about it changes."""
    call, ana = call_judge(match=table_1(), by=user("bo"), text="x"), player("ana")
    post(client, "jo", "plain", call, choice=f"caution-{ana.pk}", why="Moved twice.", replaces="", log="")
    mail = OutgoingMail.objects.filter(to=user("ana").email).latest("pk")
    assert "result unchanged" in mail.body
    assert "result stands" not in mail.body
    assert "Result unchanged" in read(client, call, "ana")


def test_my_cases_list_only_the_current_ruling(client, replaced):
    client.force_login(user("ana"))
    page = client.get(url("mine")).content.decode()
    assert ("Even." in page, "Bo wins." in page) == (True, False)
    assert (", 2\xa0:\xa02" in page, "6\xa0:\xa00" in page) == (True, False)


def test_the_mail_of_a_corrected_result_names_the_result(replaced):
    first, second = OutgoingMail.objects.filter(to=user("ana").email).order_by("pk")
    assert "Ana 0\xa0:\xa06 Bo" in first.body
    assert "Ana 2\xa0:\xa02 Bo" in second.body


def test_the_e_mail_of_a_replacing_ruling_names_time_zone(replaced):
    first, second = OutgoingMail.objects.filter(to=user("ana").email).order_by("pk")
    assert "replace" not in first.subject + first.body
    assert "replaced" in second.subject
    was = replaced.rulings.get(superseded_by__isnull=False)
    assert f"{was.at.astimezone(replaced.event.zone):%H:%M} (Paris) by Jo" in second.body


@pytest.mark.parametrize(
    ("own", "named"), [("Asia/Tokyo", True), ("Europe/Berlin", False)], ids=["another clock", "the same clock"]
)
def test_times_follow_the_viewer_and_name_a_different_zone(client, replaced, own, named):
    judge = user("jo")
    judge.time_zone = own
    judge.save()
    client.force_login(judge)
    pages = {
        replaced.get_absolute_url(): replaced.rulings.latest("pk").at,
        reverse("judging:desk", args=["open"]) + "?show=settled": replaced.opened_at,
    }
    for page, moment in pages.items():
        shown = client.get(page).content.decode()
        assert f"{moment.astimezone(ZoneInfo(own)):%H:%M}</time>" in shown
        assert (f"({city_of(own)})" in shown) is named


def test_the_start_page_names_the_match_of_each_open_case(client, case):
    client.force_login(user("ana"))
    page = client.get(url("now"), headers={"HX-Request": "true"}).content.decode()
    assert (case.get_absolute_url() in page, str(case.match) in page) == (True, True)
