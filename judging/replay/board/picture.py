"""The board after an action as a preview picture: figures, score, active player."""

import math
from collections.abc import Mapping
from typing import Any

from core.pages.pictures import BOX, INK, KAMA, LINE, ON_BOX, PAPER, SIDES, SOFT, SURFACE, Picture, width_of
from judging.replay.board.replay_data import Position
from rules.arena.public import SIDES as BOARD_SIDES
from teams.cards.catalogue.portrait_pictures import draw_portrait

CELLS = 12
LEFT, TOP, CELL = 27, 27, 48
GROUND, OTHER_GROUND = "#efe2c4", "#e8d8b4"
SCENERY = {"tree": "#2f6b3a", "bush": "#7c9a3c", "crate": "#9a6a35"}
DEMON, HURT, WELL = "#8e1f4b", "#a8231c", "#226b3c"
RIGHT = 650
CORNERS = {
    "C": ((0, -1.32), (1.32, 0), (0, 1.32), (-1.32, 0)),
    "D": ((-1, -1), (1, -1), (1, 0.1), (0, 1.35), (-1, 0.1)),
}


def position_at(film: Mapping[str, Any], count: int) -> Position:
    """Return the position after `count` actions, like static/js/replay/film.js."""
    position: Position = {**film["start"], "units": dict(film["start"]["units"]), "coins": dict(film["start"]["coins"])}
    for step in film["steps"][:count]:
        change = step["change"]
        position |= {key: value for key, value in change.items() if key not in ("units", "coins")}
        position["coins"] |= change.get("coins", {})
        for name, facts in change.get("units", {}).items():
            if facts is None:
                position["units"].pop(name, None)
            else:
                position["units"][name] = position["units"].get(name, {}) | facts
    return position


def board_picture(
    board: Mapping[str, Any],
    near: str,
    position: Position,
    names: Mapping[str, str],
    about: str,
    *,
    small: bool = False,
) -> bytes:
    """Draw the picture. `board` is the result of `board_data`, `about` the line below the score."""
    picture = Picture()
    _draw_ground(picture, board, near, position)
    for name, unit in position["units"].items():
        if unit["cell"]:
            _draw_figure(picture, _square(unit["cell"], near), unit, is_active=name == position["active"])
    _draw_score(picture, position, names)
    picture.box((RIGHT - 20, 540, 1200, 630), fill=BOX)
    picture.text((RIGHT + 10, 585), "Krosmaster", 34, fill=KAMA, font="head")
    picture.text((RIGHT + 10, 500), about, 24, fill=SOFT, most=1190 - RIGHT - 20)
    return picture.png(small=small)


def _square(cell: str, near: str) -> tuple[int, int]:
    """Return column and row in the picture, like static/js/board/geometry.js."""
    last = CELLS - 1
    column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
    turned = {
        "south": (column, last - row),
        "north": (last - column, row),
        "west": (last - row, last - column),
        "east": (row, column),
    }
    return turned[near if near in BOARD_SIDES else "south"]


def _draw_ground(picture: Picture, board: Mapping[str, Any], near: str, position: Position) -> None:
    coins, standing = position["coins"], position.get("scenery", board["scenery"])
    for cell in (f"{letter}{number}" for letter in "ABCDEFGHIJKL" for number in range(1, CELLS + 1)):
        column, row = _square(cell, near)
        x, y = LEFT + column * CELL, TOP + row * CELL
        ground = OTHER_GROUND if (column + row) % 2 else GROUND
        picture.box((x, y, x + CELL, y + CELL), fill=ground, outline=LINE, width=1)
        kind = board["scenery"].get(cell) if cell in standing else None
        if kind == "tree":
            picture.shape([(x + 24, y + 5), (x + 40, y + 40), (x + 8, y + 40)], SCENERY[kind])
        elif kind == "bush":
            picture.disc((x + 6, y + 16, x + 42, y + 42), fill=SCENERY[kind])
        elif kind:
            picture.box((x + 8, y + 8, x + 40, y + 40), fill=SCENERY.get(kind, SOFT), r=4)
        if cell in board["demons"]:
            picture.disc((x + 10, y + 10, x + 38, y + 38), outline=DEMON, width=3)
        if coins.get(cell):
            picture.disc((x + 30, y + 30, x + 46, y + 46), fill=KAMA, outline=INK, width=1)
            picture.middle((x + 38, y + 38), str(coins[cell]), 12)


def _draw_figure(picture: Picture, square: tuple[int, int], unit: Mapping[str, Any], *, is_active: bool) -> None:
    """Draw a figure with its outline by side, portrait and letters; summons are smaller."""
    x, y = LEFT + (square[0] + 0.5) * CELL, TOP + (square[1] + 0.5) * CELL
    line, ground = SIDES[unit["side"]]
    r = 15 if unit["summon"] else 19
    place = (x - r, y - r, x + r, y + r)
    if is_active:
        picture.disc((x - r - 5, y - r - 5, x + r + 5, y + r + 5), outline=KAMA, width=5)
    _draw_outline(picture, unit["side"], place, line, ground)
    draw_portrait(picture, (x, y), r, unit["portrait"])
    label = width_of(unit["initial"], 12, "head")
    picture.box((x - r - 5, y - r - 4, x - r + 1 + label, y - r + 10), fill=SURFACE, outline=line, width=1, r=6)
    picture.text((x - r - 2, y - r + 3), unit["initial"], 12, font="head")
    if unit["hp"]:
        picture.disc((x + 6, y + 6, x + 24, y + 24), fill=HURT if unit["injuries"] else WELL, outline=SURFACE, width=1)
        picture.middle((x + 15, y + 15), str(unit["hp"] - unit["injuries"]), 12, fill=SURFACE)


def _draw_outline(picture: Picture, side: str, place: tuple[float, float, float, float], line: str, fill: str) -> None:
    """Draw the outline of a side, like static/js/board/shapes.js."""
    left, top, right, bottom = place
    (x, y), r = ((left + right) / 2, (top + bottom) / 2), (right - left) / 2
    if side == "A":
        picture.disc(place, fill=fill, outline=line, width=4)
    elif side == "B":
        picture.box(place, fill=fill, outline=line, width=4, r=5)
    else:
        for size, colour in ((r, line), (r - 4, fill)):
            picture.shape([(x + size * across, y + size * down) for across, down in CORNERS[side]], colour)


def _draw_score(picture: Picture, position: Position, names: Mapping[str, str]) -> None:
    picture.box((RIGHT - 20, 0, 1200, 630), fill=PAPER)
    if len(names) > 2:
        for place, side in enumerate(sorted(names)):
            _draw_line_of_score(picture, 40 + place * 110, side, position, names[side])
        return
    for top, side in ((60, "A"), (270, "B")):
        line, ground = SIDES[side]
        picture.box((RIGHT, top, 1170, top + 180), fill=ground, outline=line, width=4, r=18)
        picture.text((RIGHT + 25, top + 48), names[side], 40, font="head", most=470)
        end = picture.text((RIGHT + 25, top + 125), str(position["glory"][side]), 76, font="head")
        picture.text((end + 10, top + 136), "GG", 34, fill=SOFT, font="head")
        left = [unit for unit in position["units"].values() if unit["side"] == side and not unit["summon"]]
        for place, unit in enumerate(left[:8]):
            _draw_health(picture, RIGHT + 240 + place * math.floor(270 / max(4, len(left[:8]))), top + 92, unit, line)


def _draw_line_of_score(picture: Picture, top: float, side: str, position: Position, name: str) -> None:
    """Draw a player's line of the score, for more than two players."""
    line, ground = SIDES[side]
    picture.box((RIGHT, top, 1170, top + 96), fill=ground, outline=line, width=4, r=16)
    _draw_outline(picture, side, (RIGHT + 20, top + 32, RIGHT + 52, top + 64), line, ground)
    picture.text((RIGHT + 75, top + 48), name, 32, font="head", most=270)
    end = picture.text((RIGHT + 365, top + 48), str(position["glory"][side]), 52, font="head")
    picture.text((end + 8, top + 54), "GG", 24, fill=SOFT, font="head")


def _draw_health(picture: Picture, x: float, top: float, unit: Mapping[str, Any], line: str) -> None:
    """Draw a bar that shows the remaining HP of a Krosmaster."""
    share = max(0.0, 1 - unit["injuries"] / unit["hp"]) if unit["hp"] and unit["cell"] else 0.0
    picture.box((x, top, x + 22, top + 68), fill=ON_BOX, outline=line, width=2, r=4)
    if share:
        picture.box((x + 3, top + 3 + 62 * (1 - share), x + 19, top + 65), fill=line, r=2)
