"""What is lit on the board: the colour of a fault stands for a fault alone."""

import re

from launch import ROOT

CSS = (ROOT / "static" / "css" / "board.css").read_text()
LIGHTS = ("choice", "target", "range", "unseen", "barred", "from", "believed", "unchecked")


def colours_of(name: str) -> str:
    return " ".join(re.findall(rf"[^}}]*\.{name}\b[^{{}}]*{{([^}}]*)}}", CSS))


def test_only_a_fault_has_the_colour_of_a_fault():
    assert "--bad" in colours_of("light-fault")
    assert [name for name in LIGHTS if "--bad" in colours_of(f"light-{name}")] == []
    assert "--bad" not in colours_of("sight-blocked")
