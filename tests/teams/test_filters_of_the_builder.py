"""The builder offers the figures that are looked for: by level, type and expansion together."""

import pytest
from django.urls import reverse

from rules.arena.cards import catalogue

pytestmark = pytest.mark.django_db
WANTED = catalogue().find("bill-tell")


def test_the_builder_filters_by_type_and_expansion(client):
    answer = client.get(reverse("teams:build"), {"type": WANTED.types[0], "expansion": WANTED.expansion})
    offered = [shown.card for shown in answer.context["picks"].cards]
    assert WANTED in offered
    assert all(WANTED.types[0] in card.types and card.expansion == WANTED.expansion for card in offered)
    page = answer.content.decode()
    assert f'value="{WANTED.expansion}" selected' in page
    assert f"<option selected>{WANTED.types[0]}</option>" in page


def test_an_unknown_type_or_expansion_filters_nothing(client):
    every = client.get(reverse("teams:build")).context["picks"]
    odd = client.get(reverse("teams:build"), {"type": "\x00", "expansion": "none such"}).context["picks"]
    assert odd == every


def test_a_change_without_scripts_keeps_the_filters(client):
    step = {"add": "bill-tell", "type": WANTED.types[0], "expansion": WANTED.expansion}
    answer = client.post(reverse("teams:build"), step)
    assert f"expansion={WANTED.expansion}" in answer.url
