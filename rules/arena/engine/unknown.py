"""Facts of cards and tokens that the data does not have: what hangs on them is believed, under the name of the card."""

from collections.abc import Iterable

from rules.arena.engine.rewards.open_tokens import open_tokens, powers_claimed_for_tokens, unseen_in
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit, spells_of


def card_of(unit: Unit, spell: str) -> str:
    return unit.profile.card if spell in unit.profile.spells else _other_source(unit, spell)


def _other_source(unit: Unit, spell: str) -> str:
    texts = (*unit.face_up(), *(boost.text for boost in unit.boosts))
    return next((text.slug for text in texts if spell in text.spells), source_of_unseen(unit, spell))


def source_of_unseen(unit: Unit, spell: str) -> str:
    """The card with unknown spells, or the token carried face up: the source that is named."""
    return unit.profile.card if "spells" in unit.profile.lacks else _token_with(unit, spell)


def _token_with(unit: Unit, spell: str) -> str:
    claimed = [text.slug for text in unit.face_up() if spell in text.claimed_spells]
    return next(iter((*claimed, *unseen_in(unit, "spells"))), unit.profile.card)


# -- powers and numbers ------------------------------------------------------------------------------------


def trust_powers(game: Game, unit: Unit) -> None:
    """The answer would change if the unknown part of the unit's card or tokens held a power."""
    for slug in () if unit.is_powerless else unseen_in(unit, "powers"):
        game.trust(slug, "powers")


def use_power(game: Game, unit: Unit, name: str) -> bool:
    """Whether the unit has the power, which is now used: believed, if it has it only according to the players."""
    if name not in unit.powers:
        return False
    if name in unit.believed_powers:
        trust_powers(game, unit)
        game.rest_on_belief()
    return True


def may_have_powers(unit: Unit) -> bool:
    """Its card was not seen whole, or a token that it carries face up; but what has lost its powers has none."""
    unseen = "powers" in unit.profile.lacks or (unit.rewards and open_tokens(unit))
    return bool(unseen) and not unit.is_powerless


def may_have_such_a_spell(game: Game, unit: Unit, foe: Unit) -> bool:
    """Whether powers against spells of an element may count, because not every spell of the other was seen whole."""
    return bool(unit.lent.against) and trust_elements(game, [foe])


def trust_elements(game: Game, units: Iterable[Unit]) -> bool:
    """The answer would change if a spell of these units had the element in question. Whether it may have."""
    may_have = False
    for unit in units:
        unseen = [spell for spell in spells_of(unit) if spell.element == "unknown"]
        for spell in unseen:
            game.trust(card_of(unit, spell.slug), "element", spell.slug)
        if "spells" in unit.profile.lacks:
            game.trust(unit.profile.card, "effects")
        may_have = may_have or bool(unseen) or "spells" in unit.profile.lacks
    return may_have


def is_in_words(unit: Unit, name: str) -> bool:
    """Its card explains the power, but only in words."""
    return name in unit.powers and name in unit.explained and unit.explained[name].words is not None


def trust_power(game: Game, unit: Unit, name: str) -> None:
    """What a power in words does the players alone say; or it is one of the powers never seen."""
    if is_in_words(unit, name) and "powers" not in unit.profile.lacks:
        game.trust(unit.profile.card, "effects", name)
    else:
        trust_powers(game, unit)


def may_have_power(unit: Unit, name: str) -> bool:
    """Or what is said of such a token names it."""
    return may_have_powers(unit) or is_in_words(unit, name) or name in powers_claimed_for_tokens(unit)


def trust_numbers_in_play(game: Game, unit: Unit) -> None:
    """The answer would change if its words had raised its level or HP by now."""
    if unit.profile.may_become_more:
        game.trust(unit.profile.card, "characteristics")


def trust_characteristics(game: Game, unit: Unit) -> None:
    """The answer depends on unknown numbers of a summon."""
    if not unit.profile.figures_known:
        game.trust(unit.profile.card, "characteristics")


# -- types -------------------------------------------------------------------------------------------------


def trust_types(game: Game, units: Iterable[Unit]) -> None:
    """The answer would change if these units, whose types are unknown, were of the type in question."""
    for unit in units:
        if not unit.profile.types_known:
            game.trust(unit.profile.card, "types")


def trust_what_a_knock_out_brings(game: Game, unit: Unit, by: Unit | None) -> None:
    """4.9.25, 4.9.26: GG and Kamas of a KO depend on Wisdom and Loot, and on who is a Boss."""
    if by is None or by.side == unit.side:
        return
    trust_powers(game, unit)
    if not (unit.is_krosmaster and by.is_krosmaster):
        return
    for wise, boss in ((by, unit), (unit, by)):
        is_wise = use_power(game, wise, "wisdom")
        is_boss = "Boss" in game.types_of(boss)
        if is_wise and not is_boss and not boss.profile.boss_known:
            game.trust(boss.profile.card, "types")
        elif is_boss and not is_wise:
            trust_powers(game, wise)
