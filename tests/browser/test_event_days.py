"""Whole days in the browser: what a person sees is driven on the page, the rest of the 64 players by services."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from teams.pools.services import replace_figures
from tests.browser.driver import arrived, says_yes
from tests.tournaments import worlds
from tournaments.lists.services import pools
from tournaments.lists.services.submission import submit_list
from tournaments.models import Event, Match, Registration, Role, Staff
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 30_000


def with_players(event: Event, number: int) -> None:
    Registration.objects.bulk_create(
        Registration(event=event, guest_name=f"Player {n:02}", lot=n, checked_in_at=timezone.now())
        for n in range(number)
    )


def results_are_in(event: Event, who, but: int = 0) -> None:
    """All but the last tables."""
    tables = list(Match.objects.filter(round__event=event).undecided().by_table())
    for place, match in enumerate(tables[: len(tables) - but]):
        enter_result(match_id=match.pk, who=who, score=Score.duel("a", 2 + place % 5, 0))


def bar(page: Page):
    return page.locator(".run-bar")


def publish(page: Page) -> None:
    """From any page of the staff."""
    arrived(page)
    if page.get_by_role("button", name="Publish round").count() == 0:
        bar(page).get_by_role("button", name="Pair next round").click()
    page.get_by_role("button", name="Publish round").click()
    expect(page.get_by_role("button", name="Start timer")).to_be_visible(timeout=LONG)


def an_old_page_publishes_too(open_page, event: Event, old: Page) -> None:
    """Somebody was faster: the page says who, and what they did."""
    open_page.expected.append("409")
    old.evaluate(
        """address => {
            const form = document.createElement("form");
            form.method = "post"; form.action = address;
            form.append(document.querySelector("[name=csrfmiddlewaretoken]").cloneNode());
            document.body.append(form); form.submit();
        }""",
        f"/events/{event.slug}/rounds/1/publish/",
    )
    expect(old.get_by_text("What happened meanwhile")).to_be_visible(timeout=LONG)
    expect(old.locator(".meanwhile")).to_contain_text("Olga · Round 1 published")


def a_player_leaves_and_another_comes(page: Page, other: Page, event: Event) -> None:
    """The late entry takes the place that is free."""
    other.goto(f"/events/{event.slug}/manage/players/")
    row = other.get_by_role("row").filter(has_text="Player 63")
    row.get_by_role("button", name="Actions for").tap()
    row.get_by_role("button", name="Drop player").tap()
    expect(other.get_by_text("Player 63 dropped").first).to_be_visible(timeout=LONG)
    worlds.undo_time_is_over(event)
    page.goto(f"/events/{event.slug}/manage/players/add/")
    page.locator("[name=guest_name]").fill("Late Lou")
    page.get_by_role("button", name="Add player").click()
    expect(page.get_by_text("Late Lou: registered.")).to_be_visible(timeout=LONG)


def the_sister_event_is_cancelled(page: Page, owner) -> None:
    sister = worlds.an_event("registration", name="Sister event")
    Staff.objects.create(event=sister, user=owner, role=Role.OWNER)
    page.goto(f"/events/{sister.slug}/cancel/")
    page.locator("[name=why]").fill("No room")
    page.get_by_role("button", name="Cancel event").click()
    expect(page.get_by_text("No room").first).to_be_visible(timeout=LONG)


def the_final_is_played(open_page, page: Page, event: Event, who) -> None:
    here = f"/events/{event.slug}/"
    page.goto(f"{here}run/")
    page.get_by_role("button", name="Start top cut").click()
    page.get_by_role("button", name="Publish round").click()
    hall = open_page(f"{here}hall/")
    expect(hall.locator(".hall-final strong")).to_have_count(2, timeout=LONG)
    results_are_in(event, who)
    expect(hall.locator(".hall-first li").first).to_contain_text("1", timeout=LONG)
    page.goto(f"{here}run/")
    page.get_by_role("button", name="Finish event").click()
    expect(page.get_by_role("button", name="Finish event")).to_have_count(0, timeout=LONG)
    public = open_page(here, size="phone")
    expect(public.get_by_role("heading", name="Podium")).to_be_visible(timeout=LONG)


def test_a_day_of_64_players_with_two_organisers(open_page):
    event = worlds.an_event("check-in", capacity=64, swiss_rounds=3, cut_size=2, place="Lyon")
    with_players(event, 64)
    olga, otto = worlds.staff(event, Role.OWNER, "olga"), worlds.staff(event, Role.ORGANISER, "otto")
    here = f"/events/{event.slug}/"
    page, other = open_page(f"{here}start/", user=olga), open_page(f"{here}manage/players/", user=otto, size="phone")
    says_yes(page, other)
    expect(bar(other)).to_contain_text("64 of 64 here")
    page.get_by_role("button", name="Start round 1").click()
    expect(page.get_by_role("button", name="Publish round")).to_be_visible(timeout=LONG)
    expect(bar(other).get_by_role("link", name="Review pairings of round 1")).to_be_visible(timeout=LONG)
    old = open_page(f"{here}announce/", user=otto)
    publish(page)
    expect(bar(other)).to_contain_text("0 of 32 results", timeout=LONG)
    an_old_page_publishes_too(open_page, event, old)

    gone = event.registrations.get(guest_name="Player 63")
    results_are_in(event, olga)
    a_player_leaves_and_another_comes(page, other, event)
    the_sister_event_is_cancelled(page, olga)

    page.goto(f"{here}standings/")
    for _round in (2, 3):
        publish(page)
        results_are_in(event, otto)
        page.goto(f"{here}standings/")
        expect(bar(page)).to_contain_text("32 of 32 results", timeout=LONG)
    assert not gone.seats.filter(round__number__gt=1).exists()
    the_final_is_played(open_page, page, event, olga)


TEAM = ("Queen of the Tofus", "King of the Gobballs", "Kassius Kaos", "Bill Tell")


def with_pool_and_list(players: list[Registration]) -> None:
    """What the others do at the same time, each with their neighbour."""
    slugs = [name.lower().replace(" ", "-") for name in TEAM]
    for place, player in enumerate(players):
        who, neighbour = player.user, players[place - 1].user
        assert who is not None
        assert neighbour is not None
        pool = pools.open_pool(registration=player, who=who)
        replace_figures(pool=pool, figures=slugs)
        pools.register_pool(registration=player, who=neighbour)
        pools.lock_pool(registration=player, who=who)
        submit_list(registration=player, who=who, figures=slugs)


def a_pool_is_entered(open_page, mine: Page, *, by: Registration) -> None:
    """Its owner shows the link, and the neighbour enters on the phone what lies on the table."""
    mine.get_by_role("link", name="My pool").tap()
    mine.get_by_role("button", name="Create pool").tap()
    link = mine.get_by_label("Link for the other player").input_value()
    other = open_page(link, user=by.user, size="phone")
    for count, name in enumerate(TEAM, start=1):
        other.get_by_label("Search").fill(name)
        other.get_by_role("button", name=f"Add {name}", exact=True).tap()
        expect(other.locator("#pool-figures h2")).to_contain_text(f"{count} figure", timeout=LONG)
    other.get_by_role("button", name="Register pool").tap()
    expect(mine.get_by_role("heading", name="Check against your figures")).to_be_visible(timeout=LONG)


def a_pool_is_checked_and_locked(page: Page, event: Event, player: Registration) -> None:
    """By the staff, together with the player."""
    page.goto(f"{event.get_absolute_url()}pools/")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=player.full_name, exact=True))
    row.get_by_role("link", name="Check and lock pool").tap()
    page.get_by_role("button", name="Confirm and lock pool").tap()
    expect(page.get_by_text("checked and locked").first).to_be_visible(timeout=LONG)


def a_list_is_built_from_the_pool(page: Page) -> None:
    page.get_by_role("link", name="My pool").tap()
    page.get_by_role("link", name="Build a team from this pool").tap()
    for count, name in enumerate(TEAM, start=1):
        page.get_by_role("button", name=f"Add {name}", exact=True).first.tap()
        expect(page.locator("#total-level")).to_have_text(f"{3 * count}/12", timeout=LONG)
    page.get_by_role("button", name="Submit list").tap()
    expect(page.locator("#now .badge")).to_have_text("legal", timeout=LONG)


def test_a_limited_evening_with_pods_and_pools(open_page):
    event = worlds.an_event(
        "check-in", team_format="limited", limited_kind="draft", pod_rounds=1, swiss_rounds=1, lists_required=True
    )
    players = [worlds.a_player(event) for _seat in range(6)]
    olga = worlds.staff(event, Role.OWNER, "olga")
    here = f"/events/{event.slug}/"
    page = open_page(f"{here}run/", user=olga, size="phone")
    says_yes(page)
    page.get_by_role("link", name="Draw pods").first.tap()
    page.get_by_role("button", name="Draw pods").tap()
    expect(page.get_by_role("heading", name="Pod 1")).to_be_visible(timeout=LONG)
    with_pool_and_list(players[1:])
    mine = open_page(here, user=players[0].user, size="phone")
    a_pool_is_entered(open_page, mine, by=players[1])
    a_pool_is_checked_and_locked(page, event, players[0])
    mine.goto(here)
    a_list_is_built_from_the_pool(mine)
    page.goto(f"{here}run/")
    bar(page).get_by_role("link", name="Start round 1").tap()
    page.get_by_role("button", name="Start round 1").tap()
    page.get_by_role("button", name="Publish round").tap()
    expect(page.get_by_role("button", name="Start timer")).to_be_visible(timeout=LONG)
    assert {match.a.pod for match in Match.objects.all()} == {1}
    mine.goto(here)
    expect(mine.get_by_text("Pod 1, seat").first).to_be_visible(timeout=LONG)
    results_are_in(event, olga)
    page.goto(f"{here}run/")
    page.get_by_role("button", name="Finish event").tap()
    expect(page.get_by_text("finished").first).to_be_visible(timeout=LONG)
