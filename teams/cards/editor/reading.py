"""Parsing the editor's form into an entry of facts, with errors by field."""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from django.utils.translation import gettext

from rules.arena.public import KINDS
from rules.common.binding import fields_of, problems, without_none
from rules.common.fields import InvalidValue, wrong_at_every_depth
from rules.common.signatures import Function
from rules.games import DEFAULT, facts_of_game
from teams.cards.editor.fields import DASH, KEPT, NO_AP, Post, body_from, rows_sent, text_sent, words_of
from teams.cards.editor.words import ERRORS, WHOLE_NUMBER
from teams.wording import render_message

REWARD: Function = KINDS["reward"]
RANKS = words_of(without_none(fields_of(REWARD)["rank"].annotation))
DASHES = (DASH, "-", "—", "\u2212")
WITHOUT_DISTANCE = ("close", "personal", "unknown")
Body = dict[str, Any]


def body_sent(kind: str, post: Post, before: Mapping[str, Any], *, empty_rows: bool = False) -> Body:
    """Return the body in the form. What the editor has no field for is preserved, even if a spell or power was
    renamed."""
    body = body_from(post, KINDS[kind], empty_rows=empty_rows)
    kept = {name: before[name] for name in KEPT if name in before}
    if body.get("front", {}).get("ap") in DASHES:
        body["front"]["ap"] = NO_AP
    for path, spell, known in _with_known(kind, post, body, before, "spells", empty_rows):
        spell |= {name: value for name, value in known.items() if name in KEPT}
        _complete(spell, known, ap_left_empty=_is_empty(post, f"{path}-cost-ap"))
    for _path, power, known in _with_known(kind, post, body, before, "own-powers", empty_rows):
        power |= {name: value for name, value in known.items() if name in KEPT}
    return body | kept


def _with_known(
    kind: str, post: Post, body: Body, before: Mapping[str, Any], name: str, empty_rows: bool
) -> Iterator[tuple[str, Body, Body]]:
    """Yield each submitted row with its field prefix and its current content on the site."""
    if name in body:
        old = {row.get("name"): row for row in _rows(before, name)}
        for path, row in zip(rows_sent(post, KINDS[kind], name, empty_rows=empty_rows), body[name], strict=True):
            if row:
                yield path, row, old.get(_former_name(post, path, row), {})


def _is_empty(post: Post, path: str) -> bool:
    """Whether the field was shown and left empty."""
    return path in post and not text_sent(post, path)


def _former_name(post: Post, path: str, row: Body) -> Any:
    return text_sent(post, f"{path}-was") if f"{path}-was" in post else row.get("name")


def former_names(kind: str, post: Post, *, empty_rows: bool) -> dict[str, str]:
    """Return the current name of each row of a form that is shown again, by the new path of the row."""
    table: Function = KINDS[kind]
    return {
        f"{name}-{place}": text_sent(post, f"{path}-was")
        for name in ("spells", "own-powers")
        if name in fields_of(table)
        for place, path in enumerate(rows_sent(post, KINDS[kind], name, empty_rows=empty_rows))
    }


def _rows(body: Mapping[str, Any], name: str) -> list[Body]:
    rows = body.get(name, [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _complete(spell: Body, before: Mapping[str, Any], *, ap_left_empty: bool) -> None:
    """Complete a spell: list what is unknown, drop the distance of close combat, and read a dash as no AP cost.

    An empty AP field means unknown. What the form has no field for stays unknown until its place is filled in.
    """
    unknown_before = before.get("unknown", ())
    reach = spell.get("range", {})
    if reach.get("kind") in WITHOUT_DISTANCE:
        spell["range"] = reach = {"kind": reach["kind"]}
    cost = spell.setdefault("cost", {})
    shows_dash = cost.get("ap") in DASHES
    if shows_dash:
        del cost["ap"]
    unknown = [
        ("limit", spell.get("limit") == "unknown"),
        ("range", reach.get("kind") == "unknown"),
        ("alterable", reach.get("kind") not in WITHOUT_DISTANCE and "alterable" not in reach and "kind" in reach),
        ("element", spell.get("attack", {}).get("element") == "unknown"),
        ("cost", not shows_dash and "ap" not in cost and (ap_left_empty or "cost" in unknown_before)),
        ("attack", "attack" in unknown_before and not {"attack", "heal"} & spell.keys()),
        ("effects", "words" in spell or "unknown" in spell),
        ("name", "name" in unknown_before and spell.get("name") == before.get("name")),
    ]
    spell.pop("unknown", None)
    if any(is_unknown for _name, is_unknown in unknown):
        spell["unknown"] = [name for name, is_unknown in unknown if is_unknown]


def errors_of(game: str, kind: str, slug: str, body: Body, summons: Iterable[str]) -> dict[str, list[str]]:
    """Return the errors by the path of the field, in the reader's language; empty if the card can be read."""
    facts = facts_of_game(game)
    found = (
        problems(KINDS[kind], body)
        if facts.tables is None
        else [*wrong_at_every_depth(deepcopy(body), facts.tables[kind])]
    )
    if not found:
        try:
            facts.read_fact({"kind": kind, "slug": slug, "body": deepcopy(body)}, summons)
        except InvalidValue as refused:
            refused.pointer = refused.pointer.removeprefix("/body")
            found = [refused]
    errors: dict[str, list[str]] = {}
    for wrong in found:
        errors.setdefault(path_of(wrong.pointer), []).append(message_of(wrong))
    left_empty = _left_empty(kind, body) if facts.tables is None else ()
    return {path: [str(ERRORS["missing-field"])] for path in left_empty} | errors


def _left_empty(kind: str, body: Body) -> Iterator[str]:
    """Yield optional fields that are empty although the card probably has a value."""
    for place, spell in enumerate(_rows(body, "spells")):
        reach = spell.get("range", {})
        if reach.get("kind", "close") not in WITHOUT_DISTANCE and "max" not in reach:
            yield f"spells-{place}-range-max"
    if kind == "summon" and "figures" not in body and not {"mp", "hp", "ap"} <= body.keys():
        yield "figures"


def path_of(pointer: str) -> str:
    return pointer.removeprefix("/").replace("/", "-")


def message_of(wrong: InvalidValue) -> str:
    if wrong.message.text == "a whole number is expected":
        return gettext(WHOLE_NUMBER)
    plain = ERRORS.get(wrong.code)
    if plain is not None:
        return str(plain)
    said = render_message(wrong.message)
    return f"{said[:1].upper()}{said[1:]}."


def built_in_bodies(game: str = DEFAULT.game) -> Mapping[str, Body]:
    """Return the built-in bodies of a game by kind and slug."""
    return {key: dict(entry["body"]) for key, entry in facts_of_game(game).built_in_entries().items()}
