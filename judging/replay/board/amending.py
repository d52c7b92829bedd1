"""What a judge may set in a position of a log of Arena, and what a correction changes in it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from judging.board.board_state import PositionBuilder
from judging.board.unit_names import unit_title, with_owner
from judging.replay.board.replay_data import titles
from rules.arena.public import CardTexts, Frame, Log, facts_of, frames
from teams.cards.catalogue.search import effects_of
from teams.cards.editor.words import power_label

GAUGES = ("ap", "mp", "range")
ALL_POWERS = "all"


@dataclass(frozen=True)
class Pieces:
    """Of a game: everything that a correction can name, as value and label."""

    figures: Mapping[str, str]
    markers: Collection[str]
    powers: Mapping[str, str]
    summons: Mapping[str, str]
    favors: Mapping[str, str] = field(default_factory=dict)  # of Blast alone


def amendable(state: Frame, texts: CardTexts) -> dict[str, Any]:
    """Return what may be set of each unit beside what its figure on the board shows."""
    units = {name: _amendable_unit(unit, texts) for name, unit in state["units"].items()}
    return {"units": units, "markers": sorted(_markers(state, texts))}


def _amendable_unit(unit: Frame, texts: CardTexts) -> dict[str, Any]:
    return {
        "gauges": unit["markers"],
        "specials": sorted(unit["special_markers"]),
        "powers": {power: power_label(power) for power in unit["powers"]},
        "summons": _summons(unit["card"], texts),
    }


def _effects(card: str, texts: CardTexts) -> Iterator[Any]:
    text = texts.figures.get(card) or texts.summons.get(card)
    return effects_of(text.spells.values() if text else (), ())


def _summons(card: str, texts: CardTexts) -> dict[str, str]:
    named = {str(value) for effect in _effects(card, texts) for value in effect.arguments.values()}
    return {slug: unit_title(slug, text.name) for slug, text in texts.summons.items() if slug in named}


def _markers(state: Frame, texts: CardTexts) -> set[str]:
    """4.13.1: the names that a spell of the game gives, and those that lie on a figure."""
    effects = (effect for unit in state["units"].values() for effect in _effects(unit["card"], texts))
    named = {str(effect.arguments["name"]) for effect in effects if effect.do == "special-marker"}
    return named.union(*(unit["special_markers"] for unit in state["units"].values()))


def pieces(log: Log) -> Pieces:
    """Return the pieces of all positions of the game, summons included."""
    texts = facts_of(log).texts
    positions, figures, owners = PositionBuilder(texts.rewards), dict[str, str](), dict[str, str]()
    markers, powers, summons = set[str](), dict[str, str](), dict[str, str]()
    for state in frames(log):
        units = state["units"]
        powers |= {
            power: power_label(power) for unit in units.values() for power in unit["powers"] if power not in powers
        }
        markers.update(*(unit["special_markers"] for unit in units.values()))
        if not units.keys() <= figures.keys():
            figures |= titles(positions.position(state))
            owners |= {name: log.players[unit["side"]].name or unit["side"] for name, unit in units.items()}
            markers |= _markers(state, texts)
            summons |= {slug: title for unit in units.values() for slug, title in _summons(unit["card"], texts).items()}
    return Pieces(_with_owners(figures, owners), sorted(markers), powers, summons)


def _with_owners(figures: Mapping[str, str], owners: Mapping[str, str]) -> dict[str, str]:
    """Name the player of a figure or summon that both have."""
    times = Counter(figures.values())
    return {unit: with_owner(title, owners[unit] if times[title] > 1 else None) for unit, title in figures.items()}


@dataclass(frozen=True)
class Amended:
    """A fact that a correction sets, and what it was at that moment."""

    figure: str  # empty for what a player has
    fact: str
    was: Any
    now: Any


def amended(log: Log, state: Frame, changes: Mapping[str, Any]) -> Iterator[Amended]:
    texts = facts_of(log).texts
    shown = titles(PositionBuilder(texts.rewards).position(state))
    for name, values in changes.get("units", {}).items():
        if name in state["units"]:
            yield from _amended_unit(shown, name, state["units"][name], values)
    for each in changes.get("summoned", ()):
        text = texts.summons.get(each["summon"])
        title = unit_title(each["summon"], text.name if text else each["summon"])
        yield Amended(shown.get(each["by"], each["by"]), "summoned", "", f"{title}, {each['cell']}")
    for stock in ("glory", "kamas"):
        for side, number in changes.get(stock, {}).items():
            yield Amended(log.players[side].name or side, stock, state[stock].get(side), number)
    if "wild" in changes:
        yield Amended("", "wild", state["wild"], changes["wild"])


def amended_numbers(title: str, unit: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[Amended]:
    """Yield the cell, AP, MP and HP that change, in whichever game."""
    for fact in ("cell", "ap", "mp"):
        if fact in values:
            yield Amended(title, fact, unit[fact], values[fact])
    if "injuries" in values:
        hp = unit["hp"] or 0
        yield Amended(title, "hp", hp - unit["injuries"], hp - values["injuries"])


def _amended_unit(shown: Mapping[str, str], name: str, unit: Frame, values: Mapping[str, Any]) -> Iterator[Amended]:
    title = shown[name]
    yield from amended_numbers(title, unit, values)
    for marker, value in values.get("markers", {}).items():
        if marker in GAUGES:
            yield Amended(title, f"{marker}-markers", unit["markers"].get(marker, 0), value)
        else:
            was, now = (_placed(marker, by, shown) for by in (unit["special_markers"].get(marker), value))
            yield Amended(title, "marker", was, now)
    if lost := values.get("lost_powers"):
        yield Amended(title, "powers", _powers(unit["powers"]), _powers(_left(unit["powers"], lost)))


def _placed(marker: str, by: str | None, shown: Mapping[str, str]) -> str:
    return f"{marker} ({shown.get(by, by)})" if by else ""


def _left(powers: Iterable[str], lost: Any) -> list[str]:
    return [] if lost is True else [power for power in powers if power not in lost]


def _powers(powers: Iterable[str]) -> str:
    return ", ".join(power_label(power) for power in powers) or _("none")
