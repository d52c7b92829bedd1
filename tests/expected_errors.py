"""What a service refuses, told by its code."""

from collections.abc import Callable
from typing import Any

import pytest

from core.errors import NotAllowed, Refused


def refused(code: str, action: Callable[..., Any], error: type[Refused | NotAllowed] = Refused, **how: Any) -> None:
    with pytest.raises((error,)) as caught:
        action(**how)
    assert caught.value.code == code, caught.value.code
