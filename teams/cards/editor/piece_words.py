"""A summon or a Demonic Reward as lines in the reader's language, and what spells and tokens have in common."""

from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from rules.arena.public import Characteristics, NextSpell, RewardTable, SpellDamage, SummonTable
from rules.common.names import slugify
from teams.cards.editor.effect_words import effect_words
from teams.cards.editor.words import choice_label, field_label

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


def _damage(each: SpellDamage) -> str:
    close = [field_label("close")] if each.close else []
    return ", ".join([_("+%(amount)s damage") % {"amount": each.amount}, _elements(each.elements), *close])


def _following(following: NextSpell) -> str:
    amount = _("+%(amount)s damage to the next spell") % {"amount": following.damage}
    return ", ".join([amount, _elements(following.elements), *([field_label("wait")] if following.wait else [])])


def _elements(elements: Iterable[str]) -> str:
    return said("elements", ", ".join(choice_label("elements", element) for element in elements))
