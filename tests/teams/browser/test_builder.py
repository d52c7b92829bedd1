"""A player builds, breaks each rule, corrects it and saves, on a phone and at a desk, by click and by keyboard."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from rules.arena.cards import catalogue
from teams.lists.services import set_sharing
from teams.models import TeamList
from teams.pools.services import add_figures, open_pool
from tests.browser.driver import faults_in_both_colours, overflow, serious_faults

LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


@pytest.fixture(params=[pytest.param("phone", marks=pytest.mark.check), "desktop"])
def size(request) -> str:
    return request.param


def address(figures=LEGAL, **more) -> str:
    return "/teams/build/?" + "&".join([*(f"f={figure}" for figure in figures), *(f"{k}={v}" for k, v in more.items())])


def look_for(page, words):
    page.locator("#q").fill(words)


def shown(page) -> list[str]:
    return page.locator("#picks .pick:not([hidden])").evaluate_all("rows => rows.map(row => row.dataset.slug)")


def add(page, slug, words):
    before = int(page.locator("#team-panel").get_attribute("data-figures"))
    look_for(page, words)
    page.locator(f"#add-{slug}").click()
    team_of(page, before + 1)


def take_out(page, name):
    before = int(page.locator("#team-panel").get_attribute("data-figures"))
    page.get_by_role("button", name=f"Remove {name}", exact=True).first.click()
    team_of(page, before - 1)


def team_of(page, count):
    page.wait_for_selector(f"#team-panel[data-figures='{count}']")


def articles(page) -> set[str]:
    return set(page.locator("#team-panel .faults .article").all_inner_texts())


def test_a_team_is_built_broken_corrected_and_saved(open_page, size, ana):
    page = open_page("/teams/build/", size=size, user=ana)
    for slug, words in [("queen-of-the-tofus", "queen tofus"), ("bill-tell", "bill tell"), ("oscar-kass", "oscar")]:
        add(page, slug, words)
    assert articles(page) == {"1.1.1.b"}
    expect(page.locator("#total-level")).to_have_text("9/12")
    add(page, "queen-of-the-tofus", "queen tofus")
    assert articles(page) == {"1.1.1.c"}
    take_out(page, "Queen of the Tofus")
    add(page, "bad-aboum", "bad aboum")
    expect(page.locator("#team-panel [role=status]")).to_have_text("legal")
    expect(page.locator("#total-initiative")).to_have_text("24")
    assert overflow(page) <= 0
    assert serious_faults(page) == []
    page.locator("#team-name").fill("Stasis")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/teams/*/")
    expect(page.locator("h1")).to_have_text("Stasis")
    assert overflow(page) <= 0


BROKEN = [
    ("1.1.1.d", ["percedal", "jems-blond"], ("percedal-percylax", "percylax")),
    ("1.1.1.e", ["bill-tell", "bill-tell", "oscar-kass"], ("bill-tell", "bill tell")),
    ("1.1.1.f", ["trank", "trank", "trank", "percedal", "kivin"], ("trank", "trank")),
    ("1.1.1.g", ["king-nidas", "percedal"], ("master-vampire", "maitre vampire")),
    ("1.1.1.h", ["goultard", "vampyro"], ("poochan", "poochan")),
]


@pytest.mark.parametrize(("article", "figures", "last"), BROKEN, ids=[row[0] for row in BROKEN])
def test_each_rule_is_broken_and_corrected(open_page, article, figures, last):
    page = open_page(address(figures, legality="season-2018-01"), size="phone")
    slug, words = last
    add(page, slug, words)
    assert article in articles(page)
    page.locator(f"[name=out][value={slug}]").first.click()
    team_of(page, len(figures))
    assert article not in articles(page)


def test_1_1_1_a_teams_need_three_to_eight_figures(open_page):
    page = open_page(address(LEGAL[:2]), size="phone")
    assert "1.1.1.a" in articles(page)
    add(page, "oscar-kass", "oscar")
    assert "1.1.1.a" not in articles(page)
    page = open_page(address(["trank"] * 8), size="phone")
    assert "1.1.1.a" not in articles(page)
    add(page, "trank", "trank")
    assert "1.1.1.a" in articles(page)
    page.locator("[name=out][value=trank]").first.click()
    team_of(page, 8)
    assert "1.1.1.a" not in articles(page)


def test_undo_goes_back_step_by_step(open_page, size):
    page = open_page(address(LEGAL[:2]), size=size)
    add(page, "oscar-kass", "oscar")
    add(page, "bad-aboum", "bad aboum")
    page.get_by_role("button", name="Undo").click()
    team_of(page, 3)
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    team_of(page, 2)
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()


def test_undo_works_after_going_forward_and_reverts_the_list_choice(open_page):
    page = open_page(address(LEGAL[:2]))
    undo = page.get_by_role("button", name="Undo")
    add(page, "oscar-kass", "oscar")
    page.go_back()
    team_of(page, 2)
    expect(undo).to_be_hidden()
    page.go_forward()
    team_of(page, 3)
    expect(undo).to_be_visible()
    with page.expect_response("**/teams/build/**"):
        page.locator("#legality").select_option("season-2018-01")
    page.wait_for_url("**legality=season-2018-01**")
    undo.click()
    page.wait_for_url(lambda url: "legality" not in url)
    expect(page.locator("#legality")).to_have_value("none")
    team_of(page, 3)


def test_an_undone_figure_is_added_once_when_added_again(open_page):
    page = open_page(address(LEGAL[:2]))
    add(page, "oscar-kass", "oscar")
    page.get_by_role("button", name="Undo").click()
    team_of(page, 2)
    add(page, "bad-aboum", "bad aboum")
    names = page.locator("#team-panel .row-name").all_inner_texts()
    assert len(names) == 3 and not any(name.startswith("Oscar") for name in names)


def test_a_typed_name_stays_and_is_in_the_link(open_page):
    page = open_page(address(LEGAL[:2]))
    page.locator("#team-name").fill("Stasis")
    add(page, "oscar-kass", "oscar")
    page.locator("#sharing summary").click()
    expect(page.locator("#share")).to_have_value(re.compile("name=Stasis"))
    add(page, "bad-aboum", "bad aboum")
    expect(page.locator("#sharing")).to_have_attribute("open", "")
    page.get_by_role("button", name="Undo").click()
    team_of(page, 3)
    expect(page.locator("#team-name")).to_have_value("Stasis")


def test_quick_presses_are_all_counted(open_page):
    page = open_page(address(LEGAL[:1]))
    look_for(page, "kivin")
    page.wait_for_selector("#add-kivin")
    page.evaluate("for (let n = 0; n < 3; n++) document.getElementById('add-kivin').click()")
    team_of(page, 4)
    open_page.expected += ["htmx:sendAbort", "htmx:afterRequest"]  # answers that are no longer waited for


def test_the_keyboard_alone_builds(open_page):
    page = open_page("/teams/build/")
    page.locator("#q").focus()
    page.keyboard.type("queen tofus")
    expect(page.locator("#picks .pick:not([hidden])")).to_have_count(2)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    team_of(page, 1)
    expect(page.locator("#team-panel .row-name")).to_contain_text("Queen of the Tofus")


def test_keyboard_focus_moves_on_when_its_figure_leaves_the_list(open_page):
    page = open_page(address(["bill-tell"]))
    page.locator("#add-katar").press("Enter")  # a second of level 6 would be too many
    team_of(page, 2)
    page.wait_for_function("() => document.activeElement.name === 'add'")
    assert page.evaluate("document.activeElement.id") != "add-katar"


@pytest.mark.check
def test_figures_are_searched_and_sorted_without_a_request(open_page, size):
    page = open_page(address(LEGAL[:2]), size=size)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    look_for(page, "élément:fire hp > 12")
    expect(page.locator("#understood")).to_contain_text("HP > 12")
    found = shown(page)
    assert 0 < len(found) < 60
    assert all(catalogue().by_slug[slug].hp > 12 for slug in found)
    page.locator("#sort").select_option("hp")
    numbers = [catalogue().by_slug[slug].hp for slug in shown(page)]
    assert numbers == sorted(numbers, reverse=True)
    assert set(shown(page)) == set(found)
    look_for(page, "qeen tofu")
    expect(page.locator("#understood")).to_contain_text("qeen")
    expect(page.locator("#nearest")).to_contain_text("Queen of the Tofus")
    page.get_by_role("link", name="Show all figures").click()
    assert len(shown(page)) == len(catalogue().cards)
    assert asked == []


def test_page_and_server_show_the_same_figures_in_order(open_page):
    page = open_page(address(LEGAL[:2]))
    for words, order in [("", "fits"), ("retreat", "fits"), ("ap>=6 fire", "level"), ("lock hp>8", "mp")]:
        look_for(page, words)
        page.locator("#sort").select_option(order)
        here = shown(page)
        search = urlencode({"q": words, "sort": order})
        plain = open_page(f"{address(LEGAL[:2])}&{search}", javascript=False)
        assert (words, shown(plain)) == (words, here)
        plain.context.close()


def test_a_search_stays_when_the_team_changes(open_page):
    page = open_page(address(LEGAL[:1]))
    page.locator("#sort").select_option("name")
    add(page, "oscar-kass", "oscar kass")
    expect(page.locator("#q")).to_have_value("oscar kass")
    assert shown(page) == ["oscar-kass", "oscar-kass-eternal-1"]
    expect(page.locator("[data-slug=oscar-kass] .in-team")).to_have_text("1 in your team")
    page.get_by_role("button", name="Undo").click()
    team_of(page, 1)
    expect(page.locator("#q")).to_have_value("oscar kass")
    assert shown(page) == ["oscar-kass", "oscar-kass-eternal-1"]
    expect(page.locator("[data-slug=oscar-kass] .in-team")).to_have_text("")


PASTE = """([text, address]) => {
    const field = document.querySelector(address), clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text.repeat(520_000));
    return field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def test_an_oversized_pasted_text_is_refused(open_page):
    page = open_page("/teams/paste/")
    page.locator("#paste").fill("Bill Tell")
    assert page.evaluate(PASTE, ["Bill Tell\n", "#paste"]) is False
    expect(page.locator("#paste")).to_have_value("Bill Tell")
    expect(page.locator("#paste + [role=alert]")).to_contain_text("too large")
    assert page.evaluate(PASTE.replace("520_000", "2"), ["Bill Tell\n", "#paste"]) is True
    expect(page.locator("#paste + [role=alert]")).to_be_hidden()


def test_an_oversized_text_is_not_sent_and_stays(open_page):
    page = open_page("/teams/paste/")
    page.evaluate("paste.dataset.mostBytes = 100")
    page.locator("#paste").fill("Bill Tell\n" * 11)
    page.locator(".form-actions button").click()
    expect(page.locator("#paste + [role=alert]")).to_contain_text("too large")
    assert page.evaluate("[paste.value.length, paste.validity.customError]") == [110, True]


def test_without_javascript_the_plain_form_builds_and_saves(open_page, size, ana):
    page = open_page("/teams/build/?q=bill", size=size, user=ana, javascript=False)
    page.locator("#team-name").fill("Stasis")
    page.locator("#add-bill-tell").click()
    expect(page.locator("#team-name")).to_have_value("Stasis")
    assert "csrf" not in page.url
    assert "f=bill-tell" in page.url
    expect(page.locator("#q")).to_have_value("bill")
    page.locator("#add-bill-tell").click()
    page.get_by_role("button", name="Remove Bill Tell", exact=True).first.click()
    page.get_by_role("button", name="Save", exact=True).click()
    saved = TeamList.objects.of(ana).get()
    assert (saved.figures, saved.name) == (["bill-tell"], "Stasis")


def test_a_paste_is_corrected_and_opens_in_the_builder(open_page, size):
    page = open_page("/teams/paste/", size=size)
    page.locator("#paste").fill("Bil Tell\n2x Oscar Kass")
    page.get_by_role("button", name="Open in builder").click()
    expect(page.locator("[role=alert]:not([hidden])")).to_contain_text("Bill Tell")
    page.locator("#paste").fill(page.locator("#paste").input_value().replace("Bil ", "Bill "))
    page.get_by_role("button", name="Open in builder").click()
    team_of(page, 3)
    open_page.expected.append("400")


def test_returning_from_a_card_shows_the_whole_catalogue_again(open_page, size):
    page = open_page("/cards/", size=size)
    with page.expect_response("**/cards/?q=roi**"):
        page.locator("#q").fill("roi nidas")
    page.get_by_role("link", name="King Nidas").click()
    page.wait_for_url("**/cards/king-nidas/")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Cards")
    expect(page.locator("#found .figure-card")).to_have_count(1)


def test_a_pool_is_entered_by_a_neighbour_on_a_phone(open_page, ana, bo):
    pool = open_pool(owner=ana, name="Sealed in Lyon")
    page = open_page(f"/pools/{pool.pk}/enter/{pool.code}/", size="phone", user=bo)
    with page.expect_response("**/enter/**"):
        page.locator("#q").fill("kivin")
    page.get_by_role("button", name="Add Kivin", exact=True).click()
    page.get_by_role("button", name="Add one Kivin").click()
    page.wait_for_selector("text=2 figures entered")
    assert overflow(page) <= 0
    page.get_by_role("button", name="Register pool").click()
    page = open_page(f"/pools/{pool.pk}/", size="phone", user=ana)
    page.get_by_role("button", name="Confirm and lock pool").click()
    page.wait_for_selector("text=checked and locked")


def test_the_pages_keep_nobody_out_and_fit_the_screen(open_page, size, ana, anas_list):
    pool = add_figures(pool=open_pool(owner=ana, name="x"), figures=["ush", "kivin"])
    public = set_sharing(team=anas_list, who=ana, sharing="listed").get_public_url()
    paths = [
        *("/teams/public/", public, f"{public}sheet/"),
        *(
            "/cards/?q=bill",
            "/cards/bill-tell/",
            "/cards/djaul/",
            "/teams/",
            f"/teams/{anas_list.pk}/",
            "/teams/paste/",
        ),
        address(["percedal", "percedal-percylax", "dragon-pig", "poochan"], legality="season-2018-01"),
        *("/pools/", f"/pools/{pool.pk}/", f"/pools/{pool.pk}/enter/{pool.code}/?q=tofu"),
        *("/legality/", "/legality/season-2018-01/", "/legality/new/?from=season-2018-01"),
    ]
    page = open_page(paths[0], size=size, user=ana)
    for path in paths:
        page.goto(path)
        assert (path, faults_in_both_colours(page)) == (path, [])
