"""Every link that leaves a page leads to SITE_URL or to where the site is really reached, never to a host made up."""

import re
from pathlib import Path

import pytest
from django.core import mail
from django.test import RequestFactory
from django.urls import reverse

from accounts.profile.models import User
from core.pages.links import absolute
from tests.tournaments import worlds
from tournaments.models import EventState

ROOT = Path(__file__).resolve().parent.parent.parent
HALL = "http://192.168.1.5:8000/"
FORGED = "evil.example"
BUILDERS = re.compile(
    r"build_absolute_uri|get_current_site|RequestSite|SITE_URL|OWN_URL|HALL_URL|get_host\(|HTTP_HOST"
    r"|location\.(origin|host)\b|https?://(?!www\.w3\.org/)[\w{%]|[\"']//[\w{]"
)
WHERE_HOSTS_ARE_KNOWN = {
    "core/pages/links.py",  # the one function
    "core/pages/login_redirect.py",  # compares, and builds nothing
    "templates/tournaments/printing/base.html",  # names the setting
    "config/settings.py",
    "config/sign_in_services.py",  # where Google and Discord answer
    "config/checks.py",
    "launch/run.py",
    "launch/addresses.py",
    "launch/services.py",
    "tournaments/events/services/front_page.py",  # a map of the world, on another site
    "tournaments/events/services/exporting.py",  # an example of an address to type
    "tournaments/events/views/handover.py",  # an example of an address to type
    "tools/document_schemas.py",  # the address of JSON Schema itself
    "judging/api.py",  # tournaments.example, in the documentation of the API
}


@pytest.fixture
def _hall(settings):
    settings.SITE_URL, settings.HALL_URL, settings.OWN_URL = "", HALL, HALL
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "192.168.1.5", "10.0.0.5", "laptop.local"]


def link(host: str, path: str = "/events/", **more: str) -> str:
    return absolute(path, RequestFactory().get("/a/", headers={"host": host, **more}))


@pytest.mark.usefixtures("_hall")
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "localhost"])
def test_what_only_this_computer_opens_is_never_linked(host):
    assert link(host) == HALL + "events/"


@pytest.mark.usefixtures("_hall")
@pytest.mark.parametrize("host", ["192.168.1.5:8000", "10.0.0.5:8000", "laptop.local:8000"])
def test_links_use_the_address_that_the_site_is_reached_by(host):
    assert link(host) == f"http://{host}/events/"


@pytest.mark.usefixtures("_hall")
def test_a_port_that_a_request_made_up_is_not_linked():
    assert link("192.168.1.5:6666") == HALL + "events/"


@pytest.mark.usefixtures("_hall")
def test_a_forwarded_host_is_not_believed():
    assert link("10.0.0.5:8000", **{"X-Forwarded-Host": FORGED}) == "http://10.0.0.5:8000/events/"


@pytest.mark.usefixtures("_hall")
def test_what_no_request_asked_for_leads_to_the_hall():
    assert absolute("/events/") == HALL + "events/"


def test_a_site_with_an_address_uses_it_for_every_link(settings):
    settings.SITE_URL = "https://arena.example/"
    assert link("testserver") == absolute("/events/") == "https://arena.example/events/"


def test_where_any_name_is_allowed_none_is_believed(settings):
    settings.ALLOWED_HOSTS, settings.OWN_URL = ["*"], "http://10.0.0.5:8000/"
    assert link(FORGED) == "http://10.0.0.5:8000/events/"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/events/", "/accounts/password/reset/", "/api/v1/events/", "/nowhere/"])
@pytest.mark.parametrize("headers", [{"host": FORGED}, {"host": f"{FORGED}:80"}, {"host": "a@localhost"}])
def test_a_made_up_host_is_refused_and_not_repeated(client, path, headers):
    answer = client.get(path, headers=headers)
    assert answer.status_code == 400
    assert FORGED not in answer.content.decode()


@pytest.fixture
def event():
    event = worlds.an_event(EventState.CHECK_IN)
    worlds.a_player(event)
    return event


def pages_with_links(event) -> list[str]:
    player = event.registrations.get()
    slug = event.slug
    return [
        *(f"/events/{slug}/{page}/" for page in ("staff", "print/check-in")),
        reverse("tournaments:edit_player", args=[slug, player.pk]),
        reverse("tournaments:player", args=[slug, player.pk]),
        reverse("tournaments:ics", args=[slug]),
        reverse("teams:build"),
        "/api/v1/events/?page_size=1",
    ]


@pytest.mark.django_db
@pytest.mark.usefixtures("_hall")
def test_pages_prints_and_files_link_to_the_hall_only(event, client):
    owner = worlds.staff(event)
    client.force_login(owner)
    for path in pages_with_links(event):
        answer = client.get(path, headers={"host": "localhost:8000", "X-Forwarded-Host": FORGED})
        assert answer.status_code == 200, path
        said = answer.content.decode()
        assert FORGED not in said, path
        assert "http://localhost" not in said, path


@pytest.mark.django_db
@pytest.mark.usefixtures("_hall")
def test_the_api_links_to_the_hall(client):
    for _ in range(60):
        worlds.an_event(EventState.REGISTRATION)
    following = client.get("/api/v1/events/", headers={"host": "localhost:8000"}).json()["next"]
    assert following.startswith(f"{HALL}api/v1/events/?page=2")


@pytest.mark.django_db
@pytest.mark.usefixtures("_hall")
def test_a_password_e_mail_links_to_the_halls_address(client):
    user = User.objects.create_user("ana", "ana@example.org", "a long password")
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    asked = {"email": user.email}
    where = reverse("account_reset_password")
    assert client.post(where, asked, headers={"host": FORGED}).status_code == 400
    client.post(where, asked, headers={"host": "localhost:8000", "X-Forwarded-Host": FORGED})
    (sent,) = mail.outbox
    assert f"{HALL}accounts/password/reset/key/" in sent.body
    assert FORGED not in sent.body
    assert "localhost" not in sent.body


def test_nothing_else_builds_absolute_addresses():
    sources = [
        path
        for package in ("accounts", "teams", "tournaments", "judging", "config", "rules", "templates", "static/js")
        for kind in ("*.py", "*.html", "*.txt", "*.js")
        for path in (ROOT / package).rglob(kind)
    ]
    found = {str(path.relative_to(ROOT)) for path in sources if BUILDERS.search(path.read_text())}
    assert found - WHERE_HOSTS_ARE_KNOWN == set()
