"""Requests of the recorder's script and their answers, shared by the server and a phone without a connection."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from core.errors import Invalid, NotAllowed, Refused, as_document
from judging.board.unit_names import names_now
from judging.recorder.board.taps import prompt, why_not
from judging.recorder.services.playing import Entry
from rules.arena.public import CopiedSpell, Game, Log, cell_index
from teams.wording import article_line

MOST_IN_ONE_TAP = 40

Json = dict[str, Any]


def entry_of(sent: Json) -> Entry:
    action, *following = _actions(sent)
    return Entry(
        id=entry_id(sent),
        version=version_of(sent),
        action=action,
        as_played=sent.get("asPlayed") is True,
        following=tuple(following),
        replaces=sent.get("replaces") is True,
        waited=waited_in(sent),
    )


def _actions(sent: Json) -> list[Json]:
    """Return the actions of an entry: one, or the several that one tap enters."""
    actions = sent["actions"] if "actions" in sent else [sent.get("action")]
    if not isinstance(actions, list) or not 0 < len(actions) <= MOST_IN_ONE_TAP:
        raise Invalid("wrong-shape", _("An entry consists of an action and its dice."))
    for action in actions:
        if not isinstance(action, dict) or not isinstance(action.get("do"), str):
            raise Invalid("wrong-shape", _("An entry consists of an action and its dice."))
    return actions


def entry_id(sent: Json) -> str:
    """Return the id that the device gave the entry, so that it counts once even if it is sent twice."""
    return str(sent.get("id", ""))[:64]


def waited_in(sent: Json) -> int:
    """Return how many seconds the entry waited on the device; 0 if that is not a number."""
    waited = sent.get("waited")
    return max(0, waited) if type(waited) is int else 0


def version_of(sent: Json) -> int:
    version = sent.get("version")
    return version if type(version) is int else -1


def refusal(refused: Refused | NotAllowed) -> Json:
    """Return the refusal as a document, with the line of the article if it is due to a rule."""
    document = as_document(refused)
    return document | {"line": article_line(document.get("article"))}


def why(log: Log, game: Game, cell: str | None, copied: Sequence[CopiedSpell] = ()) -> str:
    """Return in one sentence why a tap on that cell does nothing; without a cell, who does what next."""
    names = {each.slug: each.spell.name for each in copied} | names_now(log, game)
    if cell is None:
        return prompt(game, names)
    index = cell_index(cell[:4])
    if index is None:
        raise Invalid("no-such-cell", _("The arena has no such cell."))
    return why_not(game, index, names, copied)
