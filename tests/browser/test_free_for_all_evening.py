"""A free-for-all evening of 14 players on one laptop and their phones, from registration to trophies."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import arrived, overflow, says_yes
from tests.tournaments import worlds
from tournaments.events.models.settings import Mode
from tournaments.models import Event, Match, Registration, Role
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 30_000


class Evening:
    def __init__(self, open_page) -> None:
        fields = {"swiss_rounds": 2, "cut_size": 4, "place": "Lyon", "prizes": "1: trophy"}
        self.event: Event = worlds.an_event("announced", mode=Mode.FREE_FOR_ALL, capacity=16, **fields)
        self.organiser = worlds.staff(self.event, Role.OWNER, "olga")
        self.here = f"/events/{self.event.slug}/"
        self.open_page = open_page
        self.laptop: Page = open_page(f"{self.here}run/", user=self.organiser)
        says_yes(self.laptop)

    def presses(self, name: str) -> None:
        self.laptop.goto(f"{self.here}run/")
        self.laptop.get_by_role("button", name=name, exact=True).first.click()
        arrived(self.laptop)

    def phone(self, player: Registration, path: str) -> Page:
        page = self.open_page(path, size="phone", user=player.user)
        says_yes(page)
        return page

    def publishes(self, number: int) -> list[Match]:
        """From the page of the drawn round, or of the event."""
        if not self.event.rounds.filter(number=number).exists():
            self.presses("Pair next round")
        self.laptop.goto(f"{self.here}rounds/{number}/")
        self.laptop.get_by_role("button", name="Publish round").click()
        expect(self.laptop.get_by_role("button", name="Start timer")).to_be_visible(timeout=LONG)
        self.laptop.get_by_role("button", name="Start timer").click()
        expect(self.laptop.get_by_role("button", name="Pause")).to_be_visible(timeout=LONG)
        return list(Match.objects.filter(round__event=self.event, round__number=number).by_table())

    def slips_are_entered(self, matches: list[Match]) -> None:
        """What the organiser does at the other tables."""
        for match in matches:
            size = len(match.seats())
            score = Score(tuple(range(1, size + 1)), (5,) + (0,) * (size - 1))
            enter_result(match_id=match.pk, who=self.organiser, score=score)


def fill(page: Page, places: list[int], glory: list[int]) -> None:
    """Typed, as who would rather not tap does."""
    page.get_by_text("Type places and numbers").click()
    for seat, place, number in zip("abcd", places, glory, strict=False):
        page.locator(f"[name=place_{seat}]").select_option(str(place))
        page.locator(f"[name=glory_{seat}]").fill(str(number))


def tap(page: Page, places: list[int], glory: list[int]) -> None:
    """In the order of finish; the last needs no tap, and at the end of a game by glory the winner alone has GG."""
    seats = page.locator(".finish-seat")
    for place in range(1, len(places)):
        seats.nth(places.index(place)).locator("[data-taps]").click()
    page.locator(f"[data-number='{max(glory)}']").click()


def players_register_and_check_in(evening: Evening) -> None:
    """Two on their own phones, the others at the desk."""
    evening.presses("Open registration")
    expect(evening.laptop.get_by_role("button", name="Start check-in").first).to_be_visible(timeout=LONG)
    for name in ("ana", "bo"):
        page = evening.open_page(evening.here, size="phone", user=worlds.a_user(name))
        page.get_by_role("link", name="Register", exact=True).first.tap()
        page.get_by_role("button", name="Register", exact=True).first.tap()
        expect(page.get_by_role("link", name="Withdraw registration")).to_be_visible(timeout=LONG)
    for _other in range(12):
        worlds.a_player(evening.event, checked_in_at=None)
    evening.presses("Start check-in")
    evening.laptop.goto(f"{evening.here}check-in/")
    evening.laptop.get_by_role("button", name="Check in all 14").click()
    expect(evening.laptop.locator("#desk [data-count]")).to_have_text("14", timeout=LONG)
    evening.laptop.goto(f"{evening.here}start/")
    evening.laptop.get_by_role("button", name="Start round 1").click()
    expect(evening.laptop.get_by_role("button", name="Publish round")).to_be_visible(timeout=LONG)


def a_table_reports_and_all_confirm(evening: Evening, match: Match) -> None:
    first, *others = match.seats()
    page = evening.phone(first, match.get_absolute_url())
    tap(page, [1, 2, 3, 4], [6, 0, 0, 0])
    page.get_by_role("button", name="Report", exact=True).tap()
    expect(page.get_by_text("Still to confirm")).to_be_visible(timeout=LONG)
    assert overflow(page) <= 0
    for other in others:
        theirs = evening.phone(other, match.get_absolute_url())
        theirs.get_by_role("button", name="Confirm result").tap()
        expect(theirs.get_by_role("button", name="Confirm result")).to_have_count(0, timeout=LONG)
        theirs.close()
    page.close()
    match.refresh_from_db()
    assert match.is_done


def a_table_is_disputed_and_settled(evening: Evening, match: Match) -> None:
    """One reports, another disputes; the organiser sees it at once and enters what all say on the second look."""
    first, second, third = match.seats()
    page = evening.phone(first, match.get_absolute_url())
    tap(page, [1, 2, 3], [4, 0, 0])
    page.get_by_role("button", name="Report", exact=True).tap()
    expect(page.get_by_text("Still to confirm")).to_be_visible(timeout=LONG)
    other = evening.phone(third, match.get_absolute_url())
    other.get_by_placeholder("What is wrong?").fill("I won")
    evening.laptop.goto(f"{evening.here}rounds/{match.round.number}/")
    other.get_by_role("button", name="Dispute and call a judge").tap()
    expect(evening.laptop.get_by_text("disputed").first).to_be_visible(timeout=LONG)
    page.close()
    other.close()
    evening.laptop.goto(match.get_absolute_url())
    tap(evening.laptop, [2, 3, 1], [0, 0, 4])
    evening.laptop.get_by_role("button", name="Save result").click()
    expect(evening.laptop.get_by_text("Correct result").first).to_be_visible(timeout=LONG)
    assert second in match.seats()


def a_result_is_corrected(evening: Evening, match: Match) -> None:
    """The slip was read wrongly: the preview says who gains what."""
    laptop = evening.laptop
    laptop.goto(match.get_absolute_url())
    laptop.get_by_text("Correct result").first.click()
    fill(laptop, [2, 1, 3], [0, 5, 0])
    laptop.locator("#id_why").fill("The slip was read wrongly.")
    laptop.get_by_role("button", name="Preview changes").click()
    expect(laptop.get_by_text("6 → 2").first).to_be_visible(timeout=LONG)
    laptop.locator("[name=then][value=keep]").click()
    expect(laptop.get_by_text("corrected").first).to_be_visible(timeout=LONG)


def a_player_goes_home(evening: Evening, gone: Registration) -> None:
    laptop = evening.laptop
    laptop.goto(f"{evening.here}manage/players/")
    row = laptop.get_by_role("row").filter(has_text=gone.full_name)
    row.get_by_role("button", name="Actions for").click()
    row.get_by_role("button", name="Drop player").click()
    expect(laptop.get_by_text(f"{gone.full_name} dropped").first).to_be_visible(timeout=LONG)


def the_final_of_four_is_played(evening: Evening, number: int) -> Registration:
    """In the hall, on a phone that may not share the first place, and on the laptop; then the podium and the trophy."""
    evening.presses("Start top cut")
    (final,) = evening.publishes(number)
    hall = evening.open_page(f"{evening.here}hall/")
    expect(hall.locator(".hall-final strong")).to_have_count(4, timeout=LONG)
    first, *others = final.seats()
    page = evening.phone(first, final.get_absolute_url())
    fill(page, [1, 1, 3, 4], [3, 3, 0, 0])
    page.locator("[name=ending]").select_option("time")
    evening.open_page.expected.append("400")
    page.get_by_role("button", name="Report", exact=True).tap()
    expect(page.get_by_text("with the higher seed (1)").first).to_be_visible(timeout=LONG)
    page.locator("[name=place_a]").select_option("2")
    page.get_by_role("button", name="Report", exact=True).tap()
    expect(page.get_by_text("Still to confirm")).to_be_visible(timeout=LONG)
    for other in others:
        theirs = evening.phone(other, final.get_absolute_url())
        theirs.get_by_role("button", name="Confirm result").tap()
        expect(theirs.get_by_role("button", name="Confirm result")).to_have_count(0, timeout=LONG)
        theirs.close()
    champion = others[0]
    expect(hall.locator(".hall-first li").first).to_contain_text(champion.shown_name, timeout=LONG)
    return champion


def test_an_evening_of_fourteen_with_drop_dispute_and_correction(open_page):
    evening = Evening(open_page)
    players_register_and_check_in(evening)
    tables = evening.publishes(1)
    fours = [match for match in tables if len(match.seats()) == 4]
    threes = [match for match in tables if len(match.seats()) == 3]
    assert (len(fours), len(threes)) == (2, 2)
    a_table_reports_and_all_confirm(evening, fours[0])
    a_table_is_disputed_and_settled(evening, threes[0])
    evening.slips_are_entered([fours[1], threes[1]])
    a_result_is_corrected(evening, threes[1])
    gone = fours[1].seats()[3]
    a_player_goes_home(evening, gone)
    tables = evening.publishes(2)
    assert sorted(len(match.seats()) for match in tables) == [3, 3, 3, 4]
    assert not gone.seats.filter(round__number=2).exists()
    evening.slips_are_entered(tables)

    champion = the_final_of_four_is_played(evening, 3)
    evening.presses("Finish event")
    expect(evening.laptop.get_by_role("button", name="Finish event")).to_have_count(0, timeout=LONG)
    public = open_page(evening.here, size="phone")
    expect(public.get_by_role("heading", name="Podium")).to_be_visible(timeout=LONG)
    assert overflow(public) <= 0
    evening.laptop.goto(f"{evening.here}print/certificates/")
    expect(evening.laptop.get_by_text(champion.shown_name).first).to_be_visible()
    expect(evening.laptop.get_by_text("trophy").first).to_be_visible()
