"""E-mail addresses that may be written to: confirmed and not opted out."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from core.links import absolute
from tournaments.models import OptOut, digest_of

SIGNER = Signer(salt="tournaments.opt-out")


def same(address: str) -> str:
    return address.strip().casefold()


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


def opted_out(addresses: Iterable[str]) -> set[str]:
    address_of = {digest_of(address): same(address) for address in addresses}
    found = OptOut.objects.filter(digest__in=list(address_of)).values_list("digest", flat=True)
    return {address_of[digest] for digest in found}


def opt_out_path(address: str) -> str:
    """Return the link for opting out. It contains a signed digest, which hides the address and cannot be forged."""
    return reverse("tournaments:opt_out", args=[SIGNER.sign(digest_of(address))])


def opt_out_link(address: str) -> str:
    return absolute(opt_out_path(address))


def digest_in(token: str) -> str | None:
    try:
        return SIGNER.unsign(token)
    except BadSignature:
        return None


def is_opted_out(digest: str) -> bool:
    return OptOut.objects.filter(digest=digest).exists()


def opt_out(digest: str) -> None:
    OptOut.objects.get_or_create(digest=digest)


def opt_in_again(digest: str) -> None:
    OptOut.objects.filter(digest=digest).delete()
