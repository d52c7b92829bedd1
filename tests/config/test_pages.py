"""The pages that belong to no room."""

import re

import pytest
from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse

from config import pages
from tests.tournaments.worlds import a_player, an_event


def test_the_start_page_answers(client, db):
    assert client.get("/").status_code == 200


def test_the_start_page_shows_what_is_on_first(client, db):
    ana = a_player(an_event(name="Autumn Cup"), "ana")
    an_event(name="Winter Cup", slug="winter-cup")
    client.force_login(ana.user)
    page = client.get("/").content.decode()
    places = [page.index(text) for text in ('id="now-title"', 'id="events-now"', 'id="games"')]
    assert places == sorted(places)
    assert "Autumn Cup" in page[places[0] : places[1]] and "Winter Cup" in page[places[1] : places[2]]
    assert 'class="roles"' not in page  # what the site does is told to visitors


def test_a_visitors_start_page_shows_events_before_features(client, db):
    page = client.get("/").content.decode()
    assert page.index('id="events-now"') < page.index('class="roles"') < page.index('id="games"')


@pytest.mark.parametrize("signed_in", [True, False])
def test_nothing_on_the_start_page_comes_later_and_moves_it(client, db, signed_in):
    if signed_in:
        client.force_login(a_player(an_event()).user)
    page = client.get("/").content.decode()
    assert "hx-get" not in page[page.index("<main") : page.index('id="games"')]


def test_a_visitors_start_page_follows_the_events(client, db):
    client.get("/")
    event = an_event(name="Autumn Cup")
    first = client.get("/")
    assert "Autumn Cup" in first.content.decode()
    assert client.get("/", headers={"If-None-Match": first["ETag"]}).status_code == 304
    a_player(event)
    assert client.get("/", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_start_page_leads_judges_to_their_desks(client, db):
    assert f'href="{reverse("judging:desks")}">Go to my desks' in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("signed_in", "places"),
    [(True, ["Now", "My games", "Events", "Teams"]), (False, ["Events", "Teams", "Cards", "Sign in"])],
)
def test_four_places_stand_at_the_bottom_of_phones(client, django_user_model, signed_in, places):
    if signed_in:
        client.force_login(django_user_model.objects.create_user("pia"))
    bar = client.get("/teams/").content.decode().partition('<nav class="places"')[2].partition("</nav>")[0]
    assert re.findall(r"</svg>([^<]+)</a>", bar) == places
    assert re.findall(r'aria-current="\w+".*</svg>([^<]+)</a>', bar) == ["Teams"]


@pytest.mark.parametrize(
    ("there", "led_to"), [("/style/?a=1", "/style/?a=1"), ("-1", "/"), ("//elsewhere.example", "/"), ("%0d", "/")]
)
def test_choosing_a_language_leads_to_pages_of_this_site_alone(client, db, there, led_to):
    answer = client.post("/i18n/setlang/", {"language": "fr", "next": there})
    assert (answer.status_code, answer.url) == (302, led_to)
    assert client.cookies["django_language"].value == "fr"


def test_choosing_colours_returns_to_the_same_page(client, db):
    answer = client.post("/theme/", {"theme": "dark", "next": "/style/?a=1"})
    assert answer.url == "/style/?a=1"
    assert client.cookies["theme"].value == "dark"


@pytest.mark.parametrize(
    ("came_from", "led_to"),
    [("http://testserver{0}?a=1", "{0}?a=1"), ("", "/"), ("https://other.example/", "/")],
)
def test_the_switches_on_a_refused_form_lead_to_its_page(client, db, came_from, led_to):
    there = reverse(
        "tournaments:personal", args=[an_event("finished").registrations.create(guest_name="Ana").link_token]
    )
    answer = client.post(f"{there}check-in/", headers={"Referer": came_from.format(there)})
    assert answer.status_code == 409
    assert re.findall('name="next" value="([^"]*)"', answer.content.decode()) == [led_to.format(there)] * 2


def test_the_switches_on_a_page_lead_to_it(client, db):
    page = client.get("/style/?a=1", headers={"Referer": "http://testserver/"}).content.decode()
    assert re.findall('name="next" value="([^"]*)"', page) == ["/style/?a=1"] * 2


@pytest.mark.parametrize("elsewhere", ["https://other.example/", "//other.example", "javascript:alert(1)", ""])
def test_the_choice_of_colours_sends_nobody_to_another_site(client, db, elsewhere):
    assert client.post("/theme/", {"theme": "dark", "next": elsewhere}).url == "/"


def test_an_unknown_colour_scheme_is_not_kept(client, db):
    assert "theme" not in client.post("/theme/", {"theme": "pink<script>"}).cookies


@pytest.mark.parametrize(
    ("view", "raised", "status"),
    [
        (pages.bad_request, BadRequest(), 400),
        (pages.permission_denied, PermissionDenied("only the head judge"), 403),
        (pages.page_not_found, Exception(), 404),
    ],
)
def test_an_error_page_says_what_to_do_next(db, view, raised, status):
    answer = view(RequestFactory().get("/somewhere/"), raised)
    assert answer.status_code == status
    assert b'class="button button-primary"' in answer.content


def test_text_given_with_an_error_reaches_the_reader(db):
    answer = pages.permission_denied(RequestFactory().get("/"), PermissionDenied("only the <head> judge"))
    assert b"only the &lt;head&gt; judge" in answer.content


@pytest.mark.parametrize(("page", "is_of_an_event"), [("/moderation/", False), ("/events/{}/run/", True)])
def test_a_refusal_says_only_what_applies_there(client, db, page, is_of_an_event):
    event = an_event()
    client.force_login(a_player(event).user)
    answer = client.get(page.format(event.slug))
    text = answer.content.decode()
    assert answer.status_code == 403
    assert ("Organisers give staff access" in text) == is_of_an_event
    assert "session" not in text.partition("<main")[2].partition("</main>")[0]


def test_the_page_for_our_own_faults_stands_without_a_request(db):
    assert pages.server_error(RequestFactory().get("/")).status_code == 500


def test_the_error_page_works_without_static_files(db, settings, tmp_path):
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.static_files.storage.StaticStorage"}}
    settings.STATIC_ROOT = tmp_path  # nothing was collected here
    with pytest.raises(ValueError, match="manifest"):
        render_to_string("error.html")
    answer = pages.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"<h1>" in answer.content


def test_a_missing_page_is_a_page_of_the_site(db):
    answer = Client().get("/no-such-place/")
    assert answer.status_code == 404
    assert b"site-header" in answer.content


def test_an_address_that_only_takes_forms_answers_with_a_page(client, db):
    answer = client.get("/theme/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert b"site-header" in answer.content
    assert b"only accepts forms" in answer.content


def test_an_address_that_only_is_read_says_so(client, db):
    answer = client.post("/style/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET")
    assert b"Nothing can be sent to this address" in answer.content


def test_an_expired_form_leads_back_to_its_page(db):
    careful = Client(enforce_csrf_checks=True)
    answer = careful.post("/theme/", {"theme": "dark"}, headers={"Referer": "http://testserver/style/?a=1"})
    assert answer.status_code == 403
    assert b"site-header" in answer.content
    assert answer.context["back"] == "/style/?a=1"


@pytest.mark.parametrize(
    ("method", "address", "accept", "status", "code"),
    [
        ("GET", "/api/v1/no-such-place/", "*/*", 404, "not-found"),
        ("POST", "/api/v1/no-such-place/", "text/html", 404, "not-found"),
        ("GET", "/no-such-place/", "application/json", 404, "not-found"),
        ("GET", "/theme/", "application/json", 405, "method-not-allowed"),
        ("POST", "/theme/", "application/json", 403, "csrf"),
    ],
)
def test_programs_get_the_code_of_what_went_wrong(db, method, address, accept, status, code):
    answer = Client(enforce_csrf_checks=True).generic(method, address, headers={"Accept": accept})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_only_the_tokens_name_a_raw_colour():
    raw = re.compile(r"#[0-9a-f]{3,8}\b(?!\")|\b(?:rgb|hsl)a?\(|:\s*(?:white|black)\b", re.IGNORECASE)
    sheets = [sheet for sheet in (settings.BASE_DIR / "static/css").glob("*.css") if sheet.name != "tokens.css"]
    assert len(sheets) > 10
    assert [(sheet.name, found) for sheet in sheets for found in raw.findall(sheet.read_text())] == []
