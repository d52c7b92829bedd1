"""Spells that were copied from a card during a game, proposed to everybody: beside what the site says of the card."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.users import User
from core.errors import Refused
from rules.common.names import slugify
from teams.card_editor.reading import Body, built_in_bodies
from teams.models import FactKind, FactRevision
from teams.services.facts import propose, withdraw

# in one language, no matter who copies: the same proposal of two people is one
COPIED = "Copied at the table"
MISSING = "Powers and further spells: only what was cast at a table has been copied."


def propose_copied(*, who: User, card: str, spells: Sequence[Body], earlier: Sequence[int]) -> int | None:
    """The proposal, or None where there is nothing new to say or no more room. It takes the place of what the same
    person has proposed from the same table."""
    body = _with_them(card, spells)
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
    except Refused:  # somebody has proposed the same, or there are too many: the game goes on with it all the same
        return None


def _with_them(card: str, spells: Sequence[Body]) -> dict[str, Any] | None:
    """None where the site knows them all by now."""
    current = FactRevision.objects.about(FactKind.TEXT, card).current().first()
    body = dict(current.body) if current else dict(built_in_bodies().get(f"text:{card}", {}))
    known = {slugify(str(spell.get("name", ""))) for spell in body.get("spells", ())}
    new = [spell for spell in spells if slugify(spell["name"]) not in known]
    if not new or (body and not body.get("missing")):
        return None
    missing = body.get("missing") or MISSING
    return body | {"spells": [*body.get("spells", ()), *new], "missing": missing}
