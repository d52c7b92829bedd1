"""What players say to the judges, with an account or by their personal link."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.database.immutable import NeverDeleted
from tournaments.players.models.players import Guest

AUTHORS = ("statements__by", "statements__guest__user")  # of the statements of cases


class SaidByPlayer(NeverDeleted):
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="%(class)ss"
    )
    guest = models.ForeignKey(
        "tournaments.Registration", null=True, blank=True, on_delete=models.PROTECT, related_name="%(class)ss"
    )

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(by__isnull=False, guest__isnull=True) | Q(by__isnull=True, guest__isnull=False),
                name="%(class)s_has_an_author",
            )
        ]

    @property
    def author(self) -> Any:
        """The account, or the player without one; both have a name to show."""
        return self.guest or self.by

    def author_is(self, who: Any) -> bool:
        return all(getattr(self, name) == value for name, value in said_by(who).items())


def said_by(who: Any) -> dict[str, Any]:
    """Return the columns that name this person as the author."""
    return {"guest_id": who.registration_id} if isinstance(who, Guest) else {"by": who}
