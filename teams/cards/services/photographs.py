"""Photographs of cards: reduced in size, without metadata, and visible to reviewers only."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.errors import NotAllowed, Refused
from core.records.audit import record
from teams.cards.services.facts import may_confirm
from teams.cards.services.picture_files import redrawn
from teams.models import FactPhotograph, FactRevision

LONGEST_EDGE = 1_600


def may_see(revision: FactRevision, who: Any) -> bool:
    return bool(may_confirm(who) or (who.is_authenticated and who.pk == revision.proposed_by_id))


def attach(*, revision: FactRevision, who: User, content: bytes) -> FactPhotograph:
    """Attach a photograph to one's own proposal; another one replaces it."""
    _require_own(revision, who)
    return keep(revision=revision, who=who, photograph=as_kept(content, who.pk))


def as_kept(content: bytes, who: int | None = None) -> bytes:
    return redrawn(content, LONGEST_EDGE, who=who)[0]


@transaction.atomic
def keep(*, revision: FactRevision, who: User, photograph: bytes) -> FactPhotograph:
    """Keep what `as_kept` returned: pictures are decoded before the transaction, in which others would wait."""
    _require_own(revision, who)
    row = FactRevision.objects.select_for_update(of=("self",)).get(pk=revision.pk)
    if row.outcome:
        raise Refused("already-decided", _("Somebody has already decided about this proposal."))
    picture = {"content": photograph, "uploaded_by": who}
    kept, _new = FactPhotograph.objects.update_or_create(revision=row, defaults=picture)
    record("fact-photographed", who=who, subject=row, after={"kind": row.kind, "card": row.slug})
    return kept


def _require_own(revision: FactRevision, who: User) -> None:
    if revision.proposed_by_id != who.pk:
        raise NotAllowed("not-yours", _("Only the person who proposed this can attach a photograph."))
