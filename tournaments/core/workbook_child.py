"""Reads a workbook from standard input and writes its first sheet with content as JSON; started by spreadsheets.py.

This process has limits: memory, processor time, no new files.
"""

import datetime as dt
import io
import json
import resource
import sys

from python_calamine import CalamineError, CalamineWorkbook

MEMORY = 700_000_000
SECONDS = 10
MOST_ROWS = 20_000
MOST_COLUMNS = 60
LONGEST_CELL = 1_000


def bound_this_process() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def rows_of(data: bytes) -> list[list[str]] | str:
    """Return the rows, or an error code if there are none."""
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            if sheet.total_height > MOST_ROWS or sheet.total_width > MOST_COLUMNS:
                return "too-large"
            if rows := sheet.to_python(skip_empty_area=False):
                return [[as_text(cell) for cell in row] for row in rows]
    except (CalamineError, MemoryError, ValueError, OSError):
        return "no-sheet"
    return []


def as_text(cell: object) -> str:
    """Return the value of a cell as a person reads it: 12, not 12.0."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, dt.date | dt.time | dt.datetime):
        return cell.isoformat()
    return str(cell)[:LONGEST_CELL]


def main() -> None:
    data = sys.stdin.buffer.read()
    bound_this_process()
    json.dump(rows_of(data), sys.stdout)


if __name__ == "__main__":
    main()
