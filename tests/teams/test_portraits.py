"""One set of portraits: what the board draws by script is what pages and pictures show."""

import re
from pathlib import Path

from core.pages.pictures import Picture
from rules.arena.cards import catalogue
from teams.cards.catalogue.portrait_pictures import PATHS, draw_portrait
from teams.cards.catalogue.portraits import ALL_HEADS, FACES, portrait_of

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
THINGS = ("bomb", "trap", "turret", "tombstone", "mechanism")


def drawn_by_script() -> dict[str, str]:
    script = (STATIC / "js" / "board" / "portraits.js").read_text()
    eyes, mouths = (re.findall(r'"([^"]+)"', line) for line in re.findall(r"const (?:EYES|MOUTHS) = (.*);", script))
    faces = {f"face-{n}": eyes[n % len(eyes)] + mouths[n % len(mouths)] for n in range(FACES)}
    return dict(re.findall(r'^  (\w+): "([^"]+)",$', script, re.MULTILINE)) | faces


def test_pages_and_the_board_draw_the_same_portraits():
    assert dict(PATHS.findall((STATIC / "img" / "portraits.svg").read_text())) == drawn_by_script()


def test_every_portrait_is_drawn_and_differs_in_pictures():
    seen = set()
    for name in (*(f"{head}.2" for head in ALL_HEADS), *THINGS):
        picture = Picture()
        draw_portrait(picture, (100, 100), 48, name)
        seen.add(picture.image.crop((100, 100, 300, 300)).tobytes())
    assert len(seen) == len(ALL_HEADS) + len(THINGS)


def test_every_card_has_a_portrait():
    assert {portrait_of(card.slug).split(".")[0] for card in catalogue().cards} <= set(ALL_HEADS)
