"""The form of a new event asks six things, the game first; the rest are values to change."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.people import event_fields
from tests.tournaments.worlds import a_user, an_event, staff
from tournaments.models import Event, TieBreak

pytestmark = pytest.mark.django_db


def page_of(signed_in, preset: str) -> str:
    return signed_in(a_user()).get(reverse("tournaments:create"), {"from": preset}).content.decode()


def unfolded(page: str) -> str:
    return re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)


def test_six_questions_are_open_and_the_rest_folded(signed_in):
    page = page_of(signed_in, "constructed-cut")
    assert unfolded(page).count('class="field"') == 6
    assert " open>" not in page


def test_folded_settings_show_what_the_template_sets_and_no_more(signed_in):
    page = page_of(signed_in, "constructed-cut")
    about = [" ".join(each.split()) for each in re.findall(r'section-about">(.*?)<strong>', page, re.DOTALL)]
    assert about == ["", "Format: constructed", "Minutes per round: 60 · Players in the top cut: 8", "", "", "", ""]


def test_values_of_lists_are_shown_whole(signed_in):
    event = an_event("registration")
    page = signed_in(staff(event, "owner")).get(reverse("tournaments:edit", args=[event.slug])).content.decode()
    reported = re.search(r"Tie-breaks, in order: ([^·<]*)", page)
    assert reported
    assert reported[1].strip().split(", ")[-1] in {str(label) for label in TieBreak.labels}


def test_a_draft_shows_its_kind_and_pod_rounds(signed_in):
    page = page_of(signed_in, "draft")
    assert "Pools come from: draft" in page
    assert "Rounds paired inside the pods: " in page
    assert "Pools come from:" not in page_of(signed_in, "constructed-cut")


def test_settings_of_an_event_show_their_values(signed_in):
    event = an_event("registration", round_minutes=55)
    page = signed_in(staff(event, "owner")).get(reverse("tournaments:edit", args=[event.slug])).content.decode()
    assert "Minutes per round: 55" in page


def test_required_fields_are_marked(signed_in):
    page = page_of(signed_in, "constructed-cut")
    assert re.search(r'<label[^>]*class="required"[^>]*>\s*Name<', page)
    assert not re.search(r'<label[^>]*class="required"[^>]*>\s*Place<', page)
    assert "* required" in page


def test_limited_settings_are_marked_as_for_limited_only(signed_in):
    page = page_of(signed_in, "draft")
    assert page.count("data-only-limited") == 3


def test_an_error_in_a_folded_setting_unfolds_it_keeping_everything(signed_in):
    fields = event_fields(name="Kept", points_win="0", points_draw="3")
    answer = signed_in(a_user()).post(reverse("tournaments:create"), fields)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert 'value="Kept"' in page
    assert 'id="id_points_win"' in unfolded(page)


def test_a_past_start_is_asked_about_and_keeps_everything(signed_in):
    client, fields = signed_in(a_user()), event_fields(name="Yesterday", starts_at="2020-10-05T10:00")
    answer = client.post(reverse("tournaments:create"), fields)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "This start is in the past" in page
    assert 'value="Yesterday"' in page
    assert 'name="past_start"' in page
    assert not Event.objects.exists()
    assert client.post(reverse("tournaments:create"), fields | {"past_start": "on"}).status_code == 302
    assert Event.objects.get().starts_at.year == 2020


def test_an_event_of_this_very_hour_needs_no_question(signed_in):
    now = timezone.now().strftime("%Y-%m-%dT%H:%M")
    fields = event_fields(starts_at=now, time_zone="UTC")
    assert signed_in(a_user()).post(reverse("tournaments:create"), fields).status_code == 302


def test_a_copy_in_the_past_is_asked_about(signed_in):
    event = an_event("registration")
    client, address = signed_in(staff(event, "owner")), reverse("tournaments:clone", args=[event.slug])
    fields = {"name": "Copy", "starts_at": "2020-10-05T10:00"}
    answer = client.post(address, fields)
    assert answer.status_code == 400
    assert 'name="past_start"' in answer.content.decode()
    assert client.post(address, fields | {"past_start": "on"}).status_code == 302


def test_settings_of_an_event_that_has_begun_are_saved_unasked(signed_in):
    event = an_event("registration", starts_at=timezone.now() - dt.timedelta(days=3))
    address = reverse("tournaments:edit", args=[event.slug])
    assert signed_in(staff(event, "owner")).post(address, event_fields(starts_at="2020-10-05T10:00")).status_code == 302


def test_where_and_how_many_have_names_of_their_own(signed_in):
    page = page_of(signed_in, "constructed-cut")
    for field, label in (("place", "Venue"), ("capacity", "Number of places")):
        assert re.search(rf'<label for="id_{field}"[^>]*>{label}</label>', page)


def test_the_address_keeps_letters_that_are_two_in_one(signed_in):
    signed_in(a_user()).post(reverse("tournaments:create"), event_fields(name="Coupe d’Œuvre à Næstved"))
    assert Event.objects.get().slug == "coupe-doeuvre-a-naestved"


@pytest.mark.parametrize("name", ["New", "Mine", "Import", "Upcoming"])
def test_an_event_never_takes_the_address_of_a_page(signed_in, name):
    client = signed_in(a_user())
    created = client.post(reverse("tournaments:create"), event_fields(name=name))
    event = Event.objects.get(name=name)
    assert created.status_code == 302
    assert client.get(event.get_absolute_url()).context["event"] == event
