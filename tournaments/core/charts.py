"""Charts as SVG, rendered on the server from labels and numbers.

The SVG contains no styles or scripts: static/css/charts.css colours its classes. Every chart has a title and a
description for screen readers. The caller passes all texts in the reader's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import count, cycle
from math import ceil

# SVG elements with escaped text, axis ticks, and labels that do not overlap.
WIDTH = 440  # readable on a phone


class Drawing:
    def __init__(self, title: str, description: str, height: int, role: str = "img") -> None:
        """`role`: of a drawing with links "group", because an image has none."""
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="{role}" viewBox="0 0 {WIDTH} {height}">',
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>",
        ]

    def line(self, x1: float, y1: float, x2: float, y2: float, css: str) -> None:
        self.parts.append(f'<line class="{css}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')

    def rect(self, x: float, y: float, width: float, height: float, css: str) -> None:
        box = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}"'
        self.parts.append(f'<rect class="{css}" {box}/>')

    def dot(self, x: float, y: float, css: str) -> None:
        self.parts.append(f'<circle class="{css}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')

    def link(self, x: float, y: float, css: str, href: str, label: str) -> None:
        """A dot that opens something, with room for a finger around it."""
        at = f'cx="{x:.1f}" cy="{y:.1f}"'
        name = escape(label)
        self.parts.append(
            f'<a href="{escape(href)}" aria-label="{name}"><title>{name}</title>'
            f'<circle class="chart-reach" {at} r="12"/><circle class="{css}" {at} r="4.5"/></a>'
        )

    def path(self, points: Sequence[tuple[float, float]], css: str) -> None:
        steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.parts.append(f'<path class="{css}" d="M{steps}"/>')

    def text(self, x: float, y: float, words: object, css: str = "chart-text") -> None:
        self.parts.append(f'<text class="{css}" x="{x:.1f}" y="{y:.1f}">{escape(str(words))}</text>')

    def __str__(self) -> str:
        return "".join([*self.parts, "</svg>"])


def ticks(most: float) -> list[int]:
    """Return evenly spaced whole numbers from 0 to at least `most`, about five, in steps of 1, 2, 5, 10,
    20 and so on."""
    steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
    step = next(step for step in steps if step * 5 >= most)
    return [step * place for place in range(max(1, ceil(most / step)) + 1)]


def spread(wanted: Sequence[float], distance: float) -> list[float]:
    """Return the wanted positions, moved apart just enough that labels at them do not overlap."""
    placed: dict[int, float] = {}
    lowest = float("-inf")
    for index in sorted(range(len(wanted)), key=wanted.__getitem__):
        lowest = max(wanted[index], lowest + distance)
        placed[index] = lowest
    return [placed[index] for index in range(len(wanted))]


BAR = 14
TOP = 28
VALUE = 62
USE_ROW = 46
ROUND_ROW, ROUND_LABEL = 30, 84


@dataclass(frozen=True, slots=True)
class Use:
    """A Krosmaster: the number of lists it is in, of matches it played and of matches it won."""

    name: str
    lists: int
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Length:
    """A round and the minutes that each of its tables took."""

    name: str
    minutes: Sequence[float]


def use_and_win_rate(title: str, description: str, uses: Sequence[Use], *, lists: int, used: str, won: str) -> str:
    """Draw two bars for each Krosmaster: its share of the lists, and its share of matches won, with a mark at one
    half."""
    drawing = Drawing(title, description, TOP + USE_ROW * len(uses) + 8)
    width = WIDTH / 2
    drawing.text(0, TOP - 12, used, "chart-text chart-soft")
    drawing.text(width, TOP - 12, won, "chart-text chart-soft")
    for row, use in enumerate(uses):
        y = TOP + USE_ROW * row
        drawing.text(0, y + 15, use.name, "chart-text chart-head")
        _share(drawing, 0, y + 22, width, (use.lists, lists), "chart-bar")
        _share(drawing, width, y + 22, width, (use.wins, use.matches), "chart-bar chart-bar-won")
        half = width + (width - VALUE) / 2
        drawing.line(half, y + 20, half, y + 24 + BAR, "chart-mark")
    return str(drawing)


def _share(drawing: Drawing, x: float, y: float, width: float, share: tuple[int, int], css: str) -> None:
    part, whole = share
    drawing.rect(x, y, width - VALUE, BAR, "chart-trough")
    if not whole:
        drawing.text(x + width - VALUE + 6, y + 12, "–")
        return
    drawing.rect(x, y, (width - VALUE) * part / whole, BAR, css)
    drawing.text(x + width - VALUE + 6, y + 12, f"{(200 * part + whole) // (2 * whole)} %")


def round_lengths(title: str, description: str, rounds: Sequence[Length], *, planned: float) -> str:
    """Draw each round from its first finished table to its last, with a dot for the median, against the planned
    time."""
    longest = max([planned, *(max(length.minutes) for length in rounds if length.minutes)])
    scale = ticks(longest)
    bottom = TOP + ROUND_ROW * len(rounds)
    drawing = Drawing(title, description, bottom + 26)

    def x(minutes: float) -> float:
        return ROUND_LABEL + (WIDTH - ROUND_LABEL - VALUE) * minutes / scale[-1]

    for value in scale:
        drawing.line(x(value), TOP - 8, x(value), bottom, "chart-grid")
        drawing.text(x(value), bottom + 18, value, "chart-text chart-middle")
    drawing.line(x(planned), TOP - 8, x(planned), bottom, "chart-mark")
    drawing.text(x(planned), TOP - 14, f"{planned:.0f} min", "chart-text chart-middle")
    for row, length in enumerate(rounds):
        y = TOP + ROUND_ROW * row
        drawing.text(ROUND_LABEL - 8, y + 19, length.name, "chart-text chart-end")
        if length.minutes:
            ordered = sorted(length.minutes)
            drawing.rect(x(ordered[0]), y + 8, max(2, x(ordered[-1]) - x(ordered[0])), BAR, "chart-bar")
            drawing.dot(x(ordered[len(ordered) // 2]), y + 8 + BAR / 2, "chart-dot")
            drawing.text(WIDTH - VALUE + 8, y + 19, f"{ordered[-1]:.0f} min")
    return str(drawing)


# Line charts over the rounds of an event.
LOOKS = tuple(f"chart-c{number}" for number in range(1, 9))  # each class is a colour and a dash pattern
HEIGHT = 300
LEFT, RIGHT, RACE_TOP, BOTTOM = 34, 40, 16, 46  # on the right is room for a label such as “6–8”
STROKE = 2.5  # lines with equal values share this width, so that all of them stay visible


@dataclass(frozen=True, slots=True)
class Line:
    """A player's points after each round, beginning with the start."""

    name: str
    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment of a line, by its place, that opens what happened there."""

    line: int
    step: int
    value: int
    href: str
    label: str


@dataclass(frozen=True, slots=True)
class _Frame:
    last: int
    most: int
    lines: int

    def x(self, step: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * step / max(1, self.last)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - RACE_TOP - BOTTOM) * value / max(1, self.most)

    def at(self, place: int, step: int, value: int) -> tuple[float, float]:
        aside = STROKE * (place - (self.lines - 1) / 2) / self.lines
        return self.x(step), self.y(value) + aside

    def path(self, place: int, line: Line) -> list[tuple[float, float]]:
        return [self.at(place, step, value) for step, value in enumerate(line.values)]


def points_race(
    title: str, description: str, lines: Sequence[Line], *, steps_are: str, marks: Sequence[Mark] = ()
) -> str:
    """Draw the points after each round, best line first. The number at the end of a line is its place in
    `race_legend`."""
    lines = [line for line in lines if line.values]
    scale = ticks(max((max(line.values) for line in lines), default=0))
    frame = _Frame(max((len(line.values) for line in lines), default=1) - 1, scale[-1], len(lines))
    drawing = Drawing(title, description, HEIGHT, role="group" if marks else "img")
    _grid(drawing, frame, scale, steps_are)
    paths = [frame.path(place, line) for place, line in enumerate(lines)]
    for path, look in zip(paths, cycle(LOOKS), strict=False):
        drawing.path(path, f"chart-line {look}")
    for mark in marks:
        x, y = frame.at(mark.line, mark.step, mark.value)
        drawing.link(x, y, f"chart-point {LOOKS[mark.line % len(LOOKS)]}", mark.href, mark.label)
    _numbers(drawing, frame, [line.values[-1] for line in lines])
    return str(drawing)


def race_legend(lines: Sequence[Line]) -> list[tuple[str, str, int]]:
    """Return CSS class, name and last value of each line."""
    return [(look, line.name, line.values[-1]) for line, look in zip(lines, cycle(LOOKS), strict=False)]


def _grid(drawing: Drawing, frame: _Frame, scale: Sequence[int], steps_are: str) -> None:
    for value in scale:
        drawing.line(LEFT, frame.y(value), WIDTH - RIGHT, frame.y(value), "chart-grid")
        drawing.text(LEFT - 8, frame.y(value) + 5, value, "chart-text chart-end")
    stride = -(-frame.last // 12) or 1
    for step in range(0, frame.last + 1, stride):
        drawing.text(frame.x(step), HEIGHT - BOTTOM + 20, step, "chart-text chart-middle")
    drawing.text(WIDTH - RIGHT, HEIGHT - 6, steps_are, "chart-text chart-end")


def _numbers(drawing: Drawing, frame: _Frame, ends: Sequence[int]) -> None:
    """Label the ends of the lines; lines that end at the same value share a label: “2–4”."""
    points = list(dict.fromkeys(ends))
    for value, height in zip(points, spread([frame.y(value) for value in points], 16), strict=True):
        level = [place for place, end in enumerate(ends) if end == value]
        look = f" {LOOKS[level[0] % len(LOOKS)]}" if len(level) == 1 else ""
        drawing.text(frame.x(frame.last) + 8, height + 5, _places(level), f"chart-text chart-head{look}")


def _places(level: Sequence[int]) -> str:
    first, last = level[0] + 1, level[-1] + 1
    return str(first) if first == last else f"{first}–{last}"
