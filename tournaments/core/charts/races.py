"""Line charts over the rounds of an event."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle

from tournaments.core.charts.svg import WIDTH, Drawing, spread, ticks

LOOKS = tuple(f"chart-c{number}" for number in range(1, 9))  # each class is a colour and a dash pattern
HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 34, 40, 16, 46  # on the right is room for a label such as “6–8”
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
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / max(1, self.most)

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
