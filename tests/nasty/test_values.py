"""The nasty values themselves: enough of them, each another one, each with its reason."""

from collections import Counter

from tests.nasty.values import DATES, EVERYTHING, HARSH, INJECTIONS, NUMBERS, SEND_ALL, TEXTS, VALUES


def test_there_are_two_hundred_different_values():
    assert len(VALUES) >= 200
    assert len(VALUES) == len(NUMBERS) + len(DATES) + len(TEXTS) + len(INJECTIONS), "two values have one name"
    assert [sent for sent, times in Counter(value.sent for value in VALUES.values()).items() if times > 1] == []


def test_every_value_says_why_it_is_sent():
    assert [name for name, value in VALUES.items() if len(value.why) < 8] == []


def test_only_the_usual_values_are_sent_without_being_asked():
    usual = {name for name, value in VALUES.items() if value.usual}
    assert len(usual) < len(VALUES) / 4
    assert set(EVERYTHING) == (set(VALUES) if SEND_ALL else usual)
    assert {name for name, value in VALUES.items() if value.harsh} <= HARSH
