"""Content is reported by anybody, decided by moderators, appealed once, and seen again or not."""

import datetime as dt
import re

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client, TestCase
from django.urls import reverse

from accounts.models import ContentReport, ModerationCase, User
from accounts.moderation import administration
from accounts.tasks import delete_old_cases
from core.models import AuditEntry, DomainEvent
from core.privacy import personal_data
from core.records.mail import EVENT
from judging.models import Recording
from judging.recorder.services.recording import start_recording
from tests.browser import sample_game
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_match, a_player, an_event
from tournaments.models import Event, Role

pytestmark = pytest.mark.django_db
REPORT = {"reason": "insult", "text": "Look at the rules."}


def a_moderator(name: str) -> Person:
    person = Person(name)
    person.user.user_permissions.add(Permission.objects.get(codename="moderate"))
    return person


@pytest.fixture
def olga() -> Person:
    return Person("olga")


@pytest.fixture
def event(olga):
    event = an_event("registration", name="Cup of fools", description="You are all fools.")
    event.staff.create(user=olga.user, role=Role.OWNER)
    return event


def address_to_report(page: str) -> str:
    seen = Client().get(page).content.decode()
    (address,) = re.findall(r'href="(/report/[^"]*)"', seen)
    return str(address)


def reported(page: str, who: Client | None = None) -> ModerationCase:
    answer = (who or Client()).post(address_to_report(page), REPORT)
    assert answer.status_code == 302, answer.content.decode()[-2000:]
    return ModerationCase.objects.latest("pk")


def decided(case: ModerationCase, outcome: str, by: Person) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        by.sends(case.get_absolute_url(), outcome=outcome, why="Insults the players.")
    case.refresh_from_db()


def appeal_link() -> str:
    """The last one that was sent."""
    return [link for sent in mail.outbox for link in re.findall(r"/appeal/[^\s]+", str(sent.body))][-1]


def test_anybody_reports_with_or_without_an_account(event):
    case = reported(event.get_absolute_url())
    assert reported(event.get_absolute_url(), Person("ana").client) == case
    ana = Person("bo").client
    reported(event.get_absolute_url(), ana)
    reported(event.get_absolute_url(), ana)
    assert case.reports.count() == 3, "twice by one person is one report"


def test_an_address_without_account_reports_a_few_times_a_day(event, monkeypatch):
    monkeypatch.setattr("accounts.moderation.services.REPORTS_A_DAY", {"person": 1, "address": 0})
    there = address_to_report(event.get_absolute_url())
    answer = Client().post(there, REPORT)
    assert [e.code for e in answer.context["form"].errors.as_data()["__all__"]] == ["too-many-reports"]
    Person("ana").sends(there, **REPORT)


@pytest.mark.parametrize("page", ["/", "/events/nothing/", "//evil.example/", "/me/", "/%00", "/%ed%a0%80/"])
def test_nothing_is_reported_where_nothing_stands(page):
    assert Client().get(f"/report{page}").status_code in (301, 404)


def test_only_moderators_see_the_queue(event, olga, settings):
    case = reported(event.get_absolute_url())
    for there in (reverse("accounts:moderation"), case.get_absolute_url()):
        assert Client().get(there).status_code == 302
        assert olga.client.get(there).status_code == 403
        mo = a_moderator(f"mo{len(there)}")
        assert "Cup of fools" in mo.sees(there)
        settings.STAFF_SECOND_FACTOR = True
        assert mo.client.get(there).status_code == 403
        settings.STAFF_SECOND_FACTOR = False


def test_only_its_staff_see_the_hidden_texts_of_an_event(event, olga):
    case = reported(event.get_absolute_url())
    match = a_match(event)
    decided(case, "hidden", a_moderator("mo"))
    assert (case.state, case.outcome) == ("decided", "hidden")
    for page in ("/events/", event.get_absolute_url(), match.get_absolute_url()):
        seen = Client().get(page).content.decode()
        assert "fools" not in seen
    assert "You are all fools." in olga.sees(event.get_absolute_url())
    assert mail.outbox[-1].to == [olga.user.email]
    assert "Insults the players." in mail.outbox[-1].body


def test_the_notice_of_a_decision_is_stored_with_it(event, monkeypatch):
    case, mo = reported(event.get_absolute_url()), a_moderator("mo")
    monkeypatch.setattr(
        "core.records.outbox.transaction.on_commit", lambda _work, **_options: None
    )  # it died at the commit
    mo.sends(case.get_absolute_url(), outcome="hidden", why="Insults the players.")
    assert DomainEvent.objects.filter(name=EVENT).count() == 1


def test_a_hidden_name_becomes_initials_everywhere(event):
    player = a_player(event, "rude words")
    case = reported(player.get_absolute_url())
    decided(case, "hidden", a_moderator("mo"))
    assert "Rude Words" not in Client().get(f"/events/{event.slug}/players/").content.decode()
    guest = event.registrations.create(guest_name="Another Insult")
    decided(reported(guest.get_absolute_url()), "hidden", a_moderator("mia"))
    assert "Another Insult" not in Client().get(f"/events/{event.slug}/players/").content.decode()


def test_reporting_a_minor_does_not_reveal_their_name(event):
    player = a_player(event, "ana blanchet", is_minor=True)
    page = Client().get(address_to_report(player.get_absolute_url())).content.decode()
    assert player.get_absolute_url() in page
    assert "blanchet" not in page.casefold()


def test_a_hidden_game_is_shown_to_nobody():
    table = start_recording(header=sample_game.header(), dice=Recording.Dice.ROLLED, who=None)
    case = reported(reverse("judging:replay", args=[table.replay_uuid]))
    assert case.owner is None
    mo = a_moderator("mo")
    refused = mo.sends(case.get_absolute_url(), 400, outcome="suspended", why="x")
    assert [e.code for e in refused.context["form"].errors.as_data()["outcome"]] == ["nobody-to-suspend"]
    decided(case, "hidden", mo)
    for page in (table.get_absolute_url(), reverse("judging:replay", args=[table.replay_uuid])):
        assert Client().get(page).status_code == 403


def test_a_suspended_person_appeals_once_and_another_moderator_decides(event, olga):
    case = reported(event.get_absolute_url())
    mo, mia = a_moderator("mo"), a_moderator("mia")
    decided(case, "suspended", mo)
    olga.user.refresh_from_db()
    assert not olga.user.is_active
    link = appeal_link()
    assert Client().post(link, {"text": "It was a joke."}).status_code == 302
    assert Client().post(link, {"text": "Once more."}).status_code == 400
    mo.sends(case.get_absolute_url(), 403, granted="no", why="x")
    with TestCase.captureOnCommitCallbacks(execute=True):
        mia.sends(case.get_absolute_url(), granted="yes", why="A joke indeed.")
    olga.user.refresh_from_db()
    event.refresh_from_db()
    assert olga.user.is_active
    assert not event.hidden_by_moderators
    assert "reversed" in mail.outbox[-1].body
    assert "A joke indeed." in Client().get(link).content.decode()
    found = set(AuditEntry.objects.values_list("action", flat=True))
    assert found >= {
        *("content-reported", "moderation-decided", "moderation-appealed", "moderation-appeal-decided"),
        *("account-suspended", "account-restored"),
    }


def test_a_granted_appeal_takes_back_no_other_decision(event, olga):
    mo, mia, otto = a_moderator("mo"), a_moderator("mia"), Person("otto")
    other = an_event("registration")
    other.staff.create(user=olga.user, role=Role.OWNER)
    event.staff.create(user=otto.user, role=Role.ORGANISER)  # who still sees the event once it is hidden
    cases, links = [reported(each.get_absolute_url()) for each in (event, other)], []
    for case in cases:
        decided(case, "suspended", mo)
        links.append(appeal_link())
    decided(reported(event.get_absolute_url(), otto.client), "hidden", mo)
    for case, link, is_active in zip(cases, links, (False, True), strict=True):
        Client().post(link, {"text": "It was a joke."})
        mia.sends(case.get_absolute_url(), granted="yes", why="A joke indeed.")
        olga.user.refresh_from_db()
        event.refresh_from_db()
        other.refresh_from_db()
        assert (olga.user.is_active, other.hidden_by_moderators) == (is_active, not is_active)
        assert event.hidden_by_moderators


@pytest.mark.parametrize("first", ["administrator", "moderator"])
def test_a_granted_appeal_leaves_what_an_administrator_suspended(event, olga, first):
    case = reported(event.get_absolute_url())
    keeper = User.objects.create_superuser("keeper", "keeper@example.org", "x")
    if first == "administrator":
        administration.suspend(user=olga.user, by=keeper, why="mail to strangers")
    decided(case, "suspended", a_moderator("mo"))
    if first == "moderator":
        administration.suspend(user=olga.user, by=keeper, why="mail to strangers")
    Client().post(appeal_link(), {"text": "It was a joke."})
    mia = a_moderator("mia")
    mia.sends(case.get_absolute_url(), granted="yes", why="A joke indeed.")
    olga.user.refresh_from_db()
    assert not olga.user.is_active
    assert not Event.objects.get(pk=event.pk).hidden_by_moderators
    administration.restore(user=olga.user, by=keeper, why="all is well")
    olga.user.refresh_from_db()
    assert olga.user.is_active


def test_an_appeal_lifts_what_moderators_suspended_after_an_administrator_restored(event, olga):
    keeper = User.objects.create_superuser("keeper", "keeper@example.org", "x")
    administration.suspend(user=olga.user, by=keeper, why="mail to strangers")
    administration.restore(user=olga.user, by=keeper, why="all is well")
    olga.user.refresh_from_db()
    case = reported(event.get_absolute_url())
    decided(case, "suspended", a_moderator("mo"))
    Client().post(appeal_link(), {"text": "It was a joke."})
    a_moderator("mia").sends(case.get_absolute_url(), granted="yes", why="A joke indeed.")
    olga.user.refresh_from_db()
    assert olga.user.is_active


def test_a_granted_appeal_keeps_the_suspension_of_a_deleted_case(event, olga):
    other = an_event("registration")
    other.staff.create(user=olga.user, role=Role.OWNER)
    old, case = (reported(each.get_absolute_url()) for each in (other, event))
    for each in (old, case):
        decided(each, "suspended", a_moderator(f"mo{each.pk}"))
    old.delete()
    Client().post(appeal_link(), {"text": "It was a joke."})
    a_moderator("mia").sends(case.get_absolute_url(), granted="yes", why="A joke indeed.")
    olga.user.refresh_from_db()
    assert not olga.user.is_active


def test_no_appeal_brings_back_a_deleted_account(event, olga):
    case = reported(event.get_absolute_url())
    decided(case, "suspended", a_moderator("mo"))
    link = appeal_link()
    Client().post(link, {"text": "It was a joke."})
    personal_data.erase(olga.user, unasked=True)
    assert Client().get(link).status_code == 404
    a_moderator("mia").sends(case.get_absolute_url(), granted="yes", why="A joke indeed.")
    olga.user.refresh_from_db()
    assert not olga.user.is_active


def test_what_stays_needs_no_appeal(event):
    case = reported(event.get_absolute_url())
    mo = a_moderator("mo")
    decided(case, "kept", mo)
    assert case.state == "closed"
    assert mail.outbox == []
    mo.sends(case.get_absolute_url(), 400, outcome="hidden", why="x")


def test_nobody_decides_about_themselves(event, olga):
    olga.user.user_permissions.add(Permission.objects.get(codename="moderate"))
    olga.sends(reported(event.get_absolute_url()).get_absolute_url(), 403, outcome="kept", why="x")


@pytest.mark.parametrize("token", ["x", "x:y:z", "%00"])
def test_a_made_up_link_appeals_nothing(token):
    assert Client().get(f"/appeal/{token}/").status_code == 404


def test_cases_are_deleted_a_year_after_they_are_decided(event):
    case = reported(event.get_absolute_url())
    ContentReport.objects.update(email="a@example.org")
    decided(case, "kept", a_moderator("mo"))
    delete_old_cases()
    assert ContentReport.objects.get().email
    for days, left in ((40, 1), (370, 0)):
        then = case.decided_at - dt.timedelta(days=days)
        ModerationCase.objects.update(decided_at=then, closed_at=then)
        delete_old_cases()
        assert ModerationCase.objects.count() == left
        assert not ContentReport.objects.exclude(email="").exists()
