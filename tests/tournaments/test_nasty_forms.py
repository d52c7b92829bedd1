"""Forms in the hands of people and programs that send anything: a clear answer, and nothing changed."""

from urllib.parse import urlencode

import pytest

from tests.tournaments.people import event_fields
from tests.tournaments.worlds import a_match, a_user, an_event, staff
from tournaments.models import Event, Registration, Result, ResultReport

pytestmark = pytest.mark.django_db

NASTY = [
    "",
    " ",
    "\x00",
    "-1",
    "1e9",
    "9" * 400,
    "NaN",
    "<script>alert(1)</script>",
    "'; --",
    "\ud83d",
    "a" * 100_000,
]


@pytest.mark.parametrize("field", ["outcome", "glory_a", "glory_b", "ending"])
@pytest.mark.parametrize("value", NASTY)
def test_a_report_with_nonsense_reports_nothing(client, field, value):
    match = a_match()
    client.force_login(match.a.user)
    fields = {"outcome": "a", "glory_a": "4", "glory_b": "0", "ending": "glory"}
    answer = sent(client, f"/matches/{match.pk}/report/", {**fields, field: value})
    assert answer.status_code == 400
    assert not ResultReport.objects.exists()


def sent(client, path: str, fields: dict[str, str]):
    """As a browser would never encode it: lone surrogates go out as they are."""
    body = urlencode(fields, errors="surrogatepass")
    return client.generic("POST", path, body, content_type="application/x-www-form-urlencoded")


@pytest.mark.parametrize("value", [*NASTY, "12", "12 6", "99999 6-0", "1 6-0 z", "1 -6-0", "1 6-0; drop"])
def test_an_invalid_slip_enters_nothing(client, value):
    match = a_match()
    client.force_login(staff(match.round.event))
    answer = sent(client, f"/events/{match.round.event.slug}/entry/", {"slip": value})
    assert answer.status_code == 400
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 121),
        ("capacity", "1"),
        ("capacity", "10001"),
        ("capacity", "many"),
        ("time_zone", "../../etc/passwd"),
        ("starts_at", "31 February"),
        ("legality", "no-such-profile"),
        ("tie_breaks_1", "match-points"),
        ("tie_breaks_1", "no-such"),
        ("cut_size", "65"),
        ("points_win", "0"),
        ("round_minutes", "0"),
        ("arenas", "no-such-arena"),
        ("team_format", "x"),
    ],
)
def test_an_event_with_nonsense_is_not_made(client, field, value):
    client.force_login(a_user())
    answer = client.post("/events/new/?from=constructed-cut", event_fields(**{field: value}))
    assert answer.status_code == 400
    assert not Event.objects.exists()


def test_user_texts_are_escaped(client):
    owner = a_user()
    client.force_login(owner)
    evil = "# Hi <img src=x onerror=alert(1)> <script>alert(1)</script> [x](javascript:alert(1))"
    client.post("/events/new/?from=league-day", event_fields(name="<b>Cup</b>", description=evil, house_rules=evil))
    event = Event.objects.get()
    page = client.get(f"/events/{event.slug}/").content.decode()
    assert "<script>alert" not in page and "onerror" not in page.replace("&lt;img src=x onerror", "")
    assert "javascript:" not in page and "<b>Cup" not in page


@pytest.mark.parametrize(
    "where", ["/", "/events/", "https://elsewhere.example/", "//elsewhere.example/", "javascript:x"]
)
def test_a_form_leads_back_to_this_site_only(client, where):
    event = an_event("registration", needs_approval=True)
    client.force_login(staff(event))
    waiting = Registration.objects.create(event=event, user=a_user(), status="pending")
    door = f"/events/{event.slug}/manage/players/{waiting.pk}/decide/"
    answer = client.post(door, {"do": "approve", "next": where})
    assert answer.headers["Location"].startswith("/") and not answer.headers["Location"].startswith("//")


def test_a_csv_with_formulas_comes_out_defused(client):
    event = an_event("registration")
    client.force_login(staff(event))
    Registration.objects.create(event=event, guest_name="=HYPERLINK(1)", club=" +1")
    text = client.get(f"/events/{event.slug}/players.csv").content.decode("utf-8-sig")
    assert '"\'=HYPERLINK(1)"' in text and '"\' +1"' in text


@pytest.mark.parametrize("cleared", ["on", "9" * 30])
def test_a_file_that_was_never_kept_cannot_be_cleared(client, cleared):
    event = an_event("registration")
    client.force_login(staff(event))
    lines = {"text": "name\nLou", "do": "import", "file-clear": cleared}
    assert client.post(f"/events/{event.slug}/manage/players/import/", lines).status_code < 400
    assert event.registrations.get().guest_name == "Lou"
