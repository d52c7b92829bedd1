"""Steps that change a page where it stands: nothing is loaded anew, and without scripts all goes on as ever."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from judging.cases.services.desk import call_judge
from judging.logs.services.submission import submit_log
from judging.models import Case, Submission
from tests.browser.driver import SHIFTS, arrived, press_by_keyboard, says_yes
from tests.judging.people import a_hall, table_1, user
from tests.tournaments import worlds
from tournaments.events.models.settings import Mode
from tournaments.models import MatchState, Registration, Result, RoundState
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import report_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round

pytestmark = pytest.mark.django_db(transaction=True)
HERE = "document.body.dataset.marked"
DRAWN_ANEW = 2500  # milliseconds: longer than a page waits to draw what has changed (static/js/live.js)


def marked(page: Page) -> Page:
    """A page that would lose its mark if it was loaded anew."""
    page.wait_for_load_state("load")
    page.evaluate(f"{HERE} = 'yes'")
    return page


def is_same(page: Page) -> bool:
    return page.evaluate(f"{HERE} === 'yes'")


@pytest.fixture
def drafted():
    event = worlds.an_event(swiss_rounds=2)
    organiser = worlds.staff(event)
    for name in ("ana", "bo", "cy", "di"):
        worlds.a_player(event, name)
    return pair_round(event_id=event.pk, who=organiser), organiser


@pytest.mark.parametrize("scripts", [True, False])
def test_a_round_is_published_in_place(open_page, drafted, scripts):
    draft, organiser = drafted
    page = open_page(draft.get_absolute_url(), user=organiser, javascript=scripts)
    if scripts:
        marked(page)
    page.get_by_role("button", name="Publish round").click()
    expect(page.get_by_role("button", name="Start timer")).to_be_visible()
    expect(page.locator(".messages")).to_contain_text("published")
    draft.refresh_from_db()
    assert draft.state == RoundState.PUBLISHED
    if scripts:
        expect(page.locator(".messages")).to_be_focused()
        assert is_same(page)


def held_answers(page: Page, path: str) -> list:
    """What is sent there is done, and its answers wait in the list."""
    answers = []
    page.route(path, lambda route: answers.append((route, route.fetch())))
    return answers


def test_ones_own_step_shows_its_work_and_no_warning(open_page):
    event = worlds.an_event(swiss_rounds=2)
    organiser = worlds.staff(event)
    for name in ("ana", "bo"):
        worlds.a_player(event, name)
    page = marked(open_page(reverse("tournaments:run", args=[event.slug]), user=organiser))
    page.get_by_role("button", name="Pair next round").first.click()
    undo = page.locator(".messages").get_by_role("button", name="Discard pairings")
    expect(undo).to_be_enabled()
    answers = held_answers(page, "**/publish/")
    publish = page.get_by_role("button", name="Publish round")
    publish.click()
    expect(publish).to_have_attribute("aria-busy", "true")
    expect(undo).to_be_disabled()
    page.wait_for_timeout(DRAWN_ANEW)
    assert event.rounds.get().state == RoundState.PUBLISHED
    expect(publish).to_be_visible()
    expect(page.locator("[data-code=outdated]")).to_have_count(0)
    for route, answer in answers:
        route.fulfill(response=answer)
    expect(page.locator(".messages")).to_contain_text("published")
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert is_same(page)


def test_a_player_confirms_in_place_on_a_phone(open_page):
    event = worlds.an_event()
    ana, bo = worlds.a_player(event, "ana"), worlds.a_player(event, "bo")
    match = worlds.a_round(event, (ana, bo)).matches.get()
    report_result(match_id=match.pk, who=ana.user, score=Score.duel("a", 4, 0))
    page = marked(open_page(match.get_absolute_url(), size="phone", user=bo.user))
    page.get_by_role("button", name="Confirm result").tap()
    expect(page.locator(".notice-good", has_text="You lost")).to_be_visible()
    match.refresh_from_db()
    assert match.state == MatchState.DONE
    assert is_same(page)


def test_a_ruling_opens_the_next_case_in_place(open_page):
    a_hall()
    case = call_judge(match=table_1(), by=user("bo"), text="They moved twice.")
    other = Case.objects.create(event=case.event, kind=Case.Kind.BELIEVED_RESULT, cause="x", match=table_1())
    page = marked(open_page(case.get_absolute_url(), user=user("jo")))
    page.locator("#plain button").first.click()
    expect(page.locator(".just-ruled")).to_be_focused()
    page.wait_for_url(f"**{other.get_absolute_url()}")
    assert is_same(page)
    page.go_back()
    expect(page.locator(".just-ruled")).to_have_count(1)


def test_an_event_is_moved_on_from_its_dashboard_in_place(open_page):
    event = worlds.an_event("announced")
    page = marked(open_page(f"/events/{event.slug}/run/", user=worlds.staff(event, "owner")))
    says_yes(page)
    page.get_by_role("button", name="Open registration").first.click()
    expect(page.get_by_role("button", name="Start check-in").first).to_be_visible()
    expect(page.locator(".messages")).to_be_focused()
    assert is_same(page)


def test_a_player_registers_and_withdraws_in_place_on_a_phone(open_page):
    event = worlds.an_event("registration")
    page = open_page(event.get_absolute_url(), size="phone", user=worlds.a_user("ana"))
    says_yes(page)
    page.get_by_role("link", name="Register", exact=True).first.tap()
    page.wait_for_url("**/register/")
    marked(page).get_by_role("button", name="Register", exact=True).first.tap()
    expect(page.get_by_role("link", name="Withdraw registration")).to_be_visible()
    assert is_same(page)
    assert page.evaluate("document.body.className").startswith("of-event")
    page.go_back()
    page.wait_for_url("**/register/")
    page.goto(event.get_absolute_url())
    page.get_by_role("link", name="Withdraw registration").tap()
    page.wait_for_url("**/withdraw/")
    marked(page).locator("main form button").last.tap()
    expect(page.get_by_text("For a few minutes your place is kept.").first).to_be_visible()
    assert is_same(page)


def test_staff_are_invited_in_place(open_page):
    event = worlds.an_event()
    page = marked(open_page(f"/events/{event.slug}/staff/", user=worlds.staff(event, "owner")))
    says_yes(page)
    page.get_by_role("button", name="Create invitation link").click()
    arrived(page)
    page.get_by_role("button", name="Revoke invitation").last.click()  # the first is in the message
    expect(page.get_by_role("button", name="Revoke invitation")).to_have_count(0)
    assert is_same(page)


def test_a_list_is_submitted_in_place_on_a_phone(open_page):
    event = worlds.an_event("registration", lists_required=True)
    ana = worlds.a_player(event, "ana")
    page = marked(open_page(f"/events/{event.slug}/my-list/", size="phone", user=ana.user))
    typed = page.locator("main form textarea").first
    typed.fill("Queen of the Tofus\nBill Tell\nOscar Kass\nBad Aboum")
    page.get_by_role("button", name="Submit list").tap()
    expect(page.get_by_role("button", name="Replace list")).to_be_visible()
    assert ana.lists.get().legal
    assert is_same(page)


def test_crews_are_drawn_in_place(open_page):
    event = worlds.an_event("registration", mode=Mode.TWO_V_TWO)
    for name in ("ana", "bo", "cy", "di"):
        worlds.a_player(event, name)
    page = marked(open_page(f"/events/{event.slug}/crews/", user=worlds.staff(event)))
    says_yes(page)
    page.get_by_role("button", name="Draw crews of two by lot").click()
    expect(page.locator(".messages")).to_be_focused()
    assert is_same(page)


def test_a_judge_comes_from_the_desk_in_place(open_page):
    a_hall()
    case = call_judge(match=table_1(), by=user("bo"), text="They moved twice.")
    page = marked(open_page(f"/events/{case.event.slug}/desk/", user=user("jo")))
    page.get_by_role("button", name="I am coming").click()
    expect(page.get_by_text("on the way").first).to_be_visible()
    page.get_by_role("button", name="Sound").click()  # its script goes on
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    assert is_same(page)


def test_what_did_not_arrive_stays_as_it_was_typed(open_page):
    open_page.expected.append("ERR_INTERNET_DISCONNECTED")
    event = worlds.an_event()
    ana, bo = worlds.a_player(event, "ana"), worlds.a_player(event, "bo")
    match = worlds.a_round(event, (ana, bo)).matches.get()
    report_result(match_id=match.pk, who=ana.user, score=Score.duel("a", 4, 0))
    page = marked(open_page(match.get_absolute_url(), size="phone", user=bo.user))
    page.get_by_label("What is wrong?").fill("It was five")
    page.context.set_offline(True)
    page.get_by_role("button", name="Dispute and call a judge").tap()
    expect(page.locator("[data-unsent]:visible")).to_have_count(1)
    expect(page.get_by_label("What is wrong?")).to_have_value("It was five")
    page.context.set_offline(False)
    page.get_by_role("button", name="Dispute and call a judge").tap()
    expect(page.get_by_text("You have called a judge").first).to_be_visible()
    assert is_same(page)


def test_several_players_are_changed_in_place(open_page):
    event = worlds.an_event("registration")
    organiser = worlds.staff(event)
    for name in ("ana", "bo", "cy"):
        worlds.a_player(event, name, status="pending")
    page = marked(open_page(f"/events/{event.slug}/manage/players/?show=all", user=organiser))
    page.get_by_label("Select all players shown").check()
    page.locator(".selection [value=approve]").click()
    expect(page.locator(".messages")).to_be_focused()
    assert set(Registration.objects.values_list("status", flat=True)) == {"registered"}
    page.get_by_label("Find a player").fill("bo")
    expect(page.locator("#players tr:visible")).to_have_count(1)  # the script of the search goes on
    assert is_same(page)


def has_focus(locator) -> None:
    """It keeps the focus when the section is drawn anew for what has changed."""
    expect(locator).to_be_focused()
    locator.page.wait_for_timeout(DRAWN_ANEW)
    expect(locator).to_be_focused()


def test_check_in_by_keyboard_goes_on_where_it_was(open_page):
    event = worlds.an_event("check-in")
    for name in ("Ana", "Bo", "Cy"):
        event.registrations.create(guest_name=name)
    page = open_page(f"/events/{event.slug}/check-in/", user=worlds.staff(event, "scorekeeper"))
    row = page.locator("#players tr")
    press_by_keyboard(page, row.filter(has_text="Bo").get_by_role("button"))
    has_focus(row.filter(has_text="Cy").get_by_role("button"))
    press_by_keyboard(page, row.filter(has_text="Bo").get_by_role("button", name="Undo"))
    expect(page.locator("#desk [data-count]")).to_have_attribute("data-count", "0")
    has_focus(row.last.get_by_role("button", name="Check in"))
    press_by_keyboard(page, page.get_by_role("button", name="Check in all 3"))
    has_focus(page.locator(".check-in-head [data-heard]").first)
    press_by_keyboard(page, page.get_by_role("button", name="Undo check-in of 3"))
    has_focus(page.locator(".check-in-head [data-heard]").first)
    expect(page.locator("#desk [data-count]")).to_have_attribute("data-count", "0")


def test_results_by_keyboard_go_on_to_the_next_row(open_page):
    event = worlds.an_event(swiss_rounds=2)
    ana, bo, cy, di = (worlds.a_player(event, name) for name in ("ana", "bo", "cy", "di"))
    worlds.a_round(event, (ana, bo), (cy, di))
    page = open_page(f"/events/{event.slug}/entry/", user=worlds.staff(event))
    rows = page.locator(".result-row")
    press_by_keyboard(page, rows.first.locator("a.button").first)
    press_by_keyboard(page, rows.first.get_by_role("button", name="Bo is absent"))
    expect(rows).to_have_count(1)
    has_focus(rows.first.locator("a.button").first)
    press_by_keyboard(page, page.get_by_role("button", name="Undo result of table 1"))
    expect(rows).to_have_count(2)
    has_focus(page.locator("#entry-now"))


def test_a_profile_changes_its_language_in_place(open_page):
    page = marked(open_page("/me/", user=worlds.a_user("ana")))
    page.get_by_label("Language").select_option("fr")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".messages")).to_be_focused()
    expect(page.get_by_role("link", name="Mes parties").first).to_be_attached()
    assert is_same(page)
    page.get_by_label("Nom public").fill("Ana de Brâkmar")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.locator(".messages")).to_be_focused()
    assert page.evaluate("document.title").startswith("Votre profil")
    assert is_same(page)


def test_tokens_and_pools_are_made_in_place_on_a_phone(open_page):
    page = open_page("/me/tokens/", size="phone", user=worlds.a_user("ana"))
    says_yes(page)
    marked(page).get_by_label("Name").fill("scores")
    page.get_by_label("read what you can see").check()
    page.get_by_role("button", name="Create token").tap()
    expect(page.locator("#token-secret")).to_be_visible()
    page.get_by_role("button", name="Revoke").tap()
    expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    assert is_same(page)
    page.goto("/pools/")
    marked(page).locator("#id_name").fill("Sealed in Lyon")
    page.locator("main form button").tap()
    page.wait_for_url("**/pools/*/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sealed in Lyon")
    assert is_same(page)


def test_what_is_refused_outside_events_stands_where_it_was_sent(open_page):
    open_page.expected.append("status of 400")
    page = marked(open_page("/legality/new/", user=worlds.a_user("ana")))
    page.locator("#id_title").evaluate("field => field.required = false")
    page.locator("main form .button-primary").click()
    expect(page.locator(".errorlist").first).to_be_focused()
    page.locator("#id_title").fill("Lyon, winter")
    page.locator("main form .button-primary").click()
    page.wait_for_url("**/legality/lyon-winter/")
    assert is_same(page)


def test_a_pasted_team_is_built_and_undone_in_place(open_page):
    page = open_page("/teams/paste/", user=worlds.a_user("ana"))
    marked(page).locator("main form textarea").first.fill("Queen of the Tofus\nBill Tell")
    page.locator("main form .button-primary").click()
    page.wait_for_url("**/teams/build/**")
    expect(page.locator("#team-panel")).to_contain_text("Bill Tell")
    page.locator("#team-panel [name=out]").first.click()
    expect(page.locator("#team-panel [name=out]")).to_have_count(1)
    page.locator("[data-undo]:visible").first.click()
    expect(page.locator("#team-panel [name=out]")).to_have_count(2)
    assert is_same(page)


def test_the_desk_by_keyboard_goes_on_where_it_was(open_page):
    event = a_hall()
    cy, di = worlds.a_player(event, "cy"), worlds.a_player(event, "di")
    other = worlds.seat(cy, di, round=table_1().round, table=2)
    call_judge(match=table_1(), by=user("bo"), text="They moved twice.")
    page = open_page(f"/events/{event.slug}/desk/", user=user("jo"))
    press_by_keyboard(page, page.get_by_role("button", name="I am coming"))
    dossier = page.locator(".call").first.get_by_role("link", name="Open dossier")
    has_focus(dossier)
    call_judge(match=other, by=cy.user, text="Me too.")
    expect(page.get_by_text("Me too.")).to_be_visible()
    expect(page.locator(".call", has_text="They moved twice").get_by_role("link", name="Open dossier")).to_be_focused()


def test_the_queue_by_keyboard_keeps_its_place(open_page):
    event = a_hall()
    for who in ("ana", "bo"):
        submit_log(content=b'{"by": "%s"}' % who.encode(), submitter=user(who), match=table_1())
    Submission.objects.update(state="needs_human", trouble="no disk")
    page = open_page(f"/events/{event.slug}/queue/", user=user("jo"))
    again = page.get_by_role("button", name="Try again")
    again.nth(1).focus()
    has_focus(again.nth(1))


SENT_FROM_HERE = """([action, value]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  form.append(document.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
  form.append(Object.assign(document.createElement("input"), { name: "result", value }));
  document.getElementById("main").append(form);
  form.requestSubmit();
}"""


def test_a_page_that_is_loaded_keeps_its_message(open_page, drafted):
    draft, organiser = drafted
    publish_round(round_id=draft.pk, who=organiser)
    match = draft.matches.by_table()[0]
    enter_result(match_id=match.pk, who=organiser, score=Score.duel("a", 5, 0))
    page = marked(open_page(f"/events/{draft.event.slug}/announce/", user=organiser))
    page.evaluate(SENT_FROM_HERE, [reverse("tournaments:undo_result", args=[match.pk]), Result.objects.get().pk])
    page.wait_for_url("**/entry/")
    expect(page.locator(".messages")).to_be_visible()
    assert not is_same(page)
    page.reload()
    expect(page.locator(".messages")).to_have_count(0)


UNCOVERED = """() => {
  const said = document.querySelector(".messages");
  return said.contains(document.elementFromPoint(innerWidth / 2, said.getBoundingClientRect().top + 8));
}"""


def test_the_message_of_an_added_player_is_in_sight(open_page):
    event = worlds.an_event()
    page = open_page(f"/events/{event.slug}/manage/players/add/", user=worlds.staff(event))
    page.get_by_label("Name", exact=True).fill("Zoé")
    page.locator("#main .form-actions button").click()
    expect(page.locator(".messages")).to_be_in_viewport(ratio=1)
    page.wait_for_function(UNCOVERED)


def test_the_bar_of_a_top_cut_covers_no_tab(open_page):
    event = worlds.an_event("cut", swiss_rounds=1, cut_size=4, name="Autumn Cup 2026")
    organiser = worlds.staff(event)
    players = [worlds.a_player(event, name) for name in ("ana", "bo", "cy", "di")]
    worlds.a_round(event, tuple(players[:2]), tuple(players[2:]), state="closed").matches.update(state=MatchState.DONE)
    event.cut_seeds = [player.pk for player in players]
    event.save(update_fields=["cut_seeds"])
    pair_round(event_id=event.pk, who=organiser)
    page = open_page(reverse("tournaments:run", args=[event.slug]), user=organiser)
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.locator(".event-head .tabs").evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth")


PLACES = """[...document.querySelectorAll("#desk .chip, #desk thead th, #desk")].map((piece) => {
  const { x, width, height } = piece.getBoundingClientRect();
  return [x, width, height];
})"""


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_moves_as_players_are_checked_in(open_page, size):
    event = worlds.an_event("check-in", entry_fee="5")
    for name in ("Ana", "Bo", "Cy", "Di"):
        event.registrations.create(guest_name=name)
    page = marked(open_page(f"/events/{event.slug}/check-in/", size=size, user=worlds.staff(event)))
    stood = page.evaluate(PLACES)
    page.evaluate(SHIFTS)
    for here in (1, 2):
        page.get_by_role("button", name="Check in", exact=True).first.click()
        expect(page.locator("[data-count]")).to_have_attribute("data-count", str(here))
        page.wait_for_load_state("networkidle")
        assert page.evaluate(PLACES) == stood
    assert page.evaluate("shifts.reduce((sum, value) => sum + value, 0)") < 0.001
