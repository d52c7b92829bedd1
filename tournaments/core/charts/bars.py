"""Bar charts: how often each Krosmaster is played and wins, and how long the rounds took."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.charts.svg import WIDTH, Drawing, ticks

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
