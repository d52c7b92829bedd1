"""Text of a spreadsheet file: CSV in any encoding that spreadsheets write, and workbooks (xlsx, ods, xls).

A child process with limits reads workbooks (workbook_child.py), so that a hostile file is refused without harm.
"""

import codecs
import csv
import dataclasses
import io

from core.files.bounded_child import Unreadable, ask

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")  # packed, and those of older Excel

# the encoding that gives the likeliest text is taken; the organiser can choose another
ONE_BYTE = ("cp1252", "mac_roman", "cp850", "cp1250", "cp1251")
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
USUAL = frozenset("éèêëàâäáãåîïíìôöóòõøûüúùçœæñßÿýÉÈÊËÀÂÄÁÎÏÍÔÖÓØÛÜÚÇŒÆÑŠšŽžčćđřěůłŁśźżŻąęńőű’ ")
CYRILLIC = range(0x400, 0x460)
LONGEST_SAMPLE = 100_000  # characters from which the encoding is guessed


@dataclasses.dataclass(frozen=True)
class SheetText:
    text: str
    encoding: str = ""  # only if it was guessed


def read_sheet(data: bytes, who: int | None = None) -> SheetText:
    """Return the text of a file; rows of a workbook become lines separated by semicolons. Raises Unreadable with
    "too-large", "too-many-sheets", "no-sheet", "no-text" or "busy"."""
    if data.startswith(WORKBOOKS):
        return SheetText(_as_lines(ask("tournaments.players.services.workbook_child", data, who=who)))
    return _decode(data)


def read_again(text: str, guessed: str, chosen: str) -> str:
    """Decode the same bytes in the encoding that the organiser chose instead of the guessed one."""
    if guessed not in ONE_BYTE or chosen not in ONE_BYTE:
        return text
    return text.encode(guessed, "replace").decode(chosen, "replace")


def _decode(data: bytes) -> SheetText:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return SheetText(_refuse_binary(_decode_strictly(data, encoding)))
    if data.count(0) * 5 > len(data):  # in UTF-16, every second byte of a Latin text is zero
        wide = "utf-16-le" if data[1::2].count(0) >= data[::2].count(0) else "utf-16-be"
        return SheetText(_refuse_binary(_decode_strictly(data, wide)))
    text = _strictly_or_none(data, "utf-8")
    return SheetText(_refuse_binary(text)) if text is not None else _likeliest(data)


def _likeliest(data: bytes) -> SheetText:
    texts = [(encoding, _strictly_or_none(data, encoding)) for encoding in ONE_BYTE]
    read = [(encoding, text) for encoding, text in texts if text is not None]
    if not read:
        raise Unreadable("no-text")
    encoding, text = max(read, key=lambda one: _likelihood(one[1][:LONGEST_SAMPLE]))
    return SheetText(_refuse_binary(text), encoding)


def _likelihood(text: str) -> int:
    """Score a decoding: letters placed as in European words count for it, other non-ASCII characters against it."""
    around = zip(f" {text[:-1]}", text, f"{text[1:]} ", strict=True) if text else ()
    return sum(_score_character(before, sign, after) for before, sign, after in around if not sign.isascii())


def _score_character(before: str, sign: str, after: str) -> int:
    is_inside = before.isalpha() and sign.isupper() and after.islower()  # like "GÇrard", a wrongly decoded "Gérard"
    if ord(sign) in CYRILLIC:
        return -2 if (before.isascii() and before.isalpha()) or is_inside else 1
    if sign not in USUAL or is_inside:
        return -2
    return 1 if after.isascii() and before.isascii() else 0  # two accented letters side by side are rare


def _decode_strictly(data: bytes, encoding: str) -> str:
    text = _strictly_or_none(data, encoding)
    if text is None:
        raise Unreadable("no-text")
    return text


def _strictly_or_none(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _refuse_binary(text: str) -> str:
    """Refuse a file that is not text, such as a picture or a PDF. A stray control character only spoils its own
    line."""
    noise = sum(sign < " " and sign not in "\t\r\n\v\f" for sign in text)
    if noise * 50 > len(text) + 100:
        raise Unreadable("no-text")
    return text


def _as_lines(rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\n").writerows(rows)
    return out.getvalue()
