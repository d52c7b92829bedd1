"""Appearance of figures on the board: a portrait, and a label of one or two characters."""

from collections.abc import Iterator
from itertools import count

from judging.board.unit_names import numbered, unit_title
from rules.arena.public import Frame
from teams.cards.catalogue.portraits import portrait_of

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
        """Choose a unique label: the first letter, else the initials, else two letters, else with a number."""
        taken = {label for name, label in self.labels.items() if name[0].upper() == side}
        titles = {name: unit_title(unit["card"], unit["name"]) for name, unit in units.items()}
        titles |= numbered({name: (side, titles[name]) for name in units if units[name]["kind"] == "krosmaster"})
        for name, title in titles.items():
            others = [other for each, other in titles.items() if each != name]
            self.labels[name] = next(each for each in _wishes(title) if each not in taken and _is_own(each, others))
            taken.add(self.labels[name])


def _wishes(title: str) -> Iterator[str]:
    letters = _letters(title)
    yield from letters
    yield from (f"{letters[0]}{number}" for number in count(2))


def _letters(title: str) -> tuple[str, str, str]:
    words = [word for word in title.replace("-", " ").split() if word[0].isalnum()] or ["?"]
    initials = (words[0][0] + words[-1][0]).upper() if len(words) > 1 else words[0][:2].capitalize()
    return words[0][0].upper(), initials, words[0][:2].capitalize()


def _is_own(label: str, others: list[str]) -> bool:
    """Whether no other figure could be meant by the label."""
    return not any(label in _letters(other) for other in others)
