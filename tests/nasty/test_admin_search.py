"""Every list of the admin: its search, its filters, its order and its pages take anything."""

from typing import Any

import pytest
from django.contrib import admin
from django.test import RequestFactory
from django.urls import reverse

from tests.nasty.filling import Visitor
from tests.nasty.values import EVERYTHING, SEND_ALL, parts
from tests.tournaments import worlds

pytestmark = pytest.mark.django_db
PARTS_OF_A_DATE = ("year", "month", "day")


@pytest.fixture
def keeper(client):
    return worlds.a_user(is_staff=True, is_superuser=True)


@pytest.fixture
def visitor(client, keeper) -> Visitor:
    return Visitor(client, keeper)


def parameters(model_admin: Any, request: Any) -> set[str]:
    """What the list reads of its address."""
    listed = model_admin.get_changelist_instance(request)
    filters = {name for one in listed.filter_specs for name in one.expected_parameters() if name}
    dates = {f"{listed.date_hierarchy}__{part}" for part in PARTS_OF_A_DATE if listed.date_hierarchy}
    return {"q", "o", "p", "all", "e", "_facets", "_popup", "_to_field", *filters, *dates}


def address_of(model: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def faults(visitor: Visitor, keeper: Any, corpus: dict[str, Any], every: int = 1) -> list[str]:
    """With `every` 2: every second value for a parameter, for the next parameter the others."""
    found = []
    for model, model_admin in admin.site._registry.items():
        request = RequestFactory().get("/")
        request.user = keeper
        where = address_of(model)
        asked = [
            (where, {name: value})
            for row, name in enumerate(sorted(parameters(model_admin, request)))
            for column, value in enumerate(corpus.values())
            if (row + column) % every == 0
        ]
        found += [f"{address} {str(sent)[:80]}" for address, sent in asked if visitor.fails("GET", address, sent)]
    return found


def test_there_are_lists_in_the_admin():
    assert len(admin.site._registry) > 4


def test_the_admin_answers_numbers_that_no_row_has(visitor):
    numbers = ("0", "-1", "2147483648", "9" * 30, "_00", "%00")
    pages = [f"{address_of(model)}{number}/change/" for model in admin.site._registry for number in numbers]
    assert [page for page in pages if visitor.fails("GET", page, {})] == []


@pytest.mark.ci
def test_a_search_of_the_admin_answers_odd_text(visitor, keeper):
    few = ("nought", "lone surrogate", "thirty nines", "quotes")
    assert faults(visitor, keeper, {name: EVERYTHING[name] for name in few}) == []


@pytest.mark.ci
@pytest.mark.parametrize("names", parts(list(EVERYTHING), 7), ids=lambda names: names[0])
def test_a_list_of_the_admin_answers_every_value(visitor, keeper, names):
    corpus = {name: EVERYTHING[name] for name in names}
    assert faults(visitor, keeper, corpus, every=1 if SEND_ALL else 2) == []
