"""A number that is too large, or a way back that is none: the form says the limit, and nothing is lost."""

import pytest
from django.core.exceptions import ValidationError

from core.pages.login_redirect import safe_next
from judging.rulings.forms.rulings import CorrectedScoreForm, DecisionForm
from tests.tournaments.people import event_fields
from tests.tournaments.worlds import a_match, a_player, a_user, an_event, staff
from tournaments.models import Event, Registration

pytestmark = pytest.mark.django_db

TOO_LARGE = ["2147483648", "9" * 30]


@pytest.fixture
def event(client):
    event = an_event("registration")
    client.force_login(staff(event))
    return event


@pytest.mark.parametrize(("field", "value"), [("glory_a", "61"), ("glory_b", "-1"), ("after", "5001")])
def test_a_ruling_shows_number_limits(event, field, value):
    result = CorrectedScoreForm(match=a_match(event))
    with pytest.raises(ValidationError) as refused:
        (DecisionForm.base_fields | result.fields)[field].clean(value)
    assert refused.value.error_list[0].code == "number-out-of-range"


@pytest.mark.parametrize("value", TOO_LARGE)
@pytest.mark.parametrize(
    ("field", "limits"), [("rating", "0 to 100000"), ("fixed_table", "1 to 9999"), ("manual_rank", "0 to 10000")]
)
def test_player_forms_of_the_staff_show_number_limits(client, event, field, limits, value):
    player = a_player(event)
    for path in ("add", str(player.pk)):
        answer = client.post(f"/events/{event.slug}/manage/players/{path}/", {"guest_name": "Lou", field: value})
        assert answer.status_code == 400
        assert f"Enter a number from {limits}." in answer.content.decode()
    assert event.registrations.count() == 1


@pytest.mark.parametrize("value", TOO_LARGE)
def test_the_registration_form_shows_the_rating_limit(client, event, value):
    client.force_login(a_user())
    answer = client.post(f"/events/{event.slug}/register/", {"rating": value})
    assert answer.status_code == 400
    assert "Enter a number from 0 to 100000." in answer.content.decode()
    assert not Registration.objects.exists()


@pytest.mark.parametrize("value", [*TOO_LARGE, "100001", "²", "-1"])
def test_an_import_with_a_rating_out_of_range_is_refused(client, event, value):
    lines = {"text": f"name,rating\nLou,{value}", "do": "import"}
    answer = client.post(f"/events/{event.slug}/manage/players/import/", lines)
    assert answer.status_code == 400
    assert not Registration.objects.exists()


@pytest.mark.parametrize("year", ["0001", "1979", "2201", "9999"])
def test_an_event_in_no_year_of_ours_is_not_made(client, event, year):
    fields = event_fields(starts_at=f"{year}-06-01T10:00")
    answer = client.post("/events/new/?from=constructed-cut", fields)
    assert answer.status_code == 400
    assert "Enter a date from 1980 to 2200." in answer.content.decode()
    assert Event.objects.get() == event


@pytest.mark.parametrize("where", ["-1", "start", "x/y", "?a=b", "#top", "http://[", "\\", "/\r\nX: y"])
def test_an_invalid_return_address_falls_back_to_the_default(client, event, where):
    player = a_player(event, status="pending")
    door = f"/events/{event.slug}/manage/players/{player.pk}/decide/"
    answer = client.post(door, {"do": "approve", "next": where})
    assert answer.headers["Location"] == f"/events/{event.slug}/manage/players/"


def test_paths_and_own_addresses_are_valid_return_addresses(rf):
    request = rf.get("/")
    assert safe_next(request, "/events/?page=2") == "/events/?page=2"
    assert safe_next(request, "http://testserver/events/") == "http://testserver/events/"
