"""Addresses that are made once are those of Django."""

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import mark_safe

from core.addresses import address_of

PAGE = "tournaments:event"


@pytest.mark.parametrize("slug", ["open", mark_safe("open"), 7])
def test_an_address_is_what_reverse_returns(slug):
    assert address_of(PAGE, slug) == reverse(PAGE, args=[slug])


def test_numbers_and_truths_have_addresses_of_their_own():
    assert [address_of(PAGE, value) for value in (1, True)] == [reverse(PAGE, args=[value]) for value in (1, True)]


@pytest.mark.parametrize(
    "source",
    [
        "{% url 'tournaments:event' slug %}",
        "{% url 'tournaments:event' slug=slug %}",
        "{% url 'tournaments:event' slug as address %}{{ address }}",
        "{% autoescape off %}{% url 'tournaments:event' slug %}{% endautoescape %}",
    ],
)
def test_templates_have_the_address(source):
    for _ in range(2):
        assert Template(source).render(Context({"slug": "open"})) == reverse(PAGE, args=["open"])


def test_an_address_is_escaped_in_a_template():
    source = "{% url 'accounts:report' path %}"
    assert Template(source).render(Context({"path": "a'b"})) == "/report/a&#x27;b"


def test_a_missing_page_is_an_error_except_in_a_variable():
    assert Template("{% url 'no:page' as address %}[{{ address }}]").render(Context()) == "[]"
    with pytest.raises(NoReverseMatch):
        Template("{% url 'no:page' %}").render(Context())
