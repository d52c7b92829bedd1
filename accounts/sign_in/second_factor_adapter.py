"""How second factors are kept: secrets are encrypted in the database with keys derived from the site's secret key."""

import base64
import logging
import secrets
from typing import Any

from allauth.account.internal.stagekit import unstash_login
from allauth.core import context as allauth_context
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from accounts.security.models import log_event
from core.pages.qr import qr_file

log = logging.getLogger(__name__)

ENCRYPTED = "fernet:"
PURPOSE = b"second factors"


class SecondFactorAdapter(DefaultMFAAdapter):
    def validation_error(self, code: str, *args: Any) -> Any:
        """Count a wrong code as a failed sign-in of the account whose password was right."""
        request = allauth_context.request
        if code == "incorrect_code" and request is not None:  # a form is also tried without one, by tests
            signing_in = unstash_login(request, peek=True)
            log_event("second-factor-failed", request, user=signing_in.user if signing_in else request.user)
        return super().validation_error(code, *args)

    def build_totp_svg(self, url: str) -> str:
        """The QR code on a white background; allauth's is transparent."""
        return qr_file(url)

    def encrypt(self, text: str) -> str:
        return ENCRYPTED + _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret. One that cannot be read, because the site's key was replaced, accepts no code."""
        try:
            return _cipher().decrypt(encrypted_text.removeprefix(ENCRYPTED)).decode()
        except InvalidToken:
            log.error("a second factor was encrypted with a key that is neither SECRET_KEY nor in SECRET_KEY_FALLBACKS")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _cipher() -> MultiFernet:
    """Encrypts with the first key, decrypts with any of them."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(key.encode())
    return base64.urlsafe_b64encode(made)
