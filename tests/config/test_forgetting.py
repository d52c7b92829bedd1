"""What erasure takes out of the texts of others and what it leaves, by each pattern of core/privacy/forgetting.py."""

import json
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from core.privacy.forgetting import NOBODY, Identity
from judging.models import Case, Statement
from tests.accounts.signed_in import come_in
from tests.judging import people

JO = Identity(("Jo", "Jo Ann", "Mr. B", "A", "open", "Zé", "O'Shun <3 & Éva"), ("kim.b@x.org",))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Jo Ann won, then Jo", f"{NOBODY} won, then {NOBODY}"),
        ("JO ANN!", f"{NOBODY}!"),
        ("Joanna met Banjo", "Joanna met Banjo"),
        ("Mr. B, not MrxxB", f"{NOBODY}, not MrxxB"),
        ("O'Shun <3 & Éva", NOBODY),
        ("<p>O&#x27;Shun &lt;3 &amp; Éva</p>", f"<p>{NOBODY}</p>"),
        ("A game at table A", "A game at table A"),
        ("Kim.B@X.org, kim-b@x.org", f"{NOBODY}, kim-b@x.org"),
    ],
)
def test_a_text_loses_whole_names_and_addresses_alone(text, left):
    assert JO.out_of(text) == left


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ({"name": "A"}, {"name": NOBODY}),
        ({"winner": "A", "side": "Zé", "format": "open"}, {"winner": "A", "side": "Zé", "format": "open"}),
        ({"note": "It was open"}, {"note": f"It was {NOBODY}"}),
        ({"title": ["open"]}, {"title": [NOBODY]}),
        ({"by": ["Jo Ann", {"x": "kim.b@x.org"}]}, {"by": [NOBODY, {"x": NOBODY}]}),
        ({"Jo Ann": 1}, {"Jo Ann": 1}),
    ],
)
def test_a_document_keeps_its_keys_and_code_words(value, left):
    assert JO.out_of_json(value) == left


@pytest.mark.parametrize(
    ("content", "left"),
    [
        ('{"x": "Jo Ann Bo", "y": "Mr. B"', f'{{"x": "{NOBODY} Bo", "y": "{NOBODY}"'),
        ('"MrxxB, Jo Anna, BJo Ann, éJo Ann, Jo Anné"', '"MrxxB, Jo Anna, BJo Ann, éJo Ann, Jo Anné"'),
        ('"O\'Shun <3 & Éva"', f'"{NOBODY}"'),
        ('"O\'Shun <3 & \\u00c9va"', f'"{NOBODY}"'),
        ('{"name" : "open", "state": "open"', f'{{"name" : "{NOBODY}", "state": "open"'),
        ('"KIM.B@X.ORG kim-b@x.org"', f'"{NOBODY} kim-b@x.org"'),
    ],
)
def test_a_broken_document_loses_names_as_json_writes_them(content, left):
    assert JO.out_of_bytes(content.encode()).decode() == left


def test_longer_names_go_before_those_they_hold():
    assert Identity(("Jo Ann", "Jo Ann Bo")).out_of_bytes(b"Jo Ann Bo") == NOBODY.encode()


def test_a_code_word_is_no_pattern():
    assert Identity(("a.b",)).out_of_bytes(b'{"name": "axb"}') == b'{"name": "axb"}'


@pytest.mark.django_db
def test_deleting_an_account_leaves_the_words_of_others(client):
    people.a_hall()
    ana = people.user("ana")
    User.objects.filter(pk=ana.pk).update(public_name="O'Shun <3 (Éva)", email="kim.b@x.org")
    case = Case.objects.create(event=people.table_1().round.event, kind="judge-call", cause="x", match=people.table_1())
    said = Statement.objects.create(case=case, by=people.user("bo"), text="o'shun <3 (éva), not Évan: KIM.B@x.org")
    come_in(client, User.objects.get(pk=ana.pk))
    assert client.post(reverse("accounts:delete")).status_code == 302
    said.refresh_from_db()
    assert said.text == f"{NOBODY}, not Évan: {NOBODY}"


def test_nothing_is_taken_out_for_nobody():
    log: Any = {"players": {"A": {"name": ""}}}
    assert Identity(()).out_of_json(log) == log
    assert Identity(()).out_of_bytes(json.dumps(log).encode()) == json.dumps(log).encode()
