"""Sign-in with accounts of other services. They are matched to an account here only by an address that both
confirmed.
"""

from typing import Any

import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter


class SocialAccountAdapter(DefaultSocialAccountAdapter):
    def can_authenticate_by_email(self, login: Any, email: str) -> bool:
        """Whether both this site and the other service have confirmed the address. Otherwise whoever typed it in first,
        here or there, would share the account. A second factor is still required."""
        said = any(each.verified and each.email.casefold() == email.casefold() for each in login.email_addresses)
        return said and EmailAddress.objects.filter(email__iexact=email, verified=True).exists()

    def get_requests_session(self) -> requests.Session:
        """A session without redirects: the service's address is configured, the targets of its redirects are not."""
        session: requests.Session = super().get_requests_session()
        session.max_redirects = 0
        return session

    def populate_user(self, request: Any, sociallogin: Any, data: dict[str, Any]) -> Any:
        """Copy only the e-mail address; the public name is asked for on the next page."""
        return super().populate_user(request, sociallogin, {"email": data.get("email")})
