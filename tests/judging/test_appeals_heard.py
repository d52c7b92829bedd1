"""Before a ruling everyone reads who hears an appeal against it; in a hall with one organiser too."""

import pytest
from django.test import Client
from django.urls import reverse

from core.models import DomainEvent
from judging.cases.services.desk import call_judge, claim
from judging.models import Appeal, Case
from judging.rulings.pages import chosen
from judging.rulings.services.ruling import claim_and_rule
from tests.judging.event_setup import status
from tests.judging.people import player, table_1, user
from tests.tournaments import worlds
from tournaments.models import Event, Registration, Role, Staff

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def event() -> Event:
    """A hall with one organiser, who is its only judge."""
    event = worlds.an_event(name="Open", slug="open")
    worlds.a_round(event, (worlds.a_player(event, "ana"), worlds.a_player(event, "bo")))
    worlds.staff(event, Role.OWNER, "olga")
    return event


@pytest.fixture
def called(event) -> Case:
    return call_judge(match=table_1(), by=user("ana"))


def heard_by(client: Client, name: str, case: Case) -> str:
    client.force_login(user(name))
    page = client.get(case.get_absolute_url()).content.decode()
    return page.partition('data-heard-by="')[2].partition('"')[0]


def rules(case: Case, judge: str = "olga") -> None:
    plain = chosen(case, f"caution-{player('bo').pk}", "Moved twice.")
    assert plain
    claim_and_rule(case_id=case.pk, judge=user(judge), decision=plain.decision, together=())


def appeals(client: Client, case: Case) -> int:
    client.force_login(user("bo"))
    return client.post(reverse("judging:appeal", args=[case.pk]), {"text": "I moved once."}).status_code


def test_an_administrator_of_the_site_hears_an_only_judges_appeal(client, called):
    root = worlds.a_user("root", is_superuser=True)
    assert [heard_by(client, name, called) for name in ("ana", "olga")] == ["site", "site"]
    rules(called)
    appeals(client, called)
    assert [mail.payload["to"] for mail in DomainEvent.objects.filter(payload__has_key="to")] == [[root.email]]
    claim(case_id=called.pk, judge=root)
    upheld = chosen(Case.objects.get(pk=called.pk), "uphold", "")
    assert upheld
    claim_and_rule(case_id=called.pk, judge=root, decision=upheld.decision, together=())
    assert status(called) == Case.Status.CLOSED


def test_rulings_are_final_where_nobody_else_can_hear(client, called):
    assert [heard_by(client, name, called) for name in ("ana", "olga")] == ["nobody", "nobody"]
    rules(called)
    assert heard_by(client, "bo", called) == "nobody"
    assert appeals(client, called) == 409
    assert not Appeal.objects.exists()


def test_an_administrator_who_ruled_hears_no_appeal(client, called):
    worlds.a_user("root", is_superuser=True)
    rules(called, "root")
    assert heard_by(client, "bo", called) == "staff"
    Staff.objects.all().delete()
    assert heard_by(client, "bo", called) == "nobody"


def test_an_event_can_make_its_rulings_final(client, called, event):
    worlds.staff(event, Role.HEAD_JUDGE, "hal")
    Event.objects.update(appeals="final")
    assert [heard_by(client, name, called) for name in ("ana", "olga")] == ["no-appeals", "no-appeals"]
    rules(called)
    assert appeals(client, called) == 409


def test_another_judge_of_the_event_comes_before_the_site(client, called, event):
    worlds.a_user("root", is_superuser=True)
    worlds.staff(event, Role.HEAD_JUDGE, "hal")
    assert heard_by(client, "ana", called) == "staff"
    rules(called)
    appeals(client, called)
    assert not DomainEvent.objects.filter(payload__has_key="to").exists()


def test_a_personal_link_says_who_hears_an_appeal(client, called, event):
    Event.objects.update(appeals="final")
    Registration.objects.filter(pk=player("bo").pk).update(user=None, guest_name="O'Shun")
    guest = Registration.objects.get(guest_name="O'Shun")
    page = reverse("judging:personal_judging", args=[guest.link_token])
    assert 'data-heard-by="no-appeals"' in client.get(page).content.decode()
    plain = chosen(called, f"caution-{guest.pk}", "Moved twice.")
    assert plain
    claim_and_rule(case_id=called.pk, judge=user("olga"), decision=plain.decision, together=())
    assert 'data-heard-by="no-appeals"' in client.get(page).content.decode()
