"""Pictures are drawn with the letters that people's names have."""

import pytest

from core.pages.pictures import ENGLISH_AND_FRENCH, Picture

LETTERS = (*"éœŸ€", *"ñõßÅ", "š")  # of each file of a font


@pytest.mark.parametrize("font", ["text", "head"])
def test_every_letter_of_a_name_is_drawn(font):
    """A letter that a file lacks is drawn as the same box as any other that it lacks."""
    drawn = set()
    for letter in LETTERS:
        picture = Picture()
        picture.text((100, 100), letter, 60, font=font)
        drawn.add(picture.image.crop((0, 0, 800, 600)).tobytes())
    assert len(drawn) == len(LETTERS)
    assert {"e", "é", " "} <= ENGLISH_AND_FRENCH
