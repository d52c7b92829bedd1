"""A mark in every field that can hold words about a person: their copy holds it, and erasure leaves none."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from accounts.models import User
from core.models import AuditEntry
from core.privacy import personal_data
from core.privacy.forgetting import NOBODY, Identity, scrub
from judging.logs.services.submission import submit_log
from tests.accounts.signed_in import come_in
from tests.config import canaries
from tests.config.test_erasure import everything
from tests.judging import people
from tests.tournaments import worlds
from tests.tournaments.worlds import a_player, a_user
from tournaments.models import Registration, ResultReport
from tournaments.results.services.scores import Score

# What the person's copy leaves out: secrets, what others wrote of others too, and copies of what is in it.
NOT_IN_THE_COPY = {
    "mfa.Authenticator.data": "the secret of the second factor",
    "usersessions.UserSession.data": "empty in this site",
    "tournaments.ForbiddenPair.why": "of two people, in the words of the staff",
    "tournaments.Match.manual_why": "of two people, in the words of the staff",
    "tournaments.RoundDetails.reasons": "of all people of a round",
    "judging.Comparison.differences": "computed from a report and a result",
    "judging.Ruling.state_before": "what a ruling changed, to take it back",
    "judging.Ruling.details": "what a ruling changed, in the form of a page",
}

pytestmark = pytest.mark.django_db


@pytest.fixture
def eva() -> User:
    people.a_hall()
    return people.user("ana")


@pytest.fixture
def marks(eva) -> dict[str, str]:
    return canaries.plant(eva)


def test_every_field_that_holds_words_is_planted_or_explained(marks):
    every = set(canaries.fields())
    assert every - set(marks) - canaries.NOT_PERSONAL == set()
    assert canaries.NOT_PERSONAL - every == set()


def test_the_planted_words_are_in_the_database(marks):
    kept = everything()
    missing = [
        name for name, mark in marks.items() if json.dumps(mark, ensure_ascii=False)[1:-1].casefold() not in kept
    ]
    assert missing in ([], ["judging.Submission.content"])


def test_a_person_s_copy_holds_every_planted_word(client, eva, marks):
    come_in(client, User.objects.get(pk=eva.pk))
    texts = list(strings(client.post(reverse("accounts:my-data")).json()))
    forms = {name: {mark, json.dumps(mark)[1:-1]} for name, mark in marks.items()}
    missing = [name for name, some in forms.items() if not any(form in text for form in some for text in texts)]
    assert sorted(missing) == sorted(NOT_IN_THE_COPY)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def test_erasure_leaves_no_planted_word(eva, marks):
    personal_data.erase(User.objects.get(pk=eva.pk))
    left = [line for line in everything().splitlines() if "canary" in line or canaries.NETWORK in line]
    assert left == []


def test_erasure_changes_who_did_what_in_no_audit_entry(eva, marks):
    facts = ("pk", "at", "who", "action", "scope", "subject")
    before = list(AuditEntry.objects.order_by("pk").values_list(*facts))
    personal_data.erase(User.objects.get(pk=eva.pk))
    assert list(AuditEntry.objects.order_by("pk").values_list(*facts))[: len(before)] == before


def test_guest_data_goes_with_the_account_that_claimed_it(client, eva):
    event = people.table_1().round.event
    guest = Registration.objects.create(
        event=event, guest_name="Canary Gil", guest_email=canaries.ADDRESS, note="Canary"
    )
    match = worlds.seat(guest, a_player(event), round=people.table_1().round, table=2)
    log = json.dumps({"players": {"A": {"name": "Canary Gil"}}}).encode()
    submit_log(
        content=log, submitter=people.user("jo"), guest=guest, match=match, address=canaries.NETWORK, key="Canary Gil"
    )
    ResultReport.objects.create(match=match, by=guest, note="Canary Gil won", **Score.duel("a").columns())
    claimant = a_user("gil")
    come_in(client, claimant)
    assert client.post(reverse("tournaments:claim", args=[guest.claim_token])).status_code == 302
    texts = "".join(strings(client.post(reverse("accounts:my-data")).json()))
    assert texts.count("Canary Gil") >= 4
    personal_data.erase(User.objects.get(pk=claimant.pk))
    assert [line for line in everything().splitlines() if "canary" in line or canaries.NETWORK in line] == []


def test_an_audit_entry_is_changed_by_nobody_after_an_erasure(eva, marks):
    personal_data.erase(User.objects.get(pk=eva.pk))
    with pytest.raises(DatabaseError), transaction.atomic():
        AuditEntry.objects.update(why="never mind")


def test_a_name_that_programs_read_breaks_no_log():
    log = {"players": {"A": {"name": "A"}}, "result": {"winner": "A"}, "format": "open"}
    reported = Identity(("A", "open"))
    assert reported.out_of_json(log) == {**log, "players": {"A": {"name": NOBODY}}}
    assert json.loads(reported.out_of_bytes(json.dumps(log).encode())) == {**log, "players": {"A": {"name": NOBODY}}}


def test_a_name_inside_another_word_stays():
    assert Identity(("Ana",), ("a@b.org",)).out_of("Anatole, ANA! A@b.org") == f"Anatole, {NOBODY}! {NOBODY}"


def test_a_text_that_becomes_too_long_is_cut(eva):
    Registration.objects.filter(user=eva).update(note="x" * 296 + " Ana")
    scrub(Registration.objects.all(), Identity(("Ana",)), "note")
    assert Registration.objects.get(user=eva).note == "x" * 296 + " for"
