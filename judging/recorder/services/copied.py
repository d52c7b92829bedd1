"""Spells copied from cards that nobody has entered. They are stored with the recording and claimed by each cast."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.errors import Invalid, Refused
from core.pages import live
from judging.errors import IllegalEntry
from judging.models import Recording
from judging.recorder.services.playing import names_at
from judging.recorder.services.recording import KEPT_IDS, game_of, locked, table_of
from rules.common.names import slugify
from rules.common.verdicts import Illegal
from rules.games import DEFAULT, Position, of
from teams.cards.editor.one_spell import errors_of_spell, spell_sent
from teams.cards.editor.reading import Body, built_in_bodies
from teams.cards.services.facts import known_summons, propose, withdraw
from teams.models import FactKind, FactRevision

MOST_COPIED = 60  # at one table: more than both teams have spells


@dataclass(frozen=True, slots=True)
class Copy:
    """Input from a device: the figure, the form fields, and which copied spell they correct."""

    id: str
    unit: str
    fields: Mapping[str, list[str]]
    corrects: str = ""


class WrongFields(Invalid):
    """Errors in the fields; `errors` is keyed by the path of the field."""

    def __init__(self, errors: Mapping[str, list[str]]) -> None:
        super().__init__("wrong-fields", _("Correct the fields marked below."), errors=errors)


@transaction.atomic
def copy_spell(*, uuid: UUID, who: Any, copy: Copy) -> Recording:
    """Add a spell. Raise WrongFields if it cannot be read, IllegalEntry if the card cannot have it."""
    recording = locked(uuid, who)
    if copy.id in recording.recent:
        return recording
    game = game_of(recording)
    if copy.unit not in game.units:
        raise Invalid("no-such-figure", _("This game has no such figure."))
    card = game.units[copy.unit].profile.card
    body = _read(card, copy)
    proposals = sorted({pk for each in recording.copied if each["card"] == card for pk in each["proposals"]})
    row = {"card": card, "slug": slugify(body["name"]), "body": body, "proposals": proposals, "by": who.pk}
    others = _other_spells(recording, game, row, copy)
    _require_believable(recording, game, copy.unit, row, others)
    recording.copied = [*others, row]
    _propose(recording, card, who)
    recording.recent = [*recording.recent, copy.id][-KEPT_IDS:] if copy.id else recording.recent
    recording.save(update_fields=["copied", "recent", "changed_at"])
    live.notify(recording.topic)
    return recording


def _read(card: str, copy: Copy) -> dict[str, Any]:
    body = spell_sent(copy.fields)
    errors = errors_of_spell(card, copy.fields, body, known_summons())
    if errors:
        raise WrongFields(errors)
    return body


def _other_spells(recording: Recording, game: Position, row: Mapping[str, Any], copy: Copy) -> list[dict[str, Any]]:
    """Return the other copied spells. A spell that was cast keeps its text, because the log has claimed it."""
    same = [each for each in recording.copied if each["card"] == row["card"] and each["slug"] == row["slug"]]
    corrected = [each for each in recording.copied if each["card"] == row["card"] and each["slug"] == copy.corrects]
    for each in {each["slug"]: each for each in (*same, *corrected)}.values():
        if each["body"] != row["body"] and of(recording.header).copied_spells.was_cast(
            game, each["card"], each["slug"]
        ):
            raise Refused("spell-was-cast", _("This spell has already been cast: undo that cast to change its text."))
    if same and not corrected and same[0]["body"] != row["body"]:
        raise Refused(
            "already-copied", _("This spell was copied with another text. Open it in the figure's card to correct it.")
        )
    left = [each for each in recording.copied if each not in same and each not in corrected]
    if len(left) >= MOST_COPIED:
        raise Refused("too-many-spells", _("No more spells can be copied at this table."))
    return left


def _require_believable(
    recording: Recording, game: Position, unit: str, row: Mapping[str, Any], others: Sequence[Mapping[str, Any]]
) -> None:
    """Refuse a spell that the rules would refuse when it is cast."""
    claim = of(recording.header).facts.read_copied_spell(row["card"], row["body"]).claim
    besides = [each["slug"] for each in others if each["card"] == row["card"]]
    try:
        of(recording.header).copied_spells.require_believable(game, unit, row["body"]["name"], claim, besides)
    except Illegal as illegal:
        raise IllegalEntry(illegal, names_at(table_of(recording), game)) from illegal


def _propose(recording: Recording, card: str, who: Any) -> None:
    """Propose what a signed-in person copied to the site. Other copies are used at this table only."""
    if not who.is_authenticated:
        return
    rows = [each for each in recording.copied if each["card"] == card and each["by"] == who.pk]
    earlier = rows[-1]["proposals"]
    proposal = propose_copied(who=who, card=card, spells=[each["body"] for each in rows], earlier=earlier)
    rows[-1]["proposals"] = [*earlier, proposal] if proposal else earlier


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
