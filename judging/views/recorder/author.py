"""Who records on a device. What waits there is sent under the name of whoever made it, or not at all."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.errors import NotAllowed

GUEST = "guest"


def person_of(request: HttpRequest) -> str:
    """Whose page it is: the browser forgets its copy as soon as somebody else uses the site."""
    return str(request.user.pk) if request.user.is_authenticated else GUEST


def author_of(request: HttpRequest) -> dict[str, str]:
    return {"id": person_of(request), "name": str(request.user) if request.user.is_authenticated else ""}


def require_author(request: HttpRequest, sent: Mapping[str, Any]) -> None:
    """A page that stayed open while somebody else signed in sends nothing in their name, nor what says nobody's."""
    if sent.get("by") != person_of(request):
        raise NotAllowed("another-author", _("Somebody else is signed in now. Sign in again to send your entries."))
