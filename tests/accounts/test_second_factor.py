"""Secrets of second factors are encrypted in the database."""

import base64
import re
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.urls import reverse

from accounts.sign_in.second_factor_adapter import SecondFactorAdapter
from config.cache import FailSafeRedisCache, MemoryCache
from tests.accounts.signed_in import a_person, code_now, come_in, is_in, sign_in

pytestmark = pytest.mark.django_db
OLD, NEW = "an old key of the site " * 3, "a new key of the site " * 3


def test_a_second_factor_is_not_stored_in_the_clear():
    secret = generate_totp_secret()
    TOTP.activate(a_person(), secret)
    stored = Authenticator.objects.get().data["secret"]
    assert secret not in stored
    assert SecondFactorAdapter().decrypt(stored) == secret


def test_a_replaced_key_still_reads_older_second_factors(settings):
    settings.SECRET_KEY = OLD
    stored = SecondFactorAdapter().encrypt("SECRET")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    assert SecondFactorAdapter().decrypt(stored) == "SECRET"


def test_a_secret_of_a_lost_key_accepts_no_code(settings):
    settings.SECRET_KEY = OLD
    stored = SecondFactorAdapter().encrypt("SECRET")
    settings.SECRET_KEY = NEW
    one, other = (SecondFactorAdapter().decrypt(stored) for _ in range(2))
    assert len({one, other, "SECRET", ""}) == 4


@pytest.mark.parametrize("broker", ["none", "away"])
def test_a_code_signs_in_once_whichever_process_takes_it(monkeypatch, broker):
    ana, secret = a_person(), generate_totp_secret()
    TOTP.activate(ana, secret)
    code = code_now(secret)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.TOTP.validate_code", only(code))
    signed_in = []
    for process in ("one", "another"):
        memory = MemoryCache(process, {}) if broker == "none" else FailSafeRedisCache("redis://127.0.0.1:1/0", {})
        monkeypatch.setattr("allauth.mfa.totp.internal.auth.cache", memory)
        client = sign_in(ana)
        client.post(reverse("mfa_authenticate"), {"code": code})
        signed_in.append(is_in(client))
    assert signed_in == [True, False]


def only(code: str) -> Callable[[TOTP, str], bool]:
    """Takes this code, as if its half minute did not end."""
    return lambda totp, given: given == code and totp._mark_code_used(given)


def test_the_authenticator_code_has_a_light_background_on_any_page(client):
    come_in(client, a_person())
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    [drawn] = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    code = base64.b64decode(drawn)
    assert b'<path fill="#fff" d="M0 0h' in code
    assert b"viewBox" in code  # shrinks with its page, and is never cut off
