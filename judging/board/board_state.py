"""Boards and positions as JSON for the browser, and the texts that the drawing needs."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.board.unit_names import numbered, numbered_summon, printed_name, twins, unit_title
from rules.arena.public import SIDES, Board, Frame, RewardText, cell_name, cells_of
from teams.cards.catalogue.portraits import portrait_of
from teams.wording import NO_NAMES, named

MECHANISMS = ("bomb", "trap", "turret", "tombstone", "mechanism")


class FigureLooks:
    """Portraits and labels of one game, which stay the same while it is shown."""

    def __init__(self) -> None:
        self.portraits: dict[str, str] = {}
        self.labels: dict[str, str] = {}

    def meet(self, units: dict[str, Frame]) -> None:
        for name, unit in units.items():
            if name not in self.portraits:
                self.portraits[name] = self._portrait(unit)
        newcomers = {name: unit for name, unit in units.items() if name not in self.labels}
        for side in sorted({unit["side"] for unit in newcomers.values()}):
            self._set_label({name: unit for name, unit in newcomers.items() if unit["side"] == side}, side)

    def _portrait(self, unit: Frame) -> str:
        """Return the portrait, `head.face`, by the figure's type; if that is unknown, one that is unique in the
        game."""
        if unit["kind"] in MECHANISMS:
            return unit["kind"]
        worn = {portrait.split(".")[0] for portrait in self.portraits.values()}
        return portrait_of(unit["card"], worn)

    def _set_label(self, units: dict[str, Frame], side: str) -> None:
        """Choose a unique label: the first letter, else the initials, else two letters, else with a number. A summon of
        figure B1 has the 1 before its own: another figure may have a second Water Bomb too."""
        taken = {label for name, label in self.labels.items() if name[0].upper() == side}
        titles = {name: numbered_summon(name, _title(unit), {}) for name, unit in units.items()}
        titles |= numbered({name: (side, titles[name]) for name in units if units[name]["kind"] == "krosmaster"})
        for name, title in titles.items():
            others = [other for each, other in titles.items() if each != name]
            summoner = self.labels.get(name.partition("/")[0], "")[-1:] if "/" in name else ""
            wishes = (f"{summoner if summoner.isdigit() else ''}{wish}" for wish in _wishes(title))
            self.labels[name] = next(each for each in wishes if each not in taken and _is_own(each, others))
            taken.add(self.labels[name])


def _wishes(title: str) -> Iterator[str]:
    letters = _letters(title)
    yield from letters
    yield from (f"{letters[0]}{number}" for number in count(2))


def _letters(title: str) -> tuple[str, str, str]:
    words = [word for word in title.replace("-", " ").split() if word[0].isalnum()] or ["?"]
    last = words[-1] if words[-1].isdigit() else words[-1][0]
    initials = (words[0][0] + last).upper() if len(words) > 1 else words[0][:2].capitalize()
    return words[0][0].upper(), initials, words[0][:2].capitalize()


def _is_own(label: str, others: list[str]) -> bool:
    """Whether no other figure could be meant by the label."""
    return not any(label in _letters(other) for other in others)


Json = dict[str, Any]
GAUGES = {"ap": gettext_noop("AP"), "mp": gettext_noop("MP"), "range": gettext_noop("range")}


def board_data(board: Board) -> dict[str, Any]:
    """Return a board for the board component: cells by name, and nothing that a position changes."""
    return {
        "slug": board.slug,
        "name": board.name,
        "scenery": {cell_name(cell): kind for cell, kind in board.scenery.items()},
        "demons": names(board.demons),
        "kamas": coins(board.kamas),
        "starts": {side: names(board.starts[side]) for side in SIDES},
    }


def names(mask: int) -> list[str]:
    return [cell_name(cell) for cell in cells_of(mask)]


def coins(kamas: dict[int, int]) -> dict[str, int]:
    return {cell_name(cell): count for cell, count in kamas.items()}


FROST = "❄"  # static/js/board/tokens.js recognises a frosted figure by it


class PositionBuilder:
    """Builds positions for the board component from frames of the engine.

    Figures that have not changed since the previous frame are reused, because in a long game most have not.
    """

    def __init__(self, rewards: Mapping[str, RewardText]) -> None:
        self.rewards = rewards
        self.seen: dict[str, tuple[Json, Json]] = {}
        self.looks = FigureLooks()
        self.titles: dict[str, str] = {}
        self.twins: dict[str, str] = {}

    def position(self, state: Frame) -> Json:
        """Return everything that play can change."""
        self.looks.meet(state["units"])
        if not self.titles:
            figures = _krosmasters(state["units"])
            self.titles, self.twins = numbered(figures), twins(figures)
        details = {
            key: state[key] for key in ("coins", "glory", "wild", "kamas", "active", "player", "turn", "piles", "out")
        }
        if "scenery" in state:  # what still stands, where it can be broken
            details["scenery"] = state["scenery"]
        return details | {"units": {name: self._unit(name, unit) for name, unit in state["units"].items()}}

    def _unit(self, name: str, unit: Json) -> Json:
        before, figure = self.seen.get(name, (None, {}))
        if unit != before:
            figure = self._figure(name, unit)
            self.seen[name] = unit, figure
        return figure

    def _figure(self, unit_name: str, unit: Json) -> Json:
        title = self.titles.get(unit_name) or numbered_summon(unit_name, _title(unit), self.twins)
        shown = {key: unit[key] for key in ("side", "cell", "level", "hp", "injuries", "mp", "ap")}
        return shown | {
            "name": title,
            "initial": self.looks.labels[unit_name],
            "portrait": self.looks.portraits[unit_name],
            "summon": unit["kind"] != "krosmaster",
            "markers": list(markers(unit)),
            "rewards": [self._reward(each) for each in unit["rewards"]],
        }

    def _reward(self, reward: Json) -> Json:
        text = self.rewards.get(reward["reward"])
        return {"name": printed_name(text) if text else reward["reward"], "up": reward["face_up"]}


def _krosmasters(units: Json) -> dict[str, tuple[str, str]]:
    return {name: (unit["side"], _title(unit)) for name, unit in units.items() if unit["kind"] == "krosmaster"}


def _title(unit: Json) -> str:
    return unit_title(unit["card"], unit["name"])


def markers(unit: Json) -> Iterator[str]:
    for gauge, value in unit["markers"].items():
        if value:
            yield _signed(value, gauge)
    for gauge, value in unit["frost_markers"].items():
        if value:
            frost = _("%(count)s frost") % {"count": _signed(value, gauge)}
            yield f"{FROST} {frost}"
    yield from unit["special_markers"]
    yield from (f"⚄ {named(power, NO_NAMES)}" for power in unit["inspiration"])


def _signed(value: int, gauge: str) -> str:
    return f"{value:+d} {_(GAUGES[gauge])}".replace("-", "−")
