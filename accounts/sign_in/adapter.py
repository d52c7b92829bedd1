"""How signing up and in differs from django-allauth's defaults. Accounts of other services are matched to an account
here only by an address that both confirmed."""

import logging
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

import requests
from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from axes.utils import reset
from django.contrib import messages
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.security import devices, notices
from accounts.security.models import log_event
from accounts.sign_in.guessing import forget_guesses, under_way
from core.pages.links import site_url
from core.pages.login_redirect import is_page_of_ours
from core.pages.requests import client_address
from core.records.mail import send_after_commit
from core.text.email_addresses import usual_letters

log = logging.getLogger(__name__)

LONGEST_ATTEMPTED = 255  # characters of a name that axes stores


class AccountAdapter(DefaultAccountAdapter):
    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """A random name, because one made from the e-mail address would reveal it."""
        user.username = f"player-{secrets.token_hex(6)}"

    def is_safe_url(self, url: str | None) -> bool:
        """Whether a form may redirect there: one rule for allauth's pages and ours."""
        return bool(url) and is_page_of_ours(allauth_context.request, str(url))

    def clean_email(self, email: str) -> str:
        usual_letters(email)
        return email

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send what somebody just asked for at once. It may hold a link or a code, so it is not stored."""
        self._rendered(template_prefix, email, context).send()

    def _rendered(self, template_prefix: str, email: str, context: dict[str, Any]) -> EmailMessage:
        """The site's name in an e-mail is that of its links."""
        request = allauth_context.request
        named = urlsplit(site_url(request)).netloc
        about = {"request": request, "email": email, "current_site": {"name": named, "domain": named}}
        return self.render_mail(template_prefix, email, about | context)

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        """An e-mail of ours has its subject as its first line, and those about what was done to an account are one
        template, those of the site itself another; those of allauth are two each."""
        if not template_prefix.startswith(notices.FOLDER):
            return super().render_mail(template_prefix, email, context, headers)
        named = context | {"notice": template_prefix.rpartition("/")[2]}
        template = "from_the_site" if named["notice"] in notices.FROM_THE_SITE else "notice"
        text = render_to_string(f"{notices.FOLDER}/{template}.txt", named, allauth_context.request)
        subject, _line, body = text.strip().partition("\n")
        return EmailMessage(self.format_email_subject(subject), body.strip(), self.get_from_email(), [email])

    def clean_password(self, password: str, user: Any = None) -> str:
        """Validate the password against the public name too; at sign-up allauth only knows the address."""
        if user is not None and not user.public_name:
            user.public_name = allauth_context.request.POST.get("public_name", "")
        cleaned: str = super().clean_password(password, user)
        return cleaned

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Let axes count wrong passwords by name and address together, so that nobody is locked out by others.

        allauth's own limit, `login_failed`, only applies to codes of a second factor.
        """

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        with under_way(request, attempted_username(request, credentials) or ""):
            return super().authenticate(request, **credentials)

    def set_password(self, user: Any, password: str) -> None:
        """Clear the wrong attempts after a new password was set by e-mail or with the old one."""
        super().set_password(user, password)
        for name in {user.username, user.email}:
            reset(username=name.casefold())
            forget_guesses(name.casefold())
        devices.end_others(user, allauth_context.request)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Whether the last sign-in is too old; allauth by itself counts only explicit reauthentication."""
        request = allauth_context.request
        records = get_authentication_records(request, request.user)
        signed_in_at = max((record["at"] for record in records), default=0)
        return time.time() - signed_in_at >= app_settings.REAUTHENTICATION_TIMEOUT

    def reauthenticate(self, user: Any, password: str) -> bool:
        """Authenticate by the same name as on the sign-in page, so that wrong passwords count together."""
        found = self.authenticate(allauth_context.request, email=user.email, password=password)
        return found is not None and found.pk == user.pk

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Send the notice through the outbox, so that it survives a mail server that is down or a process that dies,
        and record it in the security log."""
        log_event(template_prefix.rpartition("/")[2].replace("_", "-"), allauth_context.request, user=user)
        send_after_commit(self.notice(template_prefix, user, context or {}, email or user.email))

    def send_notice_unstored(self, template_prefix: str, user: Any, email: str) -> None:
        """Send a notice to a person of whom nothing may be stored any more; it is tried once."""
        try:
            self.notice(template_prefix, user, {}, email).send()
        except OSError as error:
            log.warning("the e-mail %s could not be sent: %s", template_prefix, type(error).__name__)
            text = _("The change was made, but the e-mail about it could not be sent.")
            messages.warning(allauth_context.request, text)

    def notice(self, template_prefix: str, user: Any, context: dict[str, Any], email: str) -> EmailMessage:
        request = allauth_context.request
        agent = self.get_http_user_agent(request)
        facts = {"device": devices.device_name(agent), "ip": client_address(request), "timestamp": timezone.now()}
        with translation.override(user.locale or translation.get_language()):
            return self._rendered(template_prefix, email, facts | notices.links() | context)


def attempted_username(request: HttpRequest, credentials: dict[str, str] | None) -> str | None:
    """The normalised name of the account that the sign-in is for."""
    given = credentials or request.POST.dict()
    name = given.get("email") or given.get("username") or given.get("login")
    return name.replace("\0", "").strip().casefold()[:LONGEST_ATTEMPTED] if name else None


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


# Texts of allauth whose French is our own: the catalogue of the site comes before that of the package.
TEXTS = (
    gettext_noop("Email"),
    gettext_noop("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    gettext_noop("Already have an account? Then please %(link)ssign in%(end_link)s."),
    gettext_noop("You have signed out."),
    gettext_noop("Are you sure you want to sign out?"),
)
