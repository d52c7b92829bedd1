"""Whom an effect means, and continuous effects of powers explained on cards (4.18.4), recomputed whenever a piece
enters or leaves.

Losses of powers come first (4.18.4.g). They are computed for all units at once, so two units that silence each other
both lose their powers.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Literal

from rules.arena.cells import TERRITORY_OF
from rules.arena.engine.slowed import line_of
from rules.arena.engine.units import NOTHING, NOTHING_LENT, OFF, Lent, Unit, held
from rules.arena.printed import Characteristics, Meanwhile, PowerText

if TYPE_CHECKING:
    from rules.arena.engine.state import Game

GAUGES: Final = ("ap", "mp", "hp", "range")
MOST_KEPT: Final = 500  # powers
_KEPT: Final[dict[tuple[int, int], tuple[PowerText, Lent]]] = {}
NOTHING_GIVEN: Final[Mapping[str, Lent]] = {}
NO_CARDS: Final = frozenset[str]()
NOBODY_UNSURE: Final[Mapping[str, frozenset[str]]] = {}
Meant = Callable[[Unit, Unit], bool]  # seen from the first
Source = tuple[Unit, tuple[PowerText, ...]]  # a unit and its continuous powers
# on whom an effect works, where that is not whom the spell is aimed at
WHOM = Literal[
    "targets",
    "self",
    "team",
    "one-ally",
    "one-other-ally",
    "one-two-cells-from-target",
    "chosen",
    "other-allies",
    "adjacent-allies",
    "adjacent-allied-krosmasters",
    "self-and-adjacent-allies",
    "allied-summons",
    "own-summons",
    "allied-characters",
    "every-other-character",
    "allies-beside-target",
    "enemies-beside-target",
    "enemies-beside-moved",
    "moved",
    "opposing-krosmasters",
    "adjacent-characters",
    "adjacent-enemies",
    "adjacent-enemy-characters",
    "adjacent-enemy-krosmasters",
]


def settle(game: "Game") -> None:
    """4.18.4.e: apply and remove effects as soon as their conditions change."""
    if not game.explaining:
        return
    sources = _sources(game)
    given = _given_by(game, sources) if sources else NOTHING_GIVEN
    unsure = _hang_on_types(game, sources) if sources and _some_types_unseen(game) else NOBODY_UNSURE
    if not unsure and not game.unsure and given == game.lent:
        return
    game.lent, game.unsure = given, bool(unsure)
    for unit in game.pieces:
        lent = given.get(unit.name, NOTHING_LENT)
        if lent is not unit.lent and lent != unit.lent:
            unit.lent = lent
            unit.refresh()
        if unsure or unit.believed.types:
            _note_types(game, unit, unsure.get(unit.name, frozenset()))


def some_hang_on_cells(game: "Game") -> bool:
    """Whether a piece that only moves may change what powers give."""
    return any(unit.profile.hangs_on_cells or unit.copied for unit in game.explaining)


def _sources(game: "Game") -> list[Source]:
    sources: list[Source] = []
    for unit in game.explaining:
        if unit.injuries and unit.profile.lost_by_injuries:
            lose_for_good(unit)
        if (unit.cell != OFF or unit.fallen) and not unit.powerless and (texts := _lasting(unit)):
            sources.append((unit, texts))
    return sources


def _given_by(game: "Game", sources: list[Source]) -> dict[str, Lent]:
    silenced: set[str] = set()
    for unit, texts in sources:
        for text in texts:
            if text.lose_powers and _holds(game, unit, text):
                silenced.update([other.name for other in _meant(game, unit, text)])
    given: dict[str, Lent] = {}
    for unit, texts in sources:
        for text in texts:
            if (unit.name not in silenced or text.lose_powers) and _holds(game, unit, text):
                times = _times(game, unit, text)
                for other in _meant(game, unit, text):
                    before = given.get(other.name)
                    lent = _lent_by(text, times) if before is None else _added(before, text, times)
                    given[other.name] = _with_shared(game, unit, lent, text.shares, silenced) if text.shares else lent
    return given


def _some_types_unseen(game: "Game") -> bool:
    """Asked at every step; of most games all types are known."""
    return not all(unit.profile.types_known for unit in game.pieces)


def _hang_on_types(game: "Game", sources: list[Source]) -> dict[str, frozenset[str]]:
    """The units whose effects depend on types that were never seen, and the cards with those types."""
    cards: dict[str, frozenset[str]] = {}
    for unit, texts in sources:
        for text in texts:
            of_others = _others_never_seen(game, unit, text)
            if text.kind is None and not of_others:
                continue
            for other in _around(game, unit, text):
                missing = of_others if _is_meant(game, other, text) else _never_seen(game, [other], text.kind)
                if missing:
                    cards[other.name] = cards.get(other.name, frozenset()) | missing
    return cards


def _others_never_seen(game: "Game", unit: Unit, text: PowerText) -> frozenset[str]:
    """The cards that might make the power work, or count for it; most powers ask for nobody."""
    per, meanwhile = text.per, text.meanwhile
    cards = NO_CARDS if per is None else _never_seen(game, game.in_play(unit.side), per)
    if meanwhile is None:
        return cards
    if meanwhile.team_has is not None and not has_companion(game, unit, meanwhile.team_has):
        cards |= _never_seen(game, game.in_play(unit.side), meanwhile.team_has)
    if meanwhile.retribution is not None and not _are_avengers(game, meanwhile.retribution):
        cards |= _never_seen(game, game.in_play(), "Avenger")
    return cards


def _never_seen(game: "Game", units: list[Unit], kind: str | None) -> frozenset[str]:
    if kind is None:
        return NO_CARDS
    return frozenset(
        unit.profile.card for unit in units if not unit.profile.types_known and kind not in game.types_of(unit)
    )


def _note_types(game: "Game", unit: Unit, cards: frozenset[str]) -> None:
    """Cards without known types count as not of that type: believed now, and whenever the unit deals or
    suffers damage."""
    for card in sorted(cards - unit.believed.types):
        game.trust(card, "types")
    unit.believed.types = cards


def lose_for_good(unit: Unit) -> None:
    """4.18.3.c: a power that lasts until its owner has suffered so many injuries."""
    for text in unit.profile.lost_by_injuries:
        if unit.injuries >= (text.lost_after or 0) and text.slug not in unit.gone:
            unit.gone |= {text.slug}
            unit.refresh()


def _lasting(unit: Unit) -> tuple[PowerText, ...]:
    """The unit's continuous powers, except those that an effect took away."""
    texts = unit.profile.lasting
    if unit.copied:
        texts = tuple(text for text in unit.explained.values() if text.when is None)
    if unit.lost or unit.gone:
        return tuple([text for text in texts if text.slug not in unit.lost and text.slug not in unit.gone])
    return texts


def _around(game: "Game", unit: Unit, text: PowerText) -> list[Unit]:
    if text.of == "heir":
        return _heir(game, unit)
    if text.of == "marked":  # 4.13.4
        return [other for other in game.in_play() if other.specials and unit.name in other.specials.values()]
    return around(game, unit, text.of)


def _is_meant(game: "Game", unit: Unit, text: PowerText) -> bool:
    return text.kind is None or text.kind in game.types_of(unit)


def _meant(game: "Game", unit: Unit, text: PowerText) -> list[Unit]:
    others = _around(game, unit, text)
    if text.level_from > 1:
        others = [other for other in others if other.level >= text.level_from]
    return others if text.kind is None else [other for other in others if _is_meant(game, other, text)]


def _times(game: "Game", unit: Unit, text: PowerText) -> int:
    """How often it gives its bonus: once, or for every so many of what it counts."""
    if text.per is not None:
        return sum(_is_kin(game, ally, text.per) for ally in game.in_play(unit.side)) // text.every
    if text.for_each == "injury":
        return unit.injuries // text.every
    if text.for_each == "fallen-krosmaster":
        return sum(ally.fallen for ally in game.figures_of(unit.side)) // text.every
    if text.for_each == "reward":
        return held(unit) // text.every
    return 1


def _is_kin(game: "Game", unit: Unit, name: str) -> bool:
    """4.18.9: of that type, or a summon of that name."""
    return name in game.types_of(unit) or (not unit.is_krosmaster and unit.profile.title == name)


def _holds(game: "Game", unit: Unit, text: PowerText) -> bool:
    """4.18.4.e: whether its conditions are met now."""
    if text.turn is not None and not is_turn(game, unit, text.turn):
        return False
    meanwhile = text.meanwhile
    if unit.fallen != (meanwhile is not None and meanwhile.fallen):
        return False
    return meanwhile is None or _is_so(game, unit, meanwhile)


def _is_so(game: "Game", unit: Unit, meanwhile: Meanwhile) -> bool:
    if meanwhile.team_has is not None and not has_companion(game, unit, meanwhile.team_has):
        return False
    if meanwhile.retribution is not None and not _are_avengers(game, meanwhile.retribution):
        return False
    if meanwhile.invasion and not has_invaded(game, unit.player, unit.cell):
        return False
    if meanwhile.injured is not None and unit.injuries < meanwhile.injured:
        return False
    return meanwhile.injured_below is None or unit.injuries < meanwhile.injured_below


def has_companion(game: "Game", unit: Unit, kind: str) -> bool:
    return any(other is not unit and kind in game.types_of(other) for other in game.in_play(unit.side))


def _are_avengers(game: "Game", count: int) -> bool:
    return sum("Avenger" in game.types_of(unit) for unit in game.in_play()) >= count


def has_invaded(game: "Game", player: str, cell: int) -> bool:
    """7.5.22.a: the cell lies in the territory of an opponent of that player."""
    if cell == OFF:
        return False
    sides = [game.sides[foe] for foe in game.seats.foes(player)]
    invaded = [side for side in sides if TERRITORY_OF[side] >> cell & 1]
    return bool(invaded)


def is_turn(game: "Game", owner: Unit, whose: str) -> bool:
    """6.1.1, 4.1.2: the unit's own turn, its player's or an opponent's; a partner's turn is none of them."""
    if whose == "its-own":
        return game.active is owner
    if game.player == owner.player:
        return whose == "own"
    return whose == "opposing" and not game.seats.allied(game.player, owner.player)


def _lent_by(text: PowerText, times: int) -> Lent:
    """Kept, because the same few powers give the same again and again."""
    kept = _KEPT.get((id(text), times))
    if kept is None:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        kept = _KEPT[id(text), times] = text, _added(NOTHING_LENT, text, times)
    return kept[1]


def _added(lent: Lent, text: PowerText, times: int) -> Lent:
    bonus = lent.bonus
    if text.bonus != NOTHING:
        each = {name: getattr(bonus, name) + times * getattr(text.bonus, name) for name in GAUGES}
        bonus = Characteristics(**each)
    against = () if text.against is None else ((text.against, frozenset(text.powers)),)
    return Lent(
        lent.powers | set(() if against else text.powers),
        bonus,
        lent.powerless or text.lose_powers,
        lent.no_healing or text.no_healing,
        lent.suffers + times * text.suffers,
        lent.damage + text.damage,
        lent.pierce or text.pierce,
        lent.loses.union(text.loses),
        lent.dice + text.dice,
        lent.against + against,
        lent.answers,
        lent.only_beside or text.only_beside,
        lent.any_rewards or text.any_rewards,
    )


IN_THE_ARENA: Final[Mapping[str, Meant]] = {
    "team": lambda unit, other: other.side == unit.side and other.is_krosmaster,
    "one-ally": lambda unit, other: other.side == unit.side,
    "other-allies": lambda unit, other: other.side == unit.side and other is not unit,
    "one-other-ally": lambda unit, other: other.side == unit.side and other is not unit,
    "allied-summons": lambda unit, other: other.side == unit.side and not other.is_krosmaster,
    "own-summons": lambda unit, other: other.summoner is unit,
    "allied-characters": lambda unit, other: other.side == unit.side and other.is_character,
    "every-other-character": lambda unit, other: other.is_character and other is not unit,
    "allied-mobs": lambda unit, other: other.side == unit.side and other.kind == "mob",
    "opposing-krosmasters": lambda unit, other: other.side != unit.side and other.is_krosmaster,
}
BESIDE: Final[Mapping[str, Meant]] = {
    "adjacent": lambda _unit, _other: True,
    "adjacent-characters": lambda _unit, other: other.is_character,
    "adjacent-allies": lambda unit, other: other.side == unit.side,
    "adjacent-allied-krosmasters": lambda unit, other: other.side == unit.side and other.is_krosmaster,
    "adjacent-enemies": lambda unit, other: other.side != unit.side,
    "adjacent-enemy-characters": lambda unit, other: other.side != unit.side and other.is_character,
    "adjacent-enemy-krosmasters": lambda unit, other: other.side != unit.side and other.is_krosmaster,
}


def _with_shared(game: "Game", unit: Unit, lent: Lent, kind: str, silenced: set[str]) -> Lent:
    """4.18.8: the powers that the others of that type on its side still have; what explains them comes along."""
    others = [ally for ally in game.in_play(unit.side) if ally is not unit and kind in game.types_of(ally)]
    having = [ally for ally in others if not ally.powerless and ally.name not in silenced]
    powers = lent.powers.union(*(ally.profile.powers - ally.lost - ally.gone for ally in having))
    texts = (text for ally in having for text in ally.profile.explained.values())
    return lent._replace(powers=powers, answers=tuple(text for text in texts if text.when and text.slug in powers))


def _heir(game: "Game", unit: Unit) -> list[Unit]:
    """The next Krosmaster of the timeline that plays and is no Boss: who is KO'd is passed over (4.10.2.b)."""
    line = line_of(game, unit.player)
    after = line[line.index(unit) + 1 :] if unit in line else []
    return [ally for ally in after if ally.in_play and "Boss" not in game.types_of(ally)][:1]


def around(game: "Game", unit: Unit, whom: str) -> list[Unit]:
    """4.18.4.b: who is meant at this moment, seen from that unit (4.18.2.c, 4.18.2.d)."""
    if whom == "self":
        return [unit]
    if whom.startswith("self-and-"):
        return [unit, *around(game, unit, whom.removeprefix("self-and-"))]
    if whom in IN_THE_ARENA:
        return [other for other in game.in_play() if IN_THE_ARENA[whom](unit, other)]
    return [other for other in game.beside(unit.cell) if BESIDE[whom](unit, other)] if unit.in_play else []
