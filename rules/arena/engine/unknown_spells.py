"""Unknown facts of a spell: an answer that another reading of such a fact would change is believed.

`depends_on` is the whole notion: give the spell each reading of the field that is not known, ask the question again,
and note the card and the field where the answers differ. Where they agree, nothing is said.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final

from rules.arena.cells import DISTANCE, in_line
from rules.arena.engine.claims.assumptions import claim_element
from rules.arena.engine.powers import unseen_dice
from rules.arena.engine.slowed import initiative
from rules.arena.engine.spells import Cast, ap_cost, in_sight, reaches
from rules.arena.engine.units import Unit
from rules.arena.engine.unknown import card_of, trust_powers
from rules.arena.printed import CLAIMED, ELEMENTS, Spell

UNKNOWN: Final[Mapping[str, Any]] = {"element": "unknown", "alterable": None}
READINGS: Final[Mapping[str, tuple[Any, ...]]] = {"element": (*ELEMENTS, "neutral"), "alterable": (True, False)}

MOST_KEPT = 500
_KEPT: Final[dict[tuple[int, str], tuple[Spell, list[tuple[Any, Spell]]]]] = {}


def depends_on(cast: Cast, name: str, answer: Callable[[], Hashable]) -> dict[Any, Hashable]:
    """What the answer is under each reading of a field that is not known; noted if it is not always the same.

    Empty where the field is known.
    """
    own = cast.spell
    if getattr(own, name) != UNKNOWN[name]:
        return {}
    answers = {}
    try:
        for reading, cast.spell in _readings(own, name):
            answers[reading] = answer()
    finally:
        cast.spell = own
    if len(set(answers.values())) > 1:
        note(cast, name)
    return answers


def _readings(spell: Spell, name: str) -> list[tuple[Any, Spell]]:
    """The spell with each possible reading; cached, because most casts are of the same few spells."""
    kept = _KEPT.get((id(spell), name))
    if kept is None or kept[0] is not spell:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        kept = _KEPT[id(spell), name] = spell, [(each, replace(spell, **{name: each})) for each in READINGS[name]]
    return kept[1]


def note(cast: Cast, name: str, since: int = 0) -> None:
    """Record belief, unless the whole spell is already believed because only the log describes it."""
    if CLAIMED in cast.spell.unknown:
        return
    cast.game.trust(printed_on(cast), name, cast.spell.slug, since)


def leave_out_words(cast: Cast) -> None:
    """Where what only words say of the spell cannot come about, nothing is unknown of what it does."""
    only = cast.spell.words_only
    if only is not None and not CAN_COME_ABOUT[only](cast):
        cast.spell = _without_words(cast.spell)


@lru_cache(maxsize=MOST_KEPT)
def _without_words(spell: Spell) -> Spell:
    return replace(spell, unknown=spell.unknown - {"effects"}, words=None)


def _is_an_opponent_in_line(cast: Cast) -> bool:
    """4.15.4: of a rebound the card alone tells: an opponent in line with the one aimed at."""
    aims_at_one = any(unit.side != cast.caster.side for unit in cast.game.on(cast.target))
    return aims_at_one and _is_anybody_in_line(cast)


def _is_anybody_in_line(cast: Cast) -> bool:
    """Also when the opponent aimed at is gone by the spell."""
    foes = [unit for unit in cast.game.in_play() if unit.side != cast.caster.side]
    return any(unit.cell != cast.target and in_line(cast.target, unit.cell) for unit in foes)


def _is_one_slower(cast: Cast) -> bool:
    own, targets = initiative(cast.game, cast.caster), cast.game.on(cast.target)
    return any(not unit.is_krosmaster or initiative(cast.game, unit) < own for unit in targets)


CAN_COME_ABOUT: Final[Mapping[str, Callable[[Cast], bool]]] = {
    "opponent-in-line": _is_an_opponent_in_line,
    "demon-cell": lambda cast: bool(cast.game.board.demons >> cast.target & 1),
    "less-initiative": _is_one_slower,
    "tree": lambda cast: bool(cast.game.board.trees >> cast.target & 1),
    "turned-over": lambda cast: cast.caster.profile.is_turned,
}

# after the spell, to which a power answers
CAN_FOLLOW: Final = {**CAN_COME_ABOUT, "opponent-in-line": _is_anybody_in_line}


def printed_on(cast: Cast) -> str:
    """The card or the token on which the spell stands."""
    if cast.boost is not None:
        return cast.boost.text.slug
    return card_of(cast.caster, cast.spell.slug)


# -- may it be cast (7.1) ----------------------------------------------------------------------------------


def note_prerequisites(cast: Cast) -> None:
    """Of a spell that may be cast: what had to be believed for it."""
    caster, spell = cast.caster, cast.spell
    if CLAIMED not in spell.unknown:
        if spell.limit == "unknown" and spell.slug in caster.cast_this_game:  # once a game would forbid it
            note(cast, "limit")
        if "cost" in spell.unknown:
            note(cast, "cost")
        _aim(cast)
    if not caster.sure and (ap_cost(cast.game, caster, spell) or spell.mp):
        cast.game.trust(caster.profile.card, "characteristics")


def _aim(cast: Cast) -> None:
    game, spell = cast.game, cast.spell
    if spell.range == "unknown":
        if spell.area == "multiple" or not _within_what_is_printed(cast):  # 7.2.3.c: whom it takes in follows from it
            note(cast, "range")
        if not in_sight(game, cast.caster, cast.origin, cast.target):
            note(cast, "sight")
        return
    if spell.alterable is not None:
        return
    cells = [cast.target]
    if spell.area == "multiple":  # 7.2.3.c: whom it takes in follows from the range
        cells += [unit.cell for unit in game.in_play()]
    for cell in cells:
        depends_on(cast, "alterable", partial(_reaches, cast, cell))


def _reaches(cast: Cast, cell: int) -> bool:
    return reaches(cast.game, cast.caster, cast.spell, cast.origin, cell)


def _within_what_is_printed(cast: Cast) -> bool:
    """Of a range whose kind alone was never seen the ends may be known: then every kind reaches so far in a line."""
    spell, distance = cast.spell, DISTANCE[cast.origin][cast.target]
    return spell.most > 1 and spell.least <= distance <= spell.most and in_line(cast.origin, cast.target)


# -- dice and damage ---------------------------------------------------------------------------------------


def note_element_of_dice(cast: Cast, shown: int, wanted: Callable[[], int]) -> None:
    """The number of dice depends on the element."""
    counts = depends_on(cast, "element", wanted)
    if counts and len(set(counts.values())) > 1:
        claim_element(cast.game, printed_on(cast), cast.spell, counts, shown)


def note_powers_of_dice(cast: Cast, unit: Unit, roll: str) -> None:
    """It depends on powers of a partly known card."""
    if unseen_dice(unit, roll, cast.spell) or unit.believed_powers:
        trust_powers(cast.game, unit)
