"""A card as it will be read, and what the engine will check of it, in the reader's language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.arena.facts_document import Fact
from rules.arena.printed import RewardText, Spell, SummonText, Text
from teams.card_editor.effect_words import effect_words
from teams.card_editor.power_words import own_power_line
from teams.card_editor.words import UNKNOWN, choice_label, field_label, power_label
from teams.wording import ELEMENTS, KINDS, RANGES


@dataclass(frozen=True, slots=True)
class SpellShown:
    name: str
    french: str
    limit: str
    ap: str
    kind: str
    reach: str
    reach_kind: str
    effects: tuple[str, ...]
    words: str
    checked: str
    unchecked: str


@dataclass(frozen=True, slots=True)
class CardRead:
    """What a fact says, ready for a template."""

    powers: tuple[str, ...]
    lines: tuple[str, ...]
    spells: tuple[SpellShown, ...]
    missing: str = ""


def card_read(fact: Fact) -> CardRead:
    return shown(fact.printed)


def shown(printed: Any) -> CardRead:
    match printed:
        case Text():
            own = tuple(own_power_line(power) for power in printed.explained.values())
            keywords = (power for power in printed.powers if power not in printed.explained)
            return CardRead(_powers(keywords), own, spells_shown(printed.spells), printed.missing or "")
        case SummonText():
            return CardRead(_powers(printed.powers), _summon_lines(printed), spells_shown(printed.spells))
        case RewardText():
            return CardRead(_powers(printed.powers), _reward_lines(printed), spells_shown(printed.spells))
        case _:
            return CardRead((), (printed.name,), ())


def _powers(powers: Iterable[str]) -> tuple[str, ...]:
    return tuple(power_label(power) for power in powers)


def _summon_lines(text: SummonText) -> tuple[str, ...]:
    numbers = (("mp", text.mp), ("hp", text.hp), ("ap", text.ap))
    said = ", ".join(f"{value} {field_label(name)}" for name, value in numbers if value is not None)
    return tuple(filter(None, (choice_label("bodies", text.kind), said, ", ".join(text.families))))


def _reward_lines(text: RewardText) -> tuple[str, ...]:
    gains = {name: getattr(text.bonus, name) for name in ("ap", "mp", "hp", "range")}
    bonus = ", ".join(f"{value:+d} {field_label(name)}" for name, value in gains.items() if value)
    kinds = [choice_label("", word) for word in (text.kind, text.equipment, text.rank) if word]
    damage = [_("+%(amount)s damage") % {"amount": each.amount} for each in text.damage]
    following = (
        [_("+%(amount)s damage to the next spell") % {"amount": text.following.damage}] if text.following else []
    )
    return tuple(filter(None, (", ".join(kinds), bonus, *damage, *following, *map(effect_words, text.effects))))


def spells_shown(spells: Mapping[str, Spell]) -> tuple[SpellShown, ...]:
    """Each once: a spell with other names stands in the texts under each of them."""
    return tuple(_spell(spell) for spell in dict.fromkeys(map(_Same, spells.values())))


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A spell that is equal to itself under another name."""

    spell: Spell

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.spell is other.spell

    def __hash__(self) -> int:
        return id(self.spell)


def _spell(same: _Same) -> SpellShown:
    spell = same.spell
    unchecked = [str(UNKNOWN[name]) for name in UNKNOWN if name in spell.unknown]
    return SpellShown(
        name=spell.name,
        french=spell.french or "",
        limit=spell.limit,
        ap="?" if "cost" in spell.unknown else "–" if spell.ap is None else str(spell.ap),
        kind=kind_words(spell),
        reach=reach_words(spell),
        reach_kind=spell.range,
        effects=tuple(effect_words(effect) for effect in spell.effects),
        words=spell.words or "",
        checked=_sentence([reach_words(spell), limit_words(spell), *costs(spell)]),
        unchecked=_sentence(unchecked),
    )


def _sentence(parts: Iterable[str]) -> str:
    said = ", ".join(filter(None, parts))
    return said[:1].upper() + said[1:]


def kind_words(spell: Spell) -> str:
    amount = f"{spell.amount} {ELEMENTS.get(spell.element or '', '')}" if spell.amount else ""
    return f"{KINDS[spell.kind]} {amount}".strip()


def reach_words(spell: Spell) -> str:
    """ "Range 2-5, line of sight needed"."""
    if spell.range == "unknown":
        return ""
    if spell.range in ("close", "personal"):
        return str(RANGES[spell.range])
    cells = str(spell.least) if spell.least == spell.most else f"{spell.least}–{spell.most}"
    said = _("range %(cells)s in a straight line") if spell.range == "line" else _("range %(cells)s")
    sight = _("no line of sight needed") if spell.range == "unseen" else _("line of sight needed")
    change = {True: _("can be changed"), False: _("cannot be changed"), None: ""}[spell.alterable]
    return ", ".join(filter(None, (said % {"cells": cells}, sight, change)))


def limit_words(spell: Spell) -> str:
    return {
        "unlimited": "",
        "turn": _("once per turn"),
        "target": _("once per turn for each target"),
        "game": _("once per game"),
        "unknown": "",
    }[spell.limit]


def costs(spell: Spell) -> list[str]:
    """What is paid, without what is not."""
    paid = [_("%(ap)s AP") % {"ap": spell.ap}] if spell.ap else []
    paid += [_("%(mp)s MP") % {"mp": spell.mp}] if spell.mp else []
    if spell.injuries:
        paid.append(ngettext("%(count)s injury", "%(count)s injuries", spell.injuries) % {"count": spell.injuries})
    paid += [_("%(kamas)s Kamas") % {"kamas": spell.kamas}] if spell.kamas else []
    return paid
