"""Cards of two teams are entered and confirmed on a phone, in place of what is known of them, and a game is proved."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from judging.logs.services.submission import submit_log
from teams.models import FactRevision
from tests.browser.driver import overflow
from tests.judging.people import a_hall, table_1, user
from tests.judging.test_facts_in_games import BRACED, A, B, log, validated
from tests.teams.facts_people import reviewer
from tournaments.lists.services.facts import pin_facts
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def enter(page: Page, slug: str, ap: str = "2") -> None:
    page.goto(reverse("teams:edit-fact", args=["text", slug]))
    while page.locator("[name='powers']:checked").count():
        page.locator("[name='powers']:checked").first.uncheck()
    page.locator("#spells-0-name").fill("Brace")
    page.locator("#spells-0-attack-element").select_option("")
    page.locator("#spells-0-attack-damage").fill("")
    page.locator("[name='spells-0-limit'][value='turn']").check()
    page.locator("#spells-0-cost-ap").fill(ap)
    page.locator("#spells-0-range-kind").select_option("personal")
    page.locator("[name='source']").fill("the card in my hand")
    page.get_by_role("button", name="Propose card text").click()
    expect(page.locator("[name='spells-0-name']")).to_have_count(0)
    assert overflow(page) == 0


def confirm(page: Page, slug: str) -> None:
    row = FactRevision.objects.filter(slug=slug).latest("pk")
    page.goto(row.get_absolute_url())
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)


def test_eight_cards_entered_on_a_phone_prove_a_game(open_page) -> None:
    a_hall()
    hall = Event.objects.get()
    ana, rae = (open_page("/facts/", size="phone", user=who) for who in (user("ana"), reviewer()))
    for slug in (*A, *B):
        enter(ana, slug)
        confirm(rae, slug)
    pin_facts(hall, who=None)
    submission = submit_log(content=log(*BRACED), submitter=user("ana"), match=table_1())
    before = validated(submission)
    assert (before.verdict, before.body["unverified_cards"], before.findings) == ("valid", [], [])
    enter(ana, A[0], ap="7")
    judge = open_page(reverse("tournaments:card_texts", args=[hall.slug]), size="phone", user=user("jo"))
    judge.locator("[name='revisions']").first.check()
    judge.locator("[name='why']").fill("The card says 7 AP.")
    judge.locator("[name='why']").locator("xpath=ancestor::form").get_by_role("button").last.click()
    judge.get_by_role("button", name="Use in this event").click()
    expect(judge.get_by_text("The card says 7 AP.").first).to_be_visible()
    assert overflow(judge) == 0
    after = validated(submission)
    assert (after.verdict, [error["article"] for error in after.errors]) == ("invalid", ["7.1.4.a"])
