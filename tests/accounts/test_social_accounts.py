"""Signing in with an account of another service, which a server on 127.0.0.1 plays here."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.models import SocialAccount
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sign_in.adapter import SocialAccountAdapter
from config import sign_in_services
from launch.environment import problems
from tests.accounts.signed_in import a_person, is_in

pytestmark = pytest.mark.django_db


class Service:
    """Says of the visitor what `person` says, in a signed token."""

    def __init__(self) -> None:
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.person: dict[str, Any] = {"sub": "7", "email": "ana@example.org", "email_verified": True}
        self.moved, self.asked = False, list[str]()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer(service.documents(urlsplit(self.path).path))

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.answer({"access_token": "x", "token_type": "Bearer", "id_token": service.token()})

            def answer(self, document: dict[str, Any]) -> None:
                service.asked.append(self.path)
                body = json.dumps(document).encode()
                self.send_response(302 if service.moved and self.path != "/moved" else 200)
                self.send_header("Location", "/moved")
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_about: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def documents(self, path: str) -> dict[str, Any]:
        if path.endswith("jwks"):
            public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
            return {"keys": [{**public, "kid": "1", "use": "sig", "alg": "RS256"}]}
        ends = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "jwks"}
        return {"issuer": self.url, **{name: f"{self.url}/{end}" for name, end in ends.items()}}

    def token(self) -> str:
        now = int(time.time())
        claims = {"iss": self.url, "aud": "club", "iat": now, "exp": now + 60, **self.person}
        return jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "1"})


@pytest.fixture
def service(settings):
    service = Service()
    url = service.url.replace("http://", "http://club:secret@")
    settings.SOCIALACCOUNT_PROVIDERS = sign_in_services.providers(oidc=f"{url}?name=Club")
    yield service
    service.server.shutdown()
    service.server.server_close()


def come_back(client: Client) -> Any:
    """Presses the button, and comes back from the service with a code."""
    there = client.post(reverse("openid_connect_login", args=["oidc"]))
    asked = parse_qs(urlsplit(there.headers["Location"]).query)
    assert asked["client_id"] == ["club"]
    assert asked["code_challenge_method"] == ["S256"]
    back = reverse("openid_connect_callback", args=["oidc"])
    return client.get(back, {"code": "y", "state": asked["state"][0]})


def test_the_button_is_shown_where_a_service_is_configured(service, client, settings):
    assert "Club" in client.get(reverse("account_login")).content.decode()
    settings.SOCIALACCOUNT_PROVIDERS = {}
    page = client.get(reverse("account_login")).content.decode()
    assert "Club" not in page
    assert "/oidc/" not in page


def test_a_new_person_chooses_a_public_name(service, client):
    page = come_back(client)
    assert page.headers["Location"] == reverse("socialaccount_signup")
    client.post(page.headers["Location"], {"email": "ana@example.org", "public_name": "Ana"})
    ana = User.objects.get()
    assert (ana.public_name, ana.first_name, ana.username[:7]) == ("Ana", "", "player-")
    assert is_in(client)
    assert come_back(Client()).status_code == 302


def test_an_account_is_joined_by_an_address_that_both_confirmed(service, client):
    ana = a_person()
    come_back(client)
    assert is_in(client)
    assert SocialAccount.objects.get().user == ana


@pytest.mark.parametrize("unconfirmed", ["there", "here"])
def test_an_unconfirmed_address_joins_no_account(service, client, unconfirmed):
    a_person()
    if unconfirmed == "there":
        service.person["email_verified"] = False
    else:
        EmailAddress.objects.update(verified=False)
    come_back(client)
    assert not is_in(client)
    client.post(reverse("socialaccount_signup"), {"email": "ana@example.org", "public_name": "Somebody"})
    assert not is_in(client)
    assert not SocialAccount.objects.filter(user__public_name="Ana").exists()


def by_any_address(adapter: Any, login: Any) -> Any:
    """allauth's own look-up, without its condition that the service has confirmed the address."""
    emails = [each.email for each in login.email_addresses if adapter.can_authenticate_by_email(login, each.email)]
    found = User.objects.filter(email__in=emails).first()
    return (found, found.email) if found else None


@pytest.mark.parametrize(("walls", "joined"), [({"ours"}, False), ({"allauth"}, False), (set(), True)], ids=str)
def test_each_of_two_walls_alone_stops_an_unconfirmed_address(service, client, monkeypatch, walls, joined):
    ana = a_person()
    service.person["email_verified"] = False
    if "allauth" not in walls:
        monkeypatch.setattr(SocialAccountAdapter, "authenticate_by_email", by_any_address)
    if "ours" not in walls:
        monkeypatch.setattr(SocialAccountAdapter, "can_authenticate_by_email", lambda *_of: True)
    come_back(client)
    assert SocialAccount.objects.filter(user=ana).exists() == joined


def test_a_second_factor_is_asked_for_all_the_same(service, client):
    TOTP.activate(a_person(), generate_totp_secret())
    assert come_back(client).headers["Location"] == reverse("mfa_authenticate")
    assert not is_in(client)


def test_a_suspended_account_does_not_come_in(service, client):
    ana = a_person()
    come_back(Client())
    User.objects.filter(pk=ana.pk).update(is_active=False)
    come_back(client)
    assert not is_in(client)


@pytest.mark.parametrize("state", ["", "made-up"])
def test_an_answer_that_nobody_asked_for_signs_nobody_in(service, client, state):
    a_person()
    answer = client.get(reverse("openid_connect_callback", args=["oidc"]), {"code": "y", "state": state})
    assert answer.status_code in (200, 302, 401, 403)
    assert not is_in(client)


def test_an_unknown_service_is_not_there(client):
    assert client.post(reverse("openid_connect_login", args=["nobody"])).status_code == 404


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OIDC_URL", "https://login.example.org"),
        ("OIDC_URL", "http://a:b@login.example.org"),
        ("OIDC_URL", "nonsense"),
        ("GOOGLE_SIGN_IN", "client"),
        ("DISCORD_SIGN_IN", ":secret"),
    ],
)
def test_a_senseless_setting_is_refused_without_its_secret(name, value):
    reported = problems({name: value})
    assert len(reported) == 1
    assert "secret" not in reported[0].split("makes no sense")[0]


def test_each_service_is_one_variable():
    found = sign_in_services.providers(google="a:b", discord="c:d")
    assert sign_in_services.form_targets(found) == ["https://discord.com", "https://accounts.google.com"]
    assert sign_in_services.providers() == {}
    own = sign_in_services.providers(oidc="https://a:b%2Fc@login.example.org/club/?name=Our+club")
    (app,) = own["openid_connect"]["APPS"]
    assert (app["name"], app["client_id"], app["secret"]) == ("Our club", "a", "b/c")
    assert app["settings"]["server_url"] == "https://login.example.org/club"


def test_no_redirect_of_a_service_is_followed(service, client):
    service.moved = True
    answer = client.post(reverse("openid_connect_login", args=["oidc"]))
    assert answer.status_code == 401
    assert "/moved" not in service.asked


def test_a_service_that_is_away_gets_a_clear_answer(service, client):
    service.server.shutdown()
    service.server.server_close()
    answer = client.post(reverse("openid_connect_login", args=["oidc"]))
    assert answer.status_code == 401
    assert reverse("account_login") in answer.content.decode()
