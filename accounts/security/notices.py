"""E-mails about the security of an account, sent to its address at the time of the change."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from accounts.profile.models import User
from core.pages.links import absolute, site_url
from core.records.mail import send_after_commit

FOLDER = "accounts/email"
FROM_THE_SITE = {"token_ends", "changed_by_administrator", "decision_of_moderators"}


def send_notice(user: User, what: str, *, email: str = "", **facts: Any) -> None:
    """Send a notice of accounts/email/notice.txt; `email` is needed where it is not the account's current address."""
    get_adapter().send_notification_mail(f"{FOLDER}/{what}", user, facts, email or None)


def send_deletion_notice(user: User, email: str) -> None:
    """Send at once: nothing may be stored about a deleted person."""
    get_adapter().send_notice_unstored(f"{FOLDER}/account_deleted", user, email)


def send_notice_from_worker(user: User, what: str, **facts: Any) -> None:
    """Send a notice from a worker, outside of a request, in the person's language: one of `FROM_THE_SITE`."""
    with translation.override(user.locale or settings.LANGUAGE_CODE):
        context = links() | {"current_site": {"domain": urlsplit(site_url()).netloc}} | facts
        message = get_adapter().render_mail(f"{FOLDER}/{what}", user.email, context)
        send_after_commit(message)


def links() -> dict[str, str]:
    """Links for a person who did not make the change. They have the site's own address: requests may name any host."""
    names = {"reset_url": "account_reset_password", "devices_url": "accounts:devices", "tokens_url": "accounts:tokens"}
    return {name: absolute(reverse(page)) for name, page in names.items()}


Addresses = dict[str, bool]  # address -> whether it is confirmed


def addresses_of(user: User) -> Addresses:
    return dict(EmailAddress.objects.filter(user=user).values_list("email", "verified"))


def notify_of_address_changes(user: User, main: str, before: Addresses) -> None:
    """Send the notices that allauth does not: it notifies the old main address when the main address changes, and the
    main address when another is removed. `main` and `before` are the state before the change."""
    after = addresses_of(user)
    for added in after.keys() - before.keys():
        send_notice(user, "address_added", email=main, address=added)
    for removed in before.keys() - after.keys():
        if before[removed]:  # an unconfirmed address may belong to another person
            send_notice(user, "address_removed", email=removed, address=removed)
    if user.email != main:
        send_notice(user, "address_is_main", email=user.email, address=user.email)
