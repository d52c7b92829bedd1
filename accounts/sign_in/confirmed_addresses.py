"""Which e-mail addresses of accounts are confirmed."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress

from accounts.profile.models import User
from core.text.email_addresses import same


def confirmed_users(users: Iterable[User]) -> set[int]:
    """Return the ids of the users whose current address is confirmed."""
    address_of = {user.pk: same(user.email) for user in users}
    confirmed = EmailAddress.objects.filter(user__in=list(address_of), verified=True).values_list("user_id", "email")
    return {pk for pk, address in confirmed if same(address) == address_of[pk]}


def is_confirmed(user: User) -> bool:
    return user.pk in confirmed_users([user])


def confirmed_among(addresses: Iterable[str]) -> set[str]:
    """Return those of the addresses that are confirmed. allauth stores addresses in lower case."""
    wanted = {address.strip().lower() for address in addresses}
    found = EmailAddress.objects.filter(email__in=wanted, verified=True).values_list("email", flat=True)
    return {same(address) for address in found}
