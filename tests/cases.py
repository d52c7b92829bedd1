"""Cases of one kind of which ./check runs some and .ci/run every one."""

from collections.abc import Iterable
from typing import Any

import pytest


def some_of(cases: Iterable[Any], many: int = 1) -> list[Any]:
    """The first ones as they are, the others left to .ci/run."""
    each = [case if isinstance(case, tuple) else (case,) for case in cases]
    others = [pytest.param(*case, marks=pytest.mark.ci) for case in each[many:]]
    return [*(pytest.param(*case) for case in each[:many]), *others]
