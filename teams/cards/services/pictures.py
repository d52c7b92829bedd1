"""Pictures of cards added by the club: everyone sees them, and those who may confirm card texts upload and remove
them."""

from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.database.deleted import RESTORED_WITHIN
from core.errors import Invalid, NotAllowed, Refused
from core.records.audit import record
from core.text.names import one_line
from teams.cards.models import LONGEST_ALT
from teams.cards.services.facts import may_confirm
from teams.cards.services.picture_files import redrawn, size_of
from teams.models import CardPicture

LONGEST_EDGE, SHORTEST_EDGE = 640, 100
SMALL_EDGE = 112
MOST_STRETCHED = 3


@dataclass
class Uploaded:
    """An upload; `errors` by field, so that all are reported at once."""

    content: bytes
    alt: str
    errors: dict[str, Any] = field(default_factory=dict)

    def redrawn(self, who: User) -> list[bytes]:
        """Return the large and the small picture; nothing if there are errors."""
        self.alt = " ".join(self.alt.split())
        try:
            _require_alt(self.alt)
        except Invalid as invalid:
            self.errors["alt"] = invalid.message
        try:
            _require_shape(size_of(self.content))
            pictures = redrawn(self.content, LONGEST_EDGE, square_edge=SMALL_EDGE, who=who.pk)
        except Invalid as invalid:
            self.errors["file"] = invalid.message
        return [] if self.errors else pictures


def _require_alt(alt: str) -> None:
    if not alt:
        raise Invalid("alt-missing", _("Say in a few words what the picture shows, for people who cannot see it."))
    if len(alt) > LONGEST_ALT:
        raise Invalid("alt-too-long", _("Use at most 160 characters."))
    try:
        one_line(alt)
    except ValidationError as wrong:
        raise Invalid("alt-unreadable", wrong.messages[0]) from None


def _require_shape(size: tuple[int, int]) -> None:
    shortest, longest = sorted(size)
    if longest > MOST_STRETCHED * shortest:
        raise Invalid("odd-shape", _("A picture can be at most three times as long as it is wide."))
    if shortest < SHORTEST_EDGE:
        raise Invalid("too-small", _("A picture needs at least 100 pixels each way."))


def upload(*, slug: str, who: User, uploaded: Uploaded, instead_of: str) -> CardPicture | None:
    """Replace the picture that the person saw (`instead_of`); return None if there are `uploaded.errors`."""
    _require_right(who)
    drawn = uploaded.redrawn(who)
    if not drawn:
        return None
    large, small = drawn
    try:
        return _put(slug, who, instead_of, alt=uploaded.alt, large=large, small=small)
    except IntegrityError:  # two first pictures at the same moment
        raise _changed() from None


@transaction.atomic
def _put(slug: str, who: User, instead_of: str, **fields: Any) -> CardPicture:
    before = _locked(slug)
    if instead_of != _shown_id(before):
        raise _changed()
    if before is not None:
        before.delete()
    row = CardPicture.objects.create(slug=slug, uploaded_by=who, **fields)
    record("card-picture-uploaded", who=who, subject=row, after={"card": slug})
    return row


@transaction.atomic
def remove(*, slug: str, pk: str, who: User) -> CardPicture:
    """Remove the picture, so that the card has its drawn portrait again. For a while this can be undone."""
    row = _current_picture(slug, pk, who)
    if not row.is_shown:
        raise _changed()
    row.removed_at = timezone.now()
    row.save(update_fields=["removed_at"])
    record("card-picture-removed", who=who, subject=row, before={"card": slug})
    return row


@transaction.atomic
def put_back(*, slug: str, pk: str, who: User) -> CardPicture:
    row = _current_picture(slug, pk, who)
    if not may_be_put_back(row):
        raise _changed()
    row.removed_at = None
    row.save(update_fields=["removed_at"])
    record("card-picture-restored", who=who, subject=row, after={"card": slug})
    return row


def may_be_put_back(row: CardPicture) -> bool:
    since = timezone.now() - RESTORED_WITHIN
    return row.removed_at is not None and row.removed_at > since and not row.hidden_by_moderators


def forget_removed() -> int:
    """Delete removed pictures once that can no longer be undone."""
    return CardPicture.objects.filter(removed_at__lte=timezone.now() - RESTORED_WITHIN).delete()[0]


def _current_picture(slug: str, pk: str, who: User) -> CardPicture:
    _require_right(who)
    row = _locked(slug)
    if row is None or pk != str(row.pk):
        raise _changed()
    return row


def _locked(slug: str) -> CardPicture | None:
    return CardPicture.objects.without_content().select_for_update().filter(slug=slug).first()


def _shown_id(row: CardPicture | None) -> str:
    """Return the id of the current picture as the card's page sends it back."""
    return str(row.pk) if row is not None and row.is_shown else ""


def _require_right(who: User) -> None:
    if not may_confirm(who):
        raise NotAllowed("may-not-confirm", _("Only reviewers of card texts can change the picture of a card."))


def _changed() -> Refused:
    return Refused(
        "changed-meanwhile", _("Somebody changed this picture a moment ago. Here is how it stands now: try again.")
    )
