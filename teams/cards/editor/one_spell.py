"""One spell of a card as the recorder asks for it, with the fields of the card editor."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.arena.public import SpellTable
from rules.common.names import slugify
from rules.games import DEFAULT
from teams.cards.editor.fields import Form, Input, Post, inputs_of, walk
from teams.cards.editor.reading import Body, body_sent, errors_of

PLACE = "spells-0-"  # the fields have the same names as on the editor's page
ASKED = (
    *("name", "limit", "cost-ap", "range-kind", "range-min", "range-max", "range-alterable"),
    *("attack-element", "attack-damage", "unknown"),
)
LONGEST_NAME = 60
UNNAMED = "unseen"  # the name of an unnamed spell in a log
AP = f"{PLACE}cost-ap"
DASHES = ("-", "–", "—")  # a dash on the card (4.8.2); an empty field was forgotten


def spell_inputs(body: Mapping[str, Any] | None = None) -> dict[str, Input]:
    return inputs_of(SpellTable, PLACE, body or {}, Form({}, {}))


def values_of(body: Mapping[str, Any]) -> dict[str, str]:
    """Return the values of the form's fields when a spell is edited again."""
    found: dict[str, str] = {}

    def note(each: Input) -> None:
        if each.kind == "yes-no":
            found[each.path] = {True: "yes", False: "no"}.get(each.value, "")
        elif each.kind == "check":
            found[each.path] = "on" if each.value else ""
        elif isinstance(each.value, str | int) and each.value != "":
            found[each.path] = str(each.value)

    walk(spell_inputs(body).values(), note)
    return {AP: DASHES[1], **found}


def spell_sent(post: Post) -> Body:
    """Return the submitted spell. One without attack or healing has unknown effects, for which the form has no
    field."""
    sent = {name: post[name] for name in (f"{PLACE}{field}" for field in ASKED) if name in post}
    if "".join(sent.get(AP, [])).strip() in DASHES:
        del sent[AP]
    body = body_sent("text", sent, {})
    spell: Body = next(iter(body.get("spells", ())), {})
    if not {"attack", "heal"} & spell.keys() and "effects" not in spell.get("unknown", ()):
        spell["unknown"] = [*spell.get("unknown", ()), "effects"]
    return spell


def errors_of_spell(card: str, post: Post, spell: Body, summons: Iterable[str]) -> dict[str, list[str]]:
    """Return the errors by the path of the field."""
    errors = errors_of(DEFAULT.game, "text", card, {"spells": [spell]}, summons)
    if not "".join(post.get(AP, [])).strip():
        errors.pop(f"{PLACE}cost", None)
        errors[AP] = [_("Fill in, or – for a dash.")]
    name = str(spell.get("name", ""))
    if len(name) > LONGEST_NAME:
        errors.setdefault(f"{PLACE}name", []).append(_("At most %(most)s characters.") % {"most": LONGEST_NAME})
    elif name and slugify(name) in ("", UNNAMED):
        errors.setdefault(f"{PLACE}name", []).append(_("Write the name with letters, as on the card."))
    return errors
