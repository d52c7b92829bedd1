"""Players without an account, as the users of their personal links."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser

if TYPE_CHECKING:
    from accounts.profile.models import User
    from tournaments.players.models.players import Registration


class Guest(AnonymousUser):
    """The user of the personal link of a player without an account, who can only act for this player."""

    def __init__(self, registration: "Registration") -> None:
        super().__init__()
        self.registration_id = registration.pk
        self.audit_facts = {"link": registration.pk}  # the audit log has no account to name


def account_of(who: Any) -> "User | None":
    """Return the account for columns that need one; None for a guest."""
    return who if who is not None and who.pk else None
