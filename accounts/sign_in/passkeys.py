"""The forms of passkeys, which read what an authenticator sent before allauth does: its own use Django's JSON reader,
which fails on long numbers, and leave some errors of what the JSON holds, which is CBOR, to become faults of the site.
"""

import struct
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from rules.common import strictjson
from rules.common.verdicts import Malformed

MOST_BYTES = 64 * 1024  # authenticators nest one or two levels
MOST_DEPTH = 16


class CredentialField(forms.JSONField):
    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        try:
            document: Any = strictjson.loads(value.encode(), max_bytes=MOST_BYTES, max_depth=MOST_DEPTH)
            kind = RegistrationResponse if "attestationObject" in document["response"] else AuthenticationResponse
            kind.from_dict(document)
        except (Malformed, LookupError, ValueError, TypeError, AttributeError, RecursionError, struct.error):
            raise get_adapter().validation_error("incorrect_code") from None
        return document


class AddForm(AddWebAuthnForm):
    credential = CredentialField()


class SecondFactorForm(AuthenticateWebAuthnForm):
    credential = CredentialField()


class LoginForm(LoginWebAuthnForm):
    credential = CredentialField()


class ReauthenticateForm(ReauthenticateWebAuthnForm):
    credential = CredentialField()
