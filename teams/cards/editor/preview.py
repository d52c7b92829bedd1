"""Preview of a card as the site parses it, and of what the engine will check, in the reader's language: effects,
powers, summons and Demonic Rewards as lines."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.arena.public import (
    BoardTable,
    Characteristics,
    FigureTable,
    Meanwhile,
    NextSpell,
    PowerText,
    RewardTable,
    RewardText,
    Spell,
    SpellDamage,
    SummonTable,
)
from rules.common.names import slugify
from rules.common.signatures import Effect
from rules.games import DEFAULT, Fact, Text
from teams.cards.editor.words import UNKNOWN, choice_label, effect_label, field_label, power_label
from teams.wording import ELEMENTS, KINDS, RANGES

OF_WORDS = (
    *("until", "to", "who", "with", "mp", "of", "at", "body", "side", "among", "without", "hurt", "each"),
    *("element", "kind"),
    *("coin", "kamas-of-player", "allies-among", "from", "level", "injured-this-turn"),
)

OF_POWERS = ("powers", "has-power")
OF_SUMMONS = ("summon", "options")


def effect_words(effect: Effect) -> str:
    """Return the effect as text: "Pushes (cells: 2)"."""
    given = [_given(name.rstrip("_").replace("_", "-"), value) for name, value in effect.arguments.items()]
    given += [_given(each.do, value) for each in effect.conditions for value in each.arguments.values()]
    label = effect_label(effect.do)
    return f"{label} ({', '.join(given)})" if given else label


def _given(name: str, value: Any) -> str:
    if value is True:
        return field_label(name)
    return _("%(name)s: %(value)s") % {"name": field_label(name), "value": _value(name, value)}


def _value(name: str, value: Any) -> str:
    if isinstance(value, Effect):
        return effect_words(value)
    if isinstance(value, tuple):
        return ", ".join(_value(name, each) for each in value)
    if name in OF_POWERS:
        return power_label(value)
    if name in OF_SUMMONS:
        summon = DEFAULT.facts.built_in().texts.summons.get(value)
        return summon.name if summon else str(value)
    return choice_label(name, value) if name in OF_WORDS and isinstance(value, str) else str(value)


def own_power_line(power: PowerText) -> str:
    """Return the line: "Bodyguard: an opposing unit has injured it, once per game: Pushes (Cells: 1)"."""
    name = f"{power.name} ({power.french})" if power.french else power.name
    concluded = ", ".join(reasons(power.inferred))
    return ": ".join(filter(None, (name, ", ".join(_when(power)), ", ".join(_what(power)), power.words, concluded)))


def _when(power: PowerText) -> Iterator[str]:
    if power.when:
        yield choice_label("when", power.when)
        yield from (choice_label("who", power.who),) if power.who != "self" else ()
    elif power.of != "self":
        yield choice_label("of", power.of)
    if power.kind:
        yield said("type", power.kind)
    if power.level_from > 1:
        yield said("level-from", power.level_from)
    yield from _by(power)
    yield from (said("by-spell", power.by_spell),) if power.by_spell else ()
    if power.turn:
        yield choice_label("turn", power.turn)
    if power.once:
        yield choice_label("once", power.once)
    if power.least:
        yield said("least", power.least)
    if power.may:
        yield field_label("may")
    if power.meanwhile:
        yield said("while", ", ".join(_meanwhile(power.meanwhile)))


def _by(power: PowerText) -> Iterator[str]:
    if power.other:
        yield said("other", choice_label("other", power.other))
    if power.other_kind:
        yield said("other-type", power.other_kind)


def _meanwhile(meanwhile: Meanwhile) -> Iterator[str]:
    for field in fields(Meanwhile):
        name, value = field.name.replace("_", "-"), getattr(meanwhile, field.name)
        if value is True:
            yield field_label(name)
        elif value:
            yield said(name, value)


def _what(power: PowerText) -> Iterator[str]:
    yield from (effect_words(effect) for effect in power.casting.effects)
    yield from filter(None, [bonus_words(power.bonus)])
    yield from (power_label(each) for each in power.powers)
    yield from (said("per", power.per),) if power.per else ()
    yield from (said("for-each", choice_label("for-each", power.for_each)),) if power.for_each else ()
    yield from (said("every", power.every),) if power.every > 1 else ()
    yield from (_damage(each) for each in power.damage)
    yield from (field_label("pierce"),) if power.pierce else ()
    yield from (said("against", choice_label("element", power.against)),) if power.against else ()
    yield from (said("shares", power.shares),) if power.shares else ()
    yield from (said("loses", ", ".join(map(power_label, power.loses))),) if power.loses else ()
    yield from (said("dice", f"{power.dice:+d}"),) if power.dice else ()
    yield from (field_label("lose-powers"),) if power.lose_powers else ()
    yield from (field_label("no-healing"),) if power.no_healing else ()
    yield from (said("suffers", f"{power.suffers:+d}"),) if power.suffers else ()
    yield from (field_label("any-rewards"),) if power.any_rewards else ()
    yield from (field_label("only-beside"),) if power.only_beside else ()
    yield from (said("lost-after", power.lost_after),) if power.lost_after else ()
    yield from (field_label("turns-over"),) if power.turns_over else ()


GAUGES = ("ap", "mp", "hp", "range")


def said(name: str, value: object) -> str:
    return _("%(name)s: %(value)s") % {"name": field_label(name), "value": value}


def other_names_line(also: Iterable[str], french: str | None) -> Iterator[str]:
    names = [name for name in also if not french or name != slugify(french)]
    if names:
        yield said("also", ", ".join(names))


def reasons(inferred: Mapping[str, str] | None) -> Iterator[str]:
    """Yield what the card does not say and somebody concluded, with the reason."""
    for name, reason in (inferred or {}).items():
        yield said("inferred", f"{field_label(name)} \u2013 {reason}")


def bonus_words(bonus: Characteristics | None) -> str:
    gains = {name: getattr(bonus, name, 0) for name in GAUGES}
    given = (f"{value:+d} {field_label(name)}" for name, value in gains.items() if value)
    return ", ".join(given).replace("-", "\u2212")


def summon_lines(summon: SummonTable) -> tuple[str, ...]:
    numbers = (("mp", summon.mp), ("hp", summon.hp), ("ap", summon.ap))
    known = ", ".join(f"{value} {field_label(name)}" for name, value in numbers if value is not None)
    unseen = said("figures", choice_label("figures", summon.figures)) if summon.figures == "unknown" else ""
    kind = choice_label("bodies", summon.kind)
    return tuple(filter(None, (summon.name, kind, known, unseen, ", ".join(summon.families))))


def reward_lines(reward: RewardTable) -> tuple[str, ...]:
    name = f"{reward.name} ({reward.french})" if reward.french else reward.name
    kinds = ", ".join(choice_label("", word) for word in (reward.kind, reward.equipment, reward.rank) if word)
    lines = [name, *other_names_line(reward.also, reward.french), kinds, bonus_words(reward.bonus)]
    lines += [said("printings", bonus_words(printing)) for printing in reward.printings]
    lines += [_damage(each) for each in reward.damage]
    lines += [_following(reward.next)] if reward.next else []
    lines += [*map(effect_words, reward.effects), *(said("punch", effect_words(each)) for each in reward.punch)]
    return tuple(filter(None, (*lines, *reasons(reward.inferred))))


def gains_of(reward: RewardText) -> Iterator[str]:
    """Yield what a Demonic Reward gives its bearer."""
    yield from filter(None, [bonus_words(reward.bonus)])
    yield from map(power_label, reward.powers)
    yield from map(_damage, reward.damage)
    yield from [_following(reward.following)] if reward.following else []
    yield from map(effect_words, reward.effects)
    yield from (spell.name for spell in reward.spells.values())


def _damage(each: SpellDamage) -> str:
    close = [field_label("close")] if each.close else []
    return ", ".join([_("+%(amount)s damage") % {"amount": each.amount}, _elements(each.elements), *close])


def _following(following: NextSpell) -> str:
    amount = _("+%(amount)s damage to the next spell") % {"amount": following.damage}
    return ", ".join([amount, _elements(following.elements), *([field_label("wait")] if following.wait else [])])


def _elements(elements: Iterable[str]) -> str:
    return said("elements", ", ".join(choice_label("elements", element) for element in elements))


@dataclass(frozen=True, slots=True)
class SpellShown:
    name: str
    french: str
    limit: str
    limit_words: str
    ap: str
    cost: str
    reach: str
    reach_kind: str
    kind: str
    more: tuple[str, ...]
    effects: tuple[str, ...]
    words: str
    unchecked: str


@dataclass(frozen=True, slots=True)
class RowShown:
    """A spell, a power or a threshold of a table of fields."""

    title: str
    facts: tuple[str, ...]
    effects: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class CardRead:
    """All that a fact says, prepared for a template."""

    powers: tuple[str, ...]
    lines: tuple[str, ...]
    spells: tuple[SpellShown, ...]
    missing: str = ""
    words: str = ""
    drawing: str = ""
    front: tuple[str, ...] = ()
    rows: tuple[RowShown, ...] = ()
    name: str = ""


def card_read(fact: Fact) -> CardRead:
    match fact.table:
        case SummonTable() as summon:
            return CardRead(_powers(summon.powers), summon_lines(summon), _spells_of(fact))
        case RewardTable() as reward:
            return CardRead(_powers(reward.powers), reward_lines(reward), _spells_of(fact), words=reward.words or "")
        case BoardTable() as board:
            return CardRead((), (), (), drawing=board.diagram)
        case FigureTable() as figure:
            return shown(fact.printed, figure.front.reason if figure.front else None)
        case _:
            return shown(fact.printed)


def _spells_of(fact: Fact) -> tuple[SpellShown, ...]:
    return spells_shown(getattr(fact.printed, "spells", {}))


def front_line(slug: str, front: Mapping[str, Any]) -> str:
    """Return what a text corrects in the catalogue: "HP: 7 (was 8)"."""
    card = DEFAULT.catalogue().get(slug)
    changes = [(name, value, getattr(card, name, None)) for name, value in front.items()]
    return ", ".join(
        _("%(name)s: %(value)s (was %(before)s)")
        % {"name": field_label(name), "value": _printed(name, value), "before": _printed(name, before)}
        for name, value, before in changes
    )


def _printed(name: str, value: Any) -> str:
    match value:
        case None:
            return "–" if name == "ap" else _("not known")
        case bool():
            return choice_label("boss", "yes" if value else "no")
        case tuple():
            return ", ".join(value) or "–"
        case _:
            return choice_label(name, value) if isinstance(value, str) else str(value)


def shown(printed: Any, reason: str | None = None) -> CardRead:
    """Prepare the text of a figure."""
    corrected = front_line(printed.slug, printed.front)
    front = tuple(filter(None, (corrected, reason and said("reason", reason))))
    own = tuple(own_power_line(power) for power in printed.explained.values())
    keywords = (power for power in printed.powers if power not in printed.explained)
    return CardRead(_powers(keywords), own, spells_shown(printed.spells), _missing(printed), front=front)


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
        limit_words="" if spell.limit == "unknown" else choice_label("limit", spell.limit),
        ap="?" if "cost" in spell.unknown else "–" if spell.ap is None else str(spell.ap),
        cost="" if "cost" in spell.unknown else ", ".join(costs(spell)) or _("no AP"),
        reach=reach_words(spell),
        reach_kind=spell.range,
        kind=kind_words(spell),
        more=tuple(_more(spell)),
        effects=tuple(effect_words(effect) for effect in spell.effects),
        words=spell.words or "",
        unchecked=", ".join(unchecked),
    )


def _more(spell: Spell) -> Iterator[str]:
    if spell.area:
        yield said("area", choice_label("area", spell.area))
        yield from (said("area-needs", _given(each.do, *each.arguments.values())) for each in spell.area_needs)
    if spell.control is not None:
        yield said("control", spell.control)
    yield from (field_label(name) for name in ("track", "invasion") if getattr(spell, name))
    if spell.words_only:
        yield said("words-only", choice_label("words-only", spell.words_only))
    if spell.words_after:
        yield field_label("words-after")
    yield from other_names_line(spell.also, spell.french)
    yield from reasons(spell.inferred)


def kind_words(spell: Spell) -> str:
    """Describe what the spell is: "attack: fire, 2 damage"."""
    if spell.kind == "special":
        return str(KINDS["special"])
    if spell.kind == "healing":
        return ngettext("heals %(count)s injury", "heals %(count)s injuries", spell.amount) % {"count": spell.amount}
    said = ngettext("attack: %(element)s, %(count)s damage", "attack: %(element)s, %(count)s damage", spell.amount)
    return said % {"element": ELEMENTS.get(spell.element or "", ""), "count": spell.amount}


def reach_words(spell: Spell) -> str:
    """Describe range and line of sight: "Range 2-5, line of sight needed"."""
    if spell.range in ("close", "personal", "unknown"):
        return "" if spell.range == "unknown" else str(RANGES[spell.range])
    cells = str(spell.least) if spell.least == spell.most else f"{spell.least}–{spell.most}"
    said = _("range %(cells)s in a straight line") if spell.range == "line" else _("range %(cells)s")
    sight = _("no line of sight needed") if spell.range == "unseen" else _("line of sight needed")
    change = {True: _("can be changed"), False: _("cannot be changed"), None: ""}[spell.alterable]
    return ", ".join(filter(None, (said % {"cells": cells}, sight, change)))


def costs(spell: Spell) -> list[str]:
    """Describe what the spell costs."""
    paid = [_("%(ap)s AP") % {"ap": spell.ap}] if spell.ap is not None else []
    paid += [_("%(mp)s MP") % {"mp": spell.mp}] if spell.mp else []
    if spell.injuries:
        paid.append(ngettext("%(count)s injury", "%(count)s injuries", spell.injuries) % {"count": spell.injuries})
    paid += [_("%(kamas)s Kamas") % {"kamas": spell.kamas}] if spell.kamas else []
    return paid
