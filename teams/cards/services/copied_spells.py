"""Proposing spells that were copied from a card during a game, in addition to what the site knows of the card."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.profile.models import User
from core.errors import Refused
from rules.common.names import slugify
from rules.games import DEFAULT
from teams.cards.editor.reading import Body, built_in_bodies
from teams.cards.services.facts import propose, withdraw
from teams.models import FactKind, FactRevision

# always in English, so that proposals of the same text by two people are equal
COPIED = "Copied at the table"
MISSING = "Powers and further spells: only what was cast at a table has been copied."


def propose_copied(*, who: User, card: str, spells: Sequence[Body], earlier: Sequence[int]) -> int | None:
    """Propose the spells, replacing this person's earlier proposals from the same table.

    Return the proposal, or None if nothing is new or the person has too many proposals.
    """
    body = _with_new_spells(card, spells)
    if body is None:
        return None
    own = FactRevision.objects.waiting().filter(pk__in=earlier, proposed_by=who)
    if any(row.body == body for row in own):
        return None
    try:
        with transaction.atomic():
            for row in own:
                withdraw(revision=row, who=who)
            entry = {"kind": FactKind.TEXT.value, "slug": card, "body": body, "source": COPIED}
            return propose(who=who, entry=entry).pk
    except Refused:  # duplicate or too many proposals: the game continues anyway
        return None


def _with_new_spells(card: str, spells: Sequence[Body]) -> dict[str, Any] | None:
    """Return the card's text with the new spells, or None if the site already knows them all."""
    current = FactRevision.objects.about(DEFAULT.game, FactKind.TEXT, card).current().first()
    body = dict(current.body) if current else dict(built_in_bodies().get(f"text:{card}", {}))
    known = {slugify(str(spell.get("name", ""))) for spell in body.get("spells", ())}
    new = [spell for spell in spells if slugify(spell["name"]) not in known]
    if not new or (body and not body.get("missing")):
        return None
    missing = body.get("missing") or MISSING
    return body | {"spells": [*body.get("spells", ()), *new], "missing": missing}
