"""CSV that is safe to open in a spreadsheet: text stays text, whatever a name contains.

Every cell is quoted. A text that a spreadsheet would run as a formula (it begins with = + - @, a tab or a carriage
return, also after spaces) gets an apostrophe in front. Numbers are written as numbers.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

# the wide forms are folded to the plain ones by some spreadsheets
FORMULA = re.compile(r"[\s\u200b\ufeff]*[=+\-@＝＋－＠]|[ \u00a0]*[\t\r\n]")


def as_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """The sheet with its header, in UTF-8 with the byte order mark that spreadsheets expect."""
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
