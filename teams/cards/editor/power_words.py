"""A power that is explained on its card, as one line in the reader's language."""

from collections.abc import Iterator

from rules.arena.public import PowerText
from teams.cards.editor.effect_words import effect_words
from teams.cards.editor.piece_words import bonus_words, reasons, said
from teams.cards.editor.words import choice_label, field_label, power_label


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
    if power.turn:
        yield choice_label("turn", power.turn)
    if power.once:
        yield choice_label("once", power.once)
    if power.least:
        yield said("least", power.least)
    if power.may:
        yield field_label("may")


def _what(power: PowerText) -> Iterator[str]:
    yield from (effect_words(effect) for effect in power.casting.effects)
    yield from filter(None, [bonus_words(power.bonus)])
    yield from (power_label(each) for each in power.powers)
    yield from (said("per", power.per),) if power.per else ()
    yield from (field_label("lose-powers"),) if power.lose_powers else ()
    yield from (field_label("no-healing"),) if power.no_healing else ()
    yield from (said("suffers", f"{power.suffers:+d}"),) if power.suffers else ()
    yield from (field_label("only-beside"),) if power.only_beside else ()
    yield from (said("lost-after", power.lost_after),) if power.lost_after else ()
