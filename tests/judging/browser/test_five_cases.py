"""A judge with five cases in a real browser: a call, two illegal moves at one table, a dispute and an appeal."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from judging.cases.services.desk import call_judge, claim
from judging.cases.services.from_states import open_missing
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Ruling
from judging.rulings.services.appeals import appeal
from tests.browser.driver import late, overflow, press_by_keyboard, serious_faults
from tests.judging.event_setup import ruled
from tests.judging.people import InProcess, a_hall, table_1, user
from tests.tournaments import worlds
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng
from tournaments.models import Event, Match, Role
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_busy_hall() -> Event:
    """In both logs of table 1 Bo breaks a rule, table 2 is disputed, and Hal hears an appeal of table 3."""
    hall = a_hall()
    for who in ("ana", "bo"):
        hand_in_illegal_move(who)
    pairs = [(worlds.a_player(hall, one), worlds.a_player(hall, two)) for one, two in (("cy", "di"), ("ed", "flo"))]
    for table, (one, two) in enumerate(pairs, 2):
        worlds.seat(one, two, round=table_1().round, table=table)
    disputed, appealed = Match.objects.get(table=2), Match.objects.get(table=3)
    report_result(match_id=disputed.pk, who=user("cy"), score=Score.duel("a", 8, 0))
    disputed.refresh_from_db()
    dispute_result(match_id=disputed.pk, who=user("di"), seen_version=disputed.version, note="no")
    open_missing(hall)
    case = call_judge(match=appealed, by=user("ed"), text="They moved two figures.")
    claim(case_id=case.pk, judge=user("jo"))
    ruled(case)
    appeal(case_id=case.pk, by=user("ed"), text="The next table saw it.")
    worlds.staff(hall, Role.HEAD_JUDGE, "hel")
    return hall


def hand_in_illegal_move(who: str) -> None:
    game = random_game("five cases")
    game["players"]["A"]["name"], game["players"]["B"]["name"] = "Ana", "Bo"
    broken = mutate(game, Rng(1), only=["step-without-mp"])
    assert broken
    content = json.dumps({**broken.document, "actions": [*broken.document["actions"], {"do": "time", "note": who}]})
    submit_log(content=content.encode(), submitter=user(who), match=table_1())
    work_one(InProcess())


def sound(page: Page) -> None:
    page.wait_for_load_state()
    assert overflow(page) <= 0
    assert serious_faults(page) == []


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


@pytest.mark.parametrize("size", ["phone"])
def test_a_judge_rules_on_five_cases(open_page, size):
    hall = a_busy_hall()
    judge = open_page(f"/events/{hall.slug}/desk/", size=size, user=user("hal"), dark=True)
    expect(judge.locator(".desk-link a")).to_contain_text("4 cases are waiting")
    player = open_page(table_1().get_absolute_url(), size=size, user=user("ana"))
    call_judge(match=table_1(), by=user("ana"), text="May it act at once?")

    judge.get_by_text("2 tables are calling").wait_for()  # by itself; at the other the result is disputed
    sound(judge)
    judge.get_by_role("button", name="I am coming", exact=True).last.click()
    player.get_by_text("Hal is coming to your table.").wait_for()
    judge.get_by_role("link", name="Open dossier").last.click()
    sound(judge)
    press(judge, "Close question")

    judge.get_by_role("heading", name="Table 2").wait_for()  # whose players wait as well
    bar = judge.locator(".ruling-bar .button")
    expect(bar.first).to_have_css("animation-name", "no-second-ruling" if size == "phone" else "none")
    judge.get_by_role("button", name="Result as Cy reported").first.click()
    judge.locator("#first-error").get_by_text("with 0 MP left").wait_for()
    expect(judge.get_by_text("has 0, needs 1").first).to_be_visible()
    expect(judge.get_by_role("group", name="Ruling", exact=True)).to_be_in_viewport(ratio=1)  # before any scrolling
    judge.locator("[data-moment] svg .attempt").wait_for(state="attached")
    expect(judge.get_by_role("checkbox")).to_be_checked()  # the other log of this table goes with it
    sound(judge)
    press(judge, "Caution Bo")
    press(judge, "Undo ruling")
    press(judge, "Caution Bo")

    judge.get_by_role("heading", name="Table 3").wait_for()
    sound(judge)
    press(judge, "Uphold ruling")
    judge.get_by_role("heading", name="No open cases").wait_for()
    sound(judge)


def test_a_judge_rules_on_five_cases_by_keyboard_in_french(open_page):
    """At a desk whose answers come late; every button by the name that a screen reader says."""
    hall = a_busy_hall()
    User.objects.filter(username="hal").update(locale="fr")
    call_judge(match=table_1(), by=user("ana"), text="May it act at once?")
    judge = open_page("about:blank", user=user("hal"))
    judge.route("**/*", late)
    judge.goto(f"/events/{hall.slug}/desk/")

    def press_button(name: str, nth: int = 0) -> None:
        press_by_keyboard(judge, judge.get_by_role("button", name=name).nth(nth))

    judge.get_by_text("2 tables appellent").wait_for()
    sound(judge)
    press_button("J’arrive", -1)
    press_by_keyboard(judge, judge.get_by_role("link", name="Ouvrir le dossier").last)
    sound(judge)
    press_button("Clore la question")

    judge.get_by_role("heading", name="Table 2").wait_for()
    sound(judge)
    press_button("Résultat déclaré par Cy")
    judge.locator("#first-error").get_by_text("avec 0 PM").wait_for()
    expect(judge.get_by_text("a 0, il faut 1").first).to_be_visible()
    expect(judge.get_by_role("heading", name="Trancher d’un geste")).to_be_visible()
    sound(judge)
    press_button("Rappel à Bo")
    press_button("Annuler la décision")
    press_button("Rappel à Bo")

    judge.get_by_role("heading", name="Table 3").wait_for()
    sound(judge)
    press_button("Confirmer la décision")
    judge.get_by_role("heading", name="Aucune affaire en attente").wait_for()
    sound(judge)


def answer_by_bar(judge: Page, ruling: str) -> Locator:
    """Tap a ruling in the bar of the phone without scrolling, and return what is asked."""
    bar = judge.get_by_role("group", name="Ruling", exact=True)
    expect(bar).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name=ruling).tap()
    return judge.get_by_role("dialog", name=ruling)


def test_the_bar_of_a_phone_asks_with_text_and_reason(open_page):
    hall = a_busy_hall()
    call = call_judge(match=table_1(), by=user("ana"), text="Does a bush block the line of sight of a summon?")
    judge = open_page(call.get_absolute_url(), size="phone", user=user("hal"))
    asked = answer_by_bar(judge, "Close question")
    expect(asked).to_contain_text("The judge has answered the question at the table.")
    expect(asked.get_by_label("Reason of a penalty")).to_have_count(0)
    expect(asked.get_by_label("Close the")).not_to_be_checked()
    sound(judge)
    asked.get_by_role("button", name="Cancel").tap()
    asked = answer_by_bar(judge, "Caution Bo")
    asked.get_by_role("button", name="Make ruling").tap()
    assert not Ruling.objects.filter(case=call).exists()  # it has no reason yet
    asked.get_by_label("Reason of a penalty").fill("Moved two figures")
    asked.get_by_label("Reason of a penalty").press("Enter")
    judge.get_by_text("caution: Bo").wait_for()
    assert "Moved two figures" in Ruling.objects.get(case=call).message
    assert hall.cases.filter(match=table_1(), status="open").count() == 2


def test_a_tap_in_the_bar_says_what_else_it_closes(open_page):
    hall = a_busy_hall()
    of_table = hall.cases.filter(match=table_1())
    judge = open_page(of_table.earliest("pk").get_absolute_url(), size="phone", user=user("hal"))
    asked = answer_by_bar(judge, "Caution Bo")
    expect(asked).to_contain_text("Caution for Bo")
    asked.get_by_label("Close the other open case").uncheck()
    asked.get_by_role("button", name="Make ruling").tap()
    judge.locator(".just-ruled").wait_for()
    assert of_table.filter(status="open").count() == 1


def test_an_appeal_on_a_phone_has_its_answers_in_view(open_page):
    hall = a_busy_hall()
    appealed = hall.cases.get(status="appealed")
    judge = open_page(appealed.get_absolute_url(), size="phone", user=user("hal"))
    asked = answer_by_bar(judge, "Uphold ruling")
    expect(asked).to_contain_text("The ruling is upheld on appeal.")
    asked.get_by_role("button", name="Cancel").tap()
    bar = judge.get_by_role("group", name="Ruling", exact=True)
    bar.get_by_role("button", name="Claim case").tap()
    expect(bar.get_by_role("link", name="Another ruling")).to_be_in_viewport(ratio=1)
