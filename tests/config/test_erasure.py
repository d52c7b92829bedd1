"""A person who leaves is forgotten: marked words, planted in every text field, are found nowhere; results stay."""

import json

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.db import models
from django.urls import reverse

from accounts.models import ApiToken, User
from config.backup import archive
from config.backup.archive import fingerprint
from core.models import AuditEntry
from core.privacy import personal_data
from judging.logs.services.submission import submit_log
from judging.logs.services.worker import work_one
from judging.models import Case, Statement, Submission
from teams.models import LegalityProfile, Pool, TeamList
from tests.judging import people
from tournaments.models import Event, Registration, Role, Staff, SubmittedList

CANARY = "Canary"
PASSWORD = "a long sentence of words"
NAME = f'{CANARY} "Éva"'

pytestmark = pytest.mark.django_db


@pytest.fixture
def eva(client, fake) -> User:
    """Plays at table 1, signed in, and wrote her mark into everything."""
    people.a_hall()
    eva = people.user("ana")
    eva.username, eva.email, eva.public_name = f"{CANARY}-1", f"{CANARY.lower()}@example.org", NAME
    eva.first_name = eva.last_name = CANARY
    eva.set_password(PASSWORD)
    eva.save()
    Registration.objects.filter(user=eva).update(club=CANARY, household=CANARY, guardian=CANARY, note=CANARY)
    SubmittedList.objects.create(
        registration=Registration.objects.get(user=eva), name=CANARY, figures=[], legal=True, verdict={}
    )
    TeamList.objects.create(owner=eva, name=CANARY)
    Pool.objects.create(owner=eva, name=CANARY)
    LegalityProfile.objects.create(owner=eva, slug="mine", title="mine", note=CANARY)
    ApiToken.issue(owner=eva, name=CANARY, scopes=["read"])
    names = people.header(
        players={"A": {"name": NAME, "team": people.ANA_PLAYS}, "B": {"name": "Bo", "team": people.BO_PLAYS}}
    )
    for ascii_only in (True, False):
        content = json.dumps(
            {"header": names, "steps": str(ascii_only), **people.INVALID}, ensure_ascii=ascii_only
        ).encode()
        submit_log(content=content, submitter=eva, match=people.table_1(), address="203.0.113.7")
        work_one(fake)
    Statement.objects.create(case=Case.objects.filter(match=people.table_1())[0], by=eva, text=CANARY)
    client.post(reverse("account_login"), {"login": eva.email, "password": "wrong"})
    client.post(reverse("account_login"), {"login": eva.email, "password": PASSWORD})
    return User.objects.get(pk=eva.pk)


def everything() -> str:
    kept: list[type[models.Model]] = [*archive.kept_models(), Session, UserSession]
    lines = [line for model in kept for line in archive.lines_of(model)]
    logs = [bytes(content).decode() for content in Submission.objects.values_list("content", flat=True)]
    sessions = [json.dumps(session.get_decoded()) for session in Session.objects.all()]
    return "\n".join([*lines, *logs, *sessions]).casefold()


def standings() -> dict[str, str]:
    return {name: digest for name, digest in fingerprint().items() if name.startswith("standings")}


def test_after_erasure_nothing_personal_remains_and_standings_are_equal(client, eva):
    assert everything().count(CANARY.casefold()) > 15
    Event.objects.update(
        state="finished"
    )  # what is played just now is a forfeit: tests/tournaments/test_deleted_accounts.py
    before = standings()
    assert client.post(reverse("accounts:delete")).status_code == 302
    assert CANARY.casefold() not in everything()
    assert "203.0.113.7" not in everything()
    assert standings() == before
    assert AuditEntry.objects.get(action="account-erased").who_id == eva.pk


def test_an_erased_person_is_signed_out_and_cannot_return(client, eva):
    personal_data.erase(eva)
    assert client.get(reverse("accounts:me")).status_code == 302
    assert client.post(reverse("account_login"), {"login": eva.email, "password": PASSWORD}).status_code == 200


def test_the_only_owner_of_a_coming_event_cannot_be_erased(client, eva):
    event = people.table_1().a.event
    Staff.objects.filter(event=event, role=Role.OWNER).delete()
    Staff.objects.create(event=event, user=eva, role=Role.OWNER)
    assert client.post(reverse("accounts:delete")).status_code == 400
    assert User.objects.get(pk=eva.pk).public_name == NAME
    Staff.objects.create(event=event, user=people.user("bo"), role=Role.OWNER)
    assert client.post(reverse("accounts:delete")).status_code == 302


def test_pages_that_are_kept_forget_the_name_too(client, eva, django_capture_on_commit_callbacks):
    match = people.table_1()
    pairings = reverse("tournaments:pairings", args=[match.a.event.slug, match.round.number])
    assert CANARY in client.get(pairings).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        personal_data.erase(eva)
    assert CANARY not in client.get(pairings).content.decode()


def test_a_new_public_name_is_on_pages_that_are_kept(client, eva, django_capture_on_commit_callbacks):
    match = people.table_1()
    pairings = reverse("tournaments:pairings", args=[match.a.event.slug, match.round.number])
    client.get(pairings)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("accounts:me"), {"public_name": "Renamed"})
    assert "Renamed" in client.get(pairings).content.decode()


def test_my_data_holds_what_was_written_and_nothing_of_others(client, eva):
    data = client.post(reverse("accounts:my-data")).json()
    assert json.dumps(data).count(CANARY) > 8
    assert "bo@example.org" not in json.dumps(data)


def test_every_model_that_references_a_person_has_a_privacy_module(client, eva):
    answering = set(client.post(reverse("accounts:my-data")).json())
    pointing = {
        model._meta.app_label
        for model in archive.kept_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and issubclass(field.related_model, AbstractBaseUser)
    }
    emptied_by_accounts = {"account", "admin", "core", "mfa", "socialaccount"}
    assert pointing - answering <= emptied_by_accounts
