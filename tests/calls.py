"""Work as a number of Python calls, which a busy machine does not change."""

import sys
from types import FrameType
from typing import Any


class Calls:
    """Calls of Python functions while it is open; what C does is not counted."""

    def __init__(self) -> None:
        self.number = 0

    def __enter__(self) -> "Calls":
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, _frame: FrameType, event: str, _value: Any) -> None:
        self.number += event == "call"
