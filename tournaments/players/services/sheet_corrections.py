"""Corrections of single cells of a sheet, written back into its text, and lines taken out of it."""

import csv
import io
from collections.abc import Collection, Mapping

from rules.common.names import HIDDEN
from tournaments.players.services.csv_file import Line, split_into_lines

BREAK = " / "
INVALID = "\ufffd"
Corrections = Mapping[str, Mapping[int, str]]  # what stands in the cells, by the key of their line and the column


def shown_cell(cell: str) -> str:
    """Return a cell as one line of text, in which what makes it an error can be seen and removed."""
    return HIDDEN.sub(INVALID, BREAK.join(cell.splitlines()))


def with_corrections(text: str, corrections: Corrections) -> tuple[str, dict[str, str]]:
    """Return the text with these cells, and the new key of each line that changed. All other lines, and the numbers of
    all, stay as they are."""
    lines, delimiter = split_into_lines(text)
    changed = {line.number: cells for line in lines if (cells := _corrected(line, corrections.get(line.key, {})))}
    if not changed:
        return text, {}
    written = _rewritten(text, [(line, changed[line.number]) for line in lines if line.number in changed], delimiter)
    keys = {line.number: line.key for line in split_into_lines(written)[0]}
    return written, {line.key: keys.get(line.number, line.key) for line in lines if line.number in changed}


def without_lines(text: str, keys: Collection[str]) -> str:
    """Return the text without these lines."""
    lines = io.StringIO(text, newline="").readlines()
    for line in reversed(split_into_lines(text)[0]):
        if line.key in keys:
            del lines[line.number - 1 : line.after - 1]
    return "".join(lines)


def _corrected(line: Line, cells: Mapping[int, str]) -> list[str] | None:
    """Return the cells of a line with their corrections; None if nothing was changed."""
    before = dict(enumerate(line.cells))
    changed = {place: cell for place, cell in cells.items() if cell.strip() != shown_cell(before.get(place, ""))}
    if not changed:
        return None
    return [changed.get(place, before.get(place, "")) for place in range(max(*before, *changed) + 1)]


def _rewritten(text: str, changed: list[tuple[Line, list[str]]], delimiter: str) -> str:
    lines = io.StringIO(text, newline="").readlines()
    for line, cells in changed:
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerow(cells)
        empty = [""] * (line.after - line.number - 1)
        lines[line.number - 1 : line.after - 1] = [out.getvalue() + "\n" * len(empty), *empty]
    return "".join(lines)
