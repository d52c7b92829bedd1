"""The settings of an event are held against each other where they are typed."""

import pytest

from tests.tournaments.people import Person, event_fields
from tournaments.cut.services.prizes import prize_lines
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("field", "code", "typed"),
    [
        ("ends_at", "order", {"ends_at": "2030-10-05T10:00"}),
        (
            "registration_closes_at",
            "order",
            {"registration_opens_at": "2030-09-02T10:00", "registration_closes_at": "2030-09-01T10:00"},
        ),
        ("swiss_rounds", "rounds", {"swiss_rounds": 31}),
        ("cut_size", "cut-size", {"cut_size": 65}),
        ("points_win", "points", {"points_win": 0}),
        ("prizes", "prize-for-nobody", {"prizes": "1: trophy\nfirst: x"}),
        ("prizes", "prize-for-nobody", {"prizes": "4-2: booster"}),
        ("prizes", "prize-for-nobody", {"prizes": "0: booster"}),
    ],
)
def test_impossible_settings_are_field_errors(field, code, typed):
    answer = Person("owner").sends("/events/new/", 400, **event_fields(**typed))
    faults = answer.context["form"].errors.as_data()
    assert set(faults) == {field}
    assert faults[field][0].code == code


def test_settings_at_their_limits_are_taken():
    prizes = "1: trophy\n\n2-4: booster\n4–8. sleeves\n1-64: a card"
    Person("owner").sends("/events/new/", **event_fields(swiss_rounds=30, cut_size=64, prizes=prizes))
    assert Event.objects.get().prizes.split() == prizes.split()


@pytest.mark.parametrize(
    "prizes", ["1st: cup\n2nd-4th: booster", "1er : cup\n2e–4ème : booster", "1 : cup\n2-4: booster"]
)
def test_prizes_are_read_with_ordinal_numbers(prizes):
    Person("owner").sends("/events/new/", **event_fields(prizes=prizes))
    assert prize_lines(Event.objects.get().prizes) == [(1, 1, "cup"), (2, 4, "booster")]


@pytest.mark.parametrize(("typed", "kept"), [("3", 3), ("", None), ("0", 0)])
def test_the_glory_on_trust_allowed_per_match_is_a_setting(typed, kept):
    Person("owner").sends("/events/new/", **event_fields(believed_glory_limit=typed))
    assert Event.objects.get().believed_glory_limit == kept


@pytest.mark.parametrize("typed", ["-1", "99999", "many", "1.5"])
def test_an_impossible_trusted_glory_limit_is_refused_at_its_field(typed):
    answer = Person("owner").sends("/events/new/", 400, **event_fields(believed_glory_limit=typed))
    assert set(answer.context["form"].errors) == {"believed_glory_limit"}


def test_old_invalid_prizes_do_not_block_other_settings():
    owner = Person("owner")
    owner.sends("/events/new/", **event_fields())
    event = Event.objects.get()
    before = "A trophy for the winner,\nand boosters for all\n"
    Event.objects.update(prizes=before)
    page = f"/events/{event.slug}/edit/"
    owner.sends(page, **event_fields(place="Gym", prizes=before.replace("\n", "\r\n")))
    event.refresh_from_db()
    assert (event.place, event.prizes) == ("Gym", before)
    answer = owner.sends(page, 400, **event_fields(prizes=f"{before}first: x"))
    assert answer.context["form"].has_error("prizes", "prize-for-nobody")


def test_returning_from_registration_is_labelled_as_going_back():
    owner = Person("owner")
    owner.sends("/events/new/", **event_fields())
    event = Event.objects.get()
    page = f"/events/{event.slug}/run/"
    assert "Announce event" in owner.sees(page)
    Event.objects.update(state="registration")
    assert "Announce event" not in owner.sees(page)
    assert "Back to “announced”" in owner.sees(page)
    Event.objects.update(state="check-in")
    assert "Back to “registration open”" in owner.sees(page)
    assert "Open registration" not in owner.sees(page)
