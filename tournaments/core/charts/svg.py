"""SVG elements with escaped text, axis ticks, and labels that do not overlap."""

from collections.abc import Sequence
from html import escape
from itertools import count
from math import ceil

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
