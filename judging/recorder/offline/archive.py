"""The archive with which a phone continues a game by itself: rules and recorder, one file for each language.

It contains the same modules as the server, unchanged. `stand_ins` replaces what they use of Django.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings

ROOT = Path(__file__).resolve().parents[3]
STAND_INS = Path(__file__).parent / "stand_ins"
TRANSLATION = "django/utils"
MODULES = (
    "core/errors.py",
    "core/text/french.py",
    "judging/board/action_lines.py",
    "judging/board/blast_names.py",
    "judging/board/board_state.py",
    "judging/board/event_text.py",
    "judging/board/reach.py",
    "judging/board/script_texts.py",
    "judging/board/unit_names.py",
    "judging/entries.py",
    "judging/errors.py",
    "judging/recorder/board/answers.py",
    "judging/recorder/board/blast.py",
    "judging/recorder/board/copied.py",
    "judging/recorder/board/forecast.py",
    "judging/recorder/board/likely.py",
    "judging/recorder/board/offers.py",
    "judging/recorder/board/states.py",
    "judging/recorder/board/table_state.py",
    "judging/recorder/board/taps.py",
    "judging/recorder/board/unit_cards.py",
    "judging/recorder/offline/device.py",
    "judging/recorder/services/blast.py",
    "judging/recorder/services/playing.py",
    "judging/recorder/services/rolls.py",
    "judging/replay/board/blast.py",
    "judging/replay/board/replay_data.py",
    "teams/cards/catalogue/portraits.py",
    "teams/cards/editor/fields.py",
    "teams/cards/editor/one_spell.py",
    "teams/cards/editor/preview.py",
    "teams/cards/editor/reading.py",
    "teams/cards/editor/words.py",
    "teams/wording.py",
)
ALWAYS = (1980, 1, 1, 0, 0, 0)  # a fixed date, so that equal content gives equal archives


@cache
def archive(language: str) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as into:
        for name, content in sorted(_contents(language)):
            entry = ZipInfo(name, ALWAYS)
            entry.compress_type = ZIP_DEFLATED
            into.writestr(entry, content)
    return packed.getvalue()


@cache
def digest(language: str) -> str:
    return hashlib.sha256(archive(language)).hexdigest()[:16]


def _contents(language: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files. Empty `__init__.py` files are not needed."""
    yield f"{TRANSLATION}/language.txt", language.encode()
    for folder in settings.LOCALE_PATHS:
        catalogue = Path(folder) / language / "LC_MESSAGES" / "django.mo"
        if catalogue.exists():
            yield f"{TRANSLATION}/django.mo", catalogue.read_bytes()
    yield from _files(STAND_INS, STAND_INS / "django", "*.py")
    yield from _files(ROOT, ROOT / "rules", "*.py")
    for kind in ("toml", "txt"):
        yield from _files(ROOT, ROOT / "rules", f"data/**/*.{kind}")
    yield from ((name, (ROOT / name).read_bytes()) for name in MODULES)


def _files(root: Path, folder: Path, pattern: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob(pattern)):
        yield path.relative_to(root).as_posix(), path.read_bytes()
