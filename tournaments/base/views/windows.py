"""Parts of long lists: pages show some rows at a time, and a search by name covers all of them."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from core.text.names import is_found

ROWS = 200


@dataclasses.dataclass(frozen=True)
class Window:
    page: Page[Any]
    q: str = ""

    @property
    def rows(self) -> list[Any]:
        return list(self.page.object_list)

    @property
    def is_part(self) -> bool:
        """Whether there are more rows than shown."""
        return self.page.paginator.num_pages > 1 or bool(self.q)


def window(request: HttpRequest, rows: Sequence[Any], name_of: Callable[[Any], str] | None = None) -> Window:
    """Return the part of the rows requested by the URL."""
    q = request.GET.get("q", "")[:80].strip() if name_of else ""
    if q and name_of:
        rows = [row for row in rows if is_found(name_of(row), q)]
    shown = Paginator(rows, ROWS).get_page(request.GET.get("page"))
    return Window(shown, q)
