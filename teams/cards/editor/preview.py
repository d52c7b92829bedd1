"""Preview of a card as the site parses it, and of what the engine will check, in the reader's language."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.arena.public import BoardTable, RewardTable, Spell, SummonTable
from rules.games import Fact, Text
from teams.cards.editor.effect_words import effect_words
from teams.cards.editor.piece_words import other_names_line, reasons, reward_lines, said, summon_lines
from teams.cards.editor.power_words import own_power_line
from teams.cards.editor.words import UNKNOWN, choice_label, field_label, power_label
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
    more: tuple[str, ...]
    effects: tuple[str, ...]
    words: str
    checked: str
    unchecked: str


@dataclass(frozen=True, slots=True)
class CardRead:
    """All that a fact says, prepared for a template."""

    powers: tuple[str, ...]
    lines: tuple[str, ...]
    spells: tuple[SpellShown, ...]
    missing: str = ""
    words: str = ""
    drawing: str = ""


def card_read(fact: Fact) -> CardRead:
    match fact.table:
        case SummonTable() as summon:
            return CardRead(_powers(summon.powers), summon_lines(summon), _spells_of(fact))
        case RewardTable() as reward:
            return CardRead(_powers(reward.powers), reward_lines(reward), _spells_of(fact), words=reward.words or "")
        case BoardTable() as board:
            return CardRead((), (), (), drawing=board.diagram)
        case _:
            return shown(fact.printed)


def _spells_of(fact: Fact) -> tuple[SpellShown, ...]:
    return spells_shown(getattr(fact.printed, "spells", {}))


def shown(printed: Any) -> CardRead:
    """Prepare the text of a figure."""
    own = tuple(own_power_line(power) for power in printed.explained.values())
    keywords = (power for power in printed.powers if power not in printed.explained)
    return CardRead(_powers(keywords), own, spells_shown(printed.spells), _missing(printed))


def _missing(text: Text) -> str:
    parts = ", ".join(choice_label("lacks", part) for part in ("powers", "spells") if part in text.lacks)
    return f"{text.missing} ({parts})" if text.missing and parts else text.missing or ""


def _powers(powers: Iterable[str]) -> tuple[str, ...]:
    return tuple(power_label(power) for power in powers)


def spells_shown(spells: Mapping[str, Spell]) -> tuple[SpellShown, ...]:
    """Prepare the spells, each once: a spell with several names is in the mapping under each of them."""
    return tuple(_spell(spell) for spell in dict.fromkeys(map(_Same, spells.values())))


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """Wraps a spell so that it is equal only to the same object."""

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
        more=tuple(_more(spell)),
        effects=tuple(effect_words(effect) for effect in spell.effects),
        words=spell.words or "",
        checked=_sentence([reach_words(spell), limit_words(spell), *costs(spell)]),
        unchecked=_sentence(unchecked),
    )


def _more(spell: Spell) -> Iterator[str]:
    if spell.area:
        yield said("area", choice_label("area", spell.area))
    if spell.control:
        yield said("control", spell.control)
    yield from (field_label(name) for name in ("track", "invasion") if getattr(spell, name))
    yield from other_names_line(spell.also, spell.french)
    yield from reasons(spell.inferred)


def _sentence(parts: Iterable[str]) -> str:
    said = ", ".join(filter(None, parts))
    return said[:1].upper() + said[1:]


def kind_words(spell: Spell) -> str:
    amount = "" if spell.kind == "special" else f"{spell.amount} {ELEMENTS.get(spell.element or '', '')}"
    return f"{KINDS[spell.kind]} {amount}".strip()


def reach_words(spell: Spell) -> str:
    """Describe range and line of sight: "Range 2-5, line of sight needed"."""
    if spell.range in ("close", "personal", "unknown"):
        return "" if spell.range == "unknown" else str(RANGES[spell.range])
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
    """Describe what the spell costs."""
    paid = [_("%(ap)s AP") % {"ap": spell.ap}] if spell.ap else []
    paid += [_("%(mp)s MP") % {"mp": spell.mp}] if spell.mp else []
    if spell.injuries:
        paid.append(ngettext("%(count)s injury", "%(count)s injuries", spell.injuries) % {"count": spell.injuries})
    paid += [_("%(kamas)s Kamas") % {"kamas": spell.kamas}] if spell.kamas else []
    return paid
