"""What the editor's form sends, as an entry of facts, and what is wrong with it field by field."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext

from rules.arena.facts_document import KINDS, read_fact
from rules.arena.texts import FOLDER, REWARDS, SUMMONS, tables_of
from rules.common.binding_problems import problems
from rules.common.fields import Wrong
from teams.card_editor.fields import KEPT, Post, body_from
from teams.card_editor.words import ERRORS, WHOLE_NUMBER
from teams.wording import render_message

WITHOUT_DISTANCE = ("close", "personal", "unknown")
Body = dict[str, Any]


def body_sent(kind: str, post: Post, before: Mapping[str, Any]) -> Body:
    """The body that a form tells; what the editor has no field for stays as it was."""
    body = body_from(post, KINDS[kind])
    kept = {name: before[name] for name in KEPT if name in before}
    old = {spell.get("name"): spell for spell in _spells(before)}
    for spell in _spells(body):
        known = old.get(spell.get("name"), {})
        spell |= {name: value for name, value in known.items() if name in KEPT}
        _complete(spell, known.get("unknown", ()))
    own = {power.get("name"): power for power in _rows(before, "own-powers")}
    for power in _rows(body, "own-powers"):
        power |= {name: value for name, value in own.get(power.get("name"), {}).items() if name in KEPT}
    return body | kept


def _spells(body: Mapping[str, Any]) -> list[Body]:
    return _rows(body, "spells")


def _rows(body: Mapping[str, Any], name: str) -> list[Body]:
    rows = body.get(name, [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _complete(spell: Body, unknown_before: Iterable[str]) -> None:
    """What was not seen is listed; close combat has no distance; a spell without a cost shows a dash. What the form has
    no field for stays unknown until its place is filled in."""
    reach = spell.get("range", {})
    if reach.get("kind") in WITHOUT_DISTANCE:
        spell["range"] = reach = {"kind": reach["kind"]}
    spell.setdefault("cost", {})
    unknown = [
        ("limit", spell.get("limit") == "unknown"),
        ("range", reach.get("kind") == "unknown"),
        ("alterable", reach.get("kind") not in WITHOUT_DISTANCE and "alterable" not in reach and "kind" in reach),
        ("element", spell.get("attack", {}).get("element") == "unknown"),
        ("cost", "cost" in unknown_before and "ap" not in spell["cost"]),
        ("attack", "attack" in unknown_before and not {"attack", "heal"} & spell.keys()),
        ("effects", "words" in spell or "unknown" in spell),
    ]
    spell.pop("unknown", None)
    if any(is_unknown for _name, is_unknown in unknown):
        spell["unknown"] = [name for name, is_unknown in unknown if is_unknown]


def errors_of(kind: str, slug: str, body: Body, summons: Iterable[str]) -> dict[str, list[str]]:
    """By the path of the field, in the reader's language; empty where the card can be read."""
    found = problems(KINDS[kind], body)
    if not found:
        try:
            read_fact({"kind": kind, "slug": slug, "body": body}, summons)
        except Wrong as refused:
            refused.pointer = refused.pointer.removeprefix("/body")
            found = [refused]
    errors: dict[str, list[str]] = {}
    for wrong in found:
        errors.setdefault(path_of(wrong.pointer), []).append(message_of(wrong))
    return errors


def path_of(pointer: str) -> str:
    return pointer.removeprefix("/").replace("/", "-")


def message_of(wrong: Wrong) -> str:
    if wrong.said.text == "a whole number is expected":
        return gettext(WHOLE_NUMBER)
    plain = ERRORS.get(wrong.code)
    if plain is not None:
        return str(plain)
    said = render_message(wrong.said)
    return f"{said[:1].upper()}{said[1:]}."


@cache
def built_in_bodies() -> Mapping[str, Body]:
    """What the data says of each card, token and summon, in the words of docs/card-texts.md."""
    kinds = {SUMMONS: "summon", REWARDS: "reward"}
    files = tables_of(FOLDER).items()
    return {f"{kinds.get(file, 'text')}:{slug}": body for file, tables in files for slug, body in tables.items()}
