"""The author of entries on a device. Waiting entries are only sent under the name of the person who made them."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.errors import NotAllowed

GUEST = "guest"


def person_of(request: HttpRequest) -> str:
    """Return whose page this is, so that the browser deletes its copy when somebody else uses the site."""
    return str(request.user.pk) if request.user.is_authenticated else GUEST


def author_of(request: HttpRequest) -> dict[str, str]:
    return {"id": person_of(request), "name": str(request.user) if request.user.is_authenticated else ""}


def require_author(request: HttpRequest, sent: Mapping[str, Any]) -> None:
    """Refuse entries from a page that stayed open while somebody else signed in, or that do not name their author."""
    if sent.get("by") != person_of(request):
        raise NotAllowed("another-author", _("Somebody else is signed in now. Sign in again to send your entries."))
