"""Parses a workbook in a bounded child process (core/files/bounded_child.py): rows of its first sheet with content."""

import datetime as dt
import io
import zipfile
import zlib

from python_calamine import CalamineError, CalamineWorkbook

from core.files.bounded_child import serve

ZIP = b"PK\x03\x04"
LARGEST_UNPACKED = 60_000_000
MOST_PARTS = 2_000
MOST_SHEETS = 50
MOST_ROWS = 20_000
MOST_COLUMNS = 60
LONGEST_CELL = 1_000
LONGEST_TEXT = 1_500_000  # characters


def rows_of(data: bytes) -> list[list[str]] | str:
    """Return the rows, or an error code if there are none."""
    try:
        if data.startswith(ZIP) and _is_bomb(data):
            return "too-large"
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        if len(book.sheet_names) > MOST_SHEETS:
            return "too-many-sheets"
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            if sheet.total_height > MOST_ROWS or sheet.total_width > MOST_COLUMNS:
                return "too-large"
            if rows := sheet.to_python(skip_empty_area=False):
                texts = [[as_text(cell) for cell in row] for row in rows]
                return texts if sum(len(cell) for row in texts for cell in row) <= LONGEST_TEXT else "too-large"
    except (CalamineError, zipfile.BadZipFile, zlib.error, ValueError, OSError, NotImplementedError):
        return "no-sheet"
    return []


def _is_bomb(data: bytes) -> bool:
    """Whether the declared contents are too large. If they are false, the limits of this process hold."""
    parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    return len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED


def as_text(cell: object) -> str:
    """Return the value of a cell as a person reads it: 12, not 12.0."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, dt.date | dt.time | dt.datetime):
        return cell.isoformat()
    return str(cell)[:LONGEST_CELL]


if __name__ == "__main__":
    serve(rows_of)
