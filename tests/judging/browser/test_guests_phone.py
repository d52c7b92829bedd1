"""A player without an account keeps one page open all day: what judges do reaches it, and nothing typed is lost."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from judging.cases.services.desk import call_judge
from judging.models import Case, Recording
from judging.recorder.services.recording import start_recording
from judging.recorder.services.setup import Seat, build_header
from judging.rulings.pages import chosen
from judging.rulings.services.ruling import claim_and_rule
from tests.browser import sample_game
from tests.browser.driver import says_yes, serious_faults
from tests.judging.people import a_hall, player, table_1, user
from tests.tournaments import worlds
from tournaments.models import Match, Registration
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 30_000  # milliseconds, after which a test fails rather than hangs


@pytest.fixture
def guest() -> Registration:
    a_hall()
    Registration.objects.filter(pk=player("ana").pk).update(user=None, guest_name="Gil")
    return Registration.objects.get(guest_name="Gil")


@pytest.fixture
def page(open_page, guest) -> Page:
    return open_page(reverse("tournaments:personal", args=[guest.link_token]), size="phone")


def rules(case: Case, key: str) -> None:
    plain = chosen(case, key, "Moved twice.")
    assert plain
    claim_and_rule(case_id=case.pk, judge=user("jo"), decision=plain.decision, together=())


def test_a_verdict_arrives_around_a_text_being_typed(page, guest):
    case = call_judge(match=table_1(), by=user("bo"), text="They moved twice.")
    expect(page.get_by_text("A judge has been called")).to_be_visible(timeout=LONG)
    page.locator("#call-text").press_sequentially("And now th")
    rules(case, f"caution-{guest.pk}")
    expect(page.get_by_text("Caution for Gil")).to_be_visible(timeout=LONG)
    page.keyboard.type("rice.")
    expect(page.locator("#call-text")).to_have_value("And now thrice.")
    page.get_by_role("button", name="Tell judge").click()
    expect(page.get_by_text("A judge has been called")).to_be_visible(timeout=LONG)
    assert Case.objects.latest("pk").statements.get().text == "And now thrice."


def test_a_page_opened_before_round_one_follows_every_round(open_page):
    event = worlds.an_event(swiss_rounds=2)
    organiser = worlds.staff(event)
    guest, *_others = [worlds.a_player(event) for _ in range(4)]
    Registration.objects.filter(pk=guest.pk).update(user=None, guest_name="Gil")
    page = open_page(reverse("tournaments:personal", args=[guest.link_token]), size="phone")
    for number in (1, 2):
        drafted = pair_round(event_id=event.pk, who=organiser)
        publish_round(round_id=drafted.pk, who=organiser, seen_version=drafted.version)
        expect(page.locator("#send-log .eyebrow")).to_contain_text(f"Round {number}, table", timeout=LONG)
        for match in Match.objects.filter(round=drafted):
            enter_result(match_id=match.pk, who=organiser, score=Score.duel(outcome="a", glory_a=3, glory_b=0))
    page.locator("#call-judge button").click()
    expect(page.get_by_text("A judge has been called")).to_be_visible(timeout=LONG)
    assert Case.objects.get(kind=Case.Kind.JUDGE_CALL).match.round.number == 2


def address_of(place: str, guest: Registration) -> str:
    if place == "link":
        return reverse("tournaments:personal", args=[guest.link_token])
    if place == "match":
        return table_1().get_absolute_url()
    header = sample_game.header() | {"detail": "ledger"}
    return Recording.objects.create(match=table_1(), header=header, started_by=user("bo")).get_absolute_url()


@pytest.mark.parametrize("place", ["link", "match", "score"])
def test_a_call_without_a_network_keeps_its_text(open_page, guest, place):
    open_page.expected += ["ERR_", "htmx:sendError"]
    page = open_page(address_of(place, guest), size="phone", user=user("bo") if place != "link" else None)
    page.locator(".notice[data-unsent]").wait_for(state="attached", timeout=LONG)  # the match page loads it
    page.route("**/call-judge/", lambda route: route.abort("internetdisconnected"))
    page.locator("#call-judge button").click()
    expect(page.locator(".notice[data-unsent]")).to_be_in_viewport(ratio=1, timeout=LONG)
    page.unroute("**/call-judge/")
    page.locator("#call-judge button").click()
    page.locator("#call-text").fill("They moved twice.")
    page.route("**/call-judge/", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Tell judge").click()
    expect(page.locator(".notice[data-unsent]")).to_be_visible(timeout=LONG)
    expect(page.locator("#call-text")).to_have_value("They moved twice.")
    page.unroute("**/call-judge/")
    page.get_by_role("button", name="Tell judge").click()
    expect(page.locator("#call-text")).to_have_value("", timeout=LONG)


@pytest.mark.parametrize("place", ["link", "match", "score"])
def test_a_player_sees_at_once_that_a_judge_is_called(open_page, guest, place):
    page = open_page(address_of(place, guest), size="phone", user=user("bo") if place != "link" else None)
    page.set_viewport_size({"width": 390, "height": 480})  # a small phone
    page.locator("#call-judge button").click()
    expect(page.locator("[data-coming]")).to_be_in_viewport(ratio=1)


def test_the_game_that_the_opponent_records_is_followed_by_link(page, guest, open_page):
    """It appears by itself; after the opponent's next entry the link still concedes, takes that back, and seals."""
    page.get_by_text("A game is recorded on a device that is signed in").wait_for()
    header = build_header({"A": Seat("Gil", ["Queen of the Tofus"]), "B": Seat("Bo", ["Oscar Kass"])}, arena="the-pit")
    table = start_recording(header=header, dice=Recording.Dice.RECORDED, who=user("bo"), match=table_1())
    page.get_by_text("This game is being recorded").wait_for()
    bo = open_page(table.get_absolute_url(), size="phone", user=user("bo"))
    bo.locator("[data-choice]").first.click()
    bo.locator("body[data-actions='1']").wait_for(state="attached")
    says_yes(page)
    page.get_by_role("button", name="Concede game").click()
    page.get_by_role("button", name="Undo your last entry").click()
    expect(page.get_by_role("button", name="Undo your last entry")).to_have_count(0)
    bo.locator("body[data-actions='1']").wait_for(state="attached")
    page.get_by_role("button", name="Concede game").click()
    bo.get_by_role("button", name="Report result and submit log").click()
    page.get_by_role("button", name="Seal log").click()
    page.get_by_text("Sealed by both sides").wait_for()
    assert serious_faults(page) == []
