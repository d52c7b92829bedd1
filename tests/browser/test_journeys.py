"""The three people of a tournament, each on a phone and at a desk: everything through the pages."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from judging.logs.services.worker import work_one
from judging.logs.validator.process import Validator
from judging.models import Recording, Report, Ruling
from tests.browser import sample_game
from tests.browser.driver import arrived, overflow, says_yes, serious_faults
from tests.judging import people
from tests.tournaments import worlds
from tournaments.models import Event, Match, MatchState, Registration

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[pytest.param("phone", marks=pytest.mark.check), "desktop"])
def size(request):
    return request.param


def press(page, name):
    """A button by its words; what asks back is answered with yes."""
    page.get_by_role("button", name=name, exact=True).first.click()
    arrived(page)


def sound(page):
    page.wait_for_load_state()  # the click before it may have led to a page that is just arriving
    assert overflow(page) <= 0
    assert serious_faults(page) == []


# -- the organiser -------------------------------------------------------------------------------------------------


def test_an_organiser_runs_an_event_from_announcement_to_trophy(open_page, size):
    page = open_page("/", size=size, user=worlds.a_user("olga"))
    says_yes(page)
    announce(page)
    arrived(page)
    run = f"/events/{Event.objects.get().slug}/run/"
    page.goto(run)
    press(page, "Announce event")
    press(page, "Open registration")
    for name in ("Ana", "Bo", "Cy", "Dee"):
        page.goto(run.replace("run", "manage/players/add"))
        page.locator("[name=guest_name]").fill(name)
        page.locator("main form.form button.button-primary").first.click()
    page.goto(run)
    press(page, "Start check-in")
    check_everyone_in(page, run)
    page.get_by_role("link", name="Start round 1").last.click()
    sound(page)
    press(page, "Start round 1")
    for number in (1, 2):
        if number > 1:
            press(page, "Pair next round")
        play_the_round(page, run, f"round {number}")
    page.goto(run.replace("run", "standings"))
    page.locator("tbody tr").nth(3).wait_for()
    sound(page)
    page.goto(run)
    press(page, "Start top cut")
    play_the_round(page, run, "semi-finals")
    press(page, "Pair next round")
    play_the_round(page, run, "final")
    sound(page)
    press(page, "Finish event")
    expect(page.get_by_role("button", name="Finish event", exact=True)).to_have_count(0)  # the answer has come
    page.goto(run.replace("run", "bracket"))
    page.get_by_role("heading", name="Final", exact=True).wait_for()
    sound(page)
    expect(page.locator(".bracket-round").last.locator(".bracket-won")).to_have_count(1)


def announce(page):
    page.get_by_role("link", name="Create event").click()
    page.get_by_role("link", name="Constructed, Swiss and top cut").click()
    page.locator("[name=name]").fill("Autumn Cup")
    starts = page.locator("[name=starts_at], [name=starts_at_0]").first
    starts.fill("2031-10-04T10:00" if starts.get_attribute("type") == "datetime-local" else "2031-10-04")
    for section in page.locator("main details:not([open]) > summary").all()[::-1]:
        section.click()
    page.locator("[name=swiss_rounds]").fill("2")
    page.locator("[name=cut_size]").fill("4")
    if page.locator("[name=lists_required]").is_checked():
        page.locator("[name=lists_required]").uncheck()
    sound(page)
    page.get_by_role("button", name="Create event").click()


def check_everyone_in(page, run):
    page.goto(run.replace("run", "check-in"))
    while page.get_by_role("button", name="Check in", exact=True).count():
        before = page.locator(".badge-good").count()
        press(page, "Check in")
        page.locator(".badge-good").nth(before).wait_for()
    sound(page)
    page.goto(run)


def play_the_round(page, run, name):
    """Published, and every result typed by the staff; then back to the console."""
    publish = page.get_by_role("button", name="Publish round", exact=True)
    publish.first.wait_for()
    sound(page)
    publish.first.click()
    expect(publish).to_have_count(0)  # the answer has come
    page.goto(run.replace("run", "entry"))
    for match in Match.objects.undecided():
        page.locator("main form input:not([type=hidden])").first.fill(f"{match.table} 6-0")
        press(page, "Save result")
    expect(page.locator("[data-typed] [data-waits]:visible, [data-typed] [data-sending]:visible")).to_have_count(0)
    assert not Match.objects.undecided().exists(), name
    page.goto(run)


# -- the player ----------------------------------------------------------------------------------------------------


@pytest.fixture
def table_of_ana():
    event = worlds.an_event(name="Open", slug="open")
    worlds.a_round(event, (worlds.a_player(event, "ana"), worlds.a_player(event, "bo")))
    return Match.objects.get()


def test_a_player_registers_and_hands_in_a_list(open_page, size):
    worlds.an_event("registration", name="Open", slug="open", lists_required=True)
    page = open_page("/events/", size=size, user=worlds.a_user("ana"))
    page.get_by_role("link", name="Open").first.click()
    page.get_by_role("link", name="Register", exact=True).first.click()
    press(page, "Register")
    assert Registration.objects.get().status == "registered"
    page.goto("/events/open/my-list/")
    page.locator("main form textarea").first.fill("Queen of the Tofus\nBill Tell\nOscar Kass\nBad Aboum")
    press(page, "Submit list")
    assert Registration.objects.get().lists.get().legal
    sound(page)


def test_a_player_records_reports_and_submits_a_game(open_page, size, table_of_ana):
    ana = User.objects.get(username="ana")
    page = open_page(table_of_ana.get_absolute_url(), size=size, user=ana)
    page.get_by_role("link", name="Record the game").click()
    for side, figures in sample_game.TEAMS.items():
        page.locator(f"[name=team_{side.lower()}]").fill("\n".join(figures))
    sound(page)
    press(page, "Set up table")
    page.locator("[data-choice]").first.wait_for()
    for count in range(1, 5):
        page.locator("[data-choice]").first.click()
        page.locator(f"body[data-actions='{count}']").wait_for(state="attached")
    open_page.expected.append("409 (Conflict)")  # what is refused here on purpose
    expect(page.locator("[data-ends]")).to_have_text(["Ana concedes", "Time is up"])  # nobody concedes for Bo but Bo
    bo_concedes(open_page, size)
    page.locator("[data-end]").wait_for()
    press(page, "Report result and submit log")
    page.get_by_text("Result reported and game log submitted.").wait_for()
    sound(page)
    assert Recording.objects.get().submission is not None
    assert Match.objects.get().state == MatchState.REPORTED
    confirmed_by_the_opponent(open_page, size, table_of_ana)


def concede(page, name):
    more = page.get_by_role("button", name="More", exact=True)
    if more.is_visible():  # on a phone
        more.click()
    page.get_by_text("End game", exact=True).click()
    press(page, f"{name} concedes")
    press(page, "Yes, end game")


def bo_concedes(open_page, size):
    page = open_page(Recording.objects.get().get_absolute_url(), size=size, user=User.objects.get(username="bo"))
    press(page, "Undo")
    expect(page.locator("[data-prompt]")).to_contain_text("Ana entered this")
    concede(page, "Bo")
    page.locator("[data-end]").wait_for()


def confirmed_by_the_opponent(open_page, size, match):
    recording = Recording.objects.get(match=match)
    page = open_page(recording.get_absolute_url(), size=size, user=User.objects.get(username="bo"))
    expect(page.locator("[data-handed-in]")).to_contain_text("Ana wins: Bo conceded at 6 : 6.")
    sound(page)
    press(page, "Seal log")
    page.get_by_text("Sealed by both sides").wait_for()
    sound(page)
    page.goto(page.url.split("/logs/")[0] + recording.get_absolute_url())
    press(page, "Confirm result")
    page.get_by_text("Result confirmed").wait_for()
    sound(page)
    assert Match.objects.get().state == MatchState.DONE


@pytest.mark.check
def test_a_recorded_game_is_valid_for_the_validator(open_page, table_of_ana):
    ana = User.objects.get(username="ana")
    page = open_page(f"/matches/{table_of_ana.pk}/record/", user=ana)
    for side, figures in sample_game.TEAMS.items():
        page.locator(f"[name=team_{side.lower()}]").fill("\n".join(figures))
    press(page, "Set up table")
    for count in range(1, 5):
        page.locator("[data-choice]").first.click()
        page.locator(f"body[data-actions='{count}']").wait_for(state="attached")
    concede(page, "Ana")
    press(page, "Report result and submit log")
    page.wait_for_url("**/logs/**")
    validator = Validator()
    work_one(validator)
    validator.close()
    codes = {finding["code"] for finding in Report.objects.get(current=True).findings}
    assert not {code for code in codes if "team" not in code and "level" not in code and "figures" not in code}


# -- the judge -----------------------------------------------------------------------------------------------------


def test_a_judge_takes_a_case_looks_at_it_and_rules(open_page, size, fake):
    open_page.expected.append("404 (Not Found)")  # the made-up log of this case has no board to show
    people.a_hall()
    case = people.a_case(fake)
    page = open_page("/events/open/desk/", size=size, user=people.user("jo"))
    sound(page)
    page.locator(f"a[href='{case.get_absolute_url()}']").first.click()
    press(page, "Claim case")
    sound(page)
    page.locator("#rule label.choice", has_text="No infringement").first.click()
    for field in page.locator("#rule textarea[required]:visible").all():
        field.fill("Looked at it at the table; both agree.")
    for field in page.locator("#rule textarea:visible").all():
        field.fill("Looked at it at the table; both agree.")
    press(page, "Make ruling")
    page.locator("article.card-accent").first.wait_for()
    assert Ruling.objects.get().case_id == case.pk
    sound(page)
