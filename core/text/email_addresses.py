"""An e-mail address is written in one way, so that nobody has two accounts, or gets two e-mails, by one address."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


def usual_letters(address: str) -> None:
    """The validator of addresses beside Django's, which takes a name with ſ or ı, and invisible signs in the domain.

    Mail programs drop or replace these, and deliver to the address that it looks like."""
    name, _at, domain = address.strip().rpartition("@")
    if not name.isascii() or not is_read_as_written(domain.lower()):
        message = _("Write this address in its usual letters, without invisible characters.")
        raise ValidationError(message, code="unusual-letters")


def is_read_as_written(domain: str) -> bool:
    """Also not encoded (xn--), which is the same domain once more."""
    try:
        return domain.encode("idna").decode("idna") == domain
    except UnicodeError:
        return False


def same(address: str) -> str:
    """Return a text that is the same for every way to write the address."""
    return address.strip().casefold()
