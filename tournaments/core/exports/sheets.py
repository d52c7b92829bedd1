"""CSV files that are safe to open in a spreadsheet.

Every cell is quoted. Text that a spreadsheet would run as a formula (beginning with = + - @, a tab or a carriage
return, possibly after spaces) is prefixed with an apostrophe. Numbers are written as numbers.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

# some spreadsheets treat the full-width forms like the plain ones
FORMULA = re.compile(r"[\s\u200b\ufeff]*[=+\-@＝＋－＠]|[ \u00a0]*[\t\r\n]")


def as_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Return the sheet as UTF-8 with the byte order mark that spreadsheets expect."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow([escape_formula(cell) for cell in header])
    writer.writerows([escape_formula(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def escape_formula(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, int | float | Decimal):
        return str(cell)
    text = str(cell).replace("\0", "")
    return f"'{text}" if FORMULA.match(text) else text
