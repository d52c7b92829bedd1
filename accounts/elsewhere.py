"""Accounts of other services: joined to an account here only by an address that both have confirmed."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter


class ElsewhereAdapter(DefaultSocialAccountAdapter):
    def can_authenticate_by_email(self, login: Any, email: str) -> bool:
        """The other service must say that it has confirmed the address, and it must be confirmed here too: otherwise
        the person who typed it in first, here or there, would share the account. A second factor is still asked for."""
        said = any(each.verified and each.email.casefold() == email.casefold() for each in login.email_addresses)
        return said and EmailAddress.objects.filter(email__iexact=email, verified=True).exists()

    def populate_user(self, request: Any, sociallogin: Any, data: dict[str, Any]) -> Any:
        """Only the address is taken over: the public name is asked for on the next page."""
        return super().populate_user(request, sociallogin, {"email": data.get("email")})
