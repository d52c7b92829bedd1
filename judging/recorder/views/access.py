"""Who may record, and under whose name a device sends its entries: only under that of the person who made them."""

from collections.abc import Mapping
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from core.errors import Invalid, NotAllowed
from core.pages.live import take_versions, topics_under
from core.pages.login_redirect import View, redirect_to_sign_in
from judging.cases.services.settled import require_unsettled
from judging.models import Recording
from judging.recorder.services.recording import may_record
from rules.common.strictjson import loads
from rules.common.verdicts import Malformed
from teams.wording import render_message

GUEST = "guest"
MOST_BYTES = 64 * 1024
MOST_DEPTH = 16


def find(uuid: UUID, user: Any) -> Recording:
    recordings = Recording.objects.select_related("match__round__event", "submission")
    recording = get_object_or_404(recordings.defer("submission__content"), uuid=uuid)
    if not may_record(recording, user):
        raise PermissionDenied(_("Only the players of a match and the staff can record it."))
    return recording


def led_to_sign_in(view: View) -> View:
    """Lead visitors who open the recorder of a match on a second device to sign in and back; 403 would be no help."""

    @wraps(view)
    def wrapped(request: HttpRequest, uuid: UUID) -> HttpResponse:
        try:
            return view(request, uuid)
        except PermissionDenied as denied:
            of_match = Recording.objects.filter(uuid=uuid, match__isnull=False, hidden_by_moderators=False)
            if request.method != "GET" or request.user.is_authenticated or not of_match.exists():
                raise
            messages.info(request, str(denied))
            return redirect_to_sign_in(request)

    return wrapped


def find_for_page(request: HttpRequest, uuid: UUID) -> Recording:
    """The same for a page that keeps itself up to date."""
    match = Recording.objects.filter(uuid=uuid).values("match")
    take_versions(request, f"recording:{uuid}", *topics_under("match", match))
    recording = find(uuid, request.user)
    if not recording.is_closed:
        require_unsettled(recording.match, request.user)
    return recording


def person_of(request: HttpRequest) -> str:
    """Return whose page this is, so that the browser deletes its copy when somebody else uses the site."""
    return str(request.user.pk) if request.user.is_authenticated else GUEST


def author_of(request: HttpRequest) -> dict[str, str]:
    return {"id": person_of(request), "name": str(request.user) if request.user.is_authenticated else ""}


def document_sent(request: HttpRequest) -> dict[str, Any]:
    try:
        sent = loads(request.body, max_bytes=MOST_BYTES, max_depth=MOST_DEPTH)
    except Malformed as malformed:
        raise Invalid(malformed.code, render_message(malformed.message)) from malformed
    if not isinstance(sent, dict):
        raise Invalid("wrong-shape", _("An entry consists of an action and its dice."))
    _require_author(request, sent)
    return sent


def _require_author(request: HttpRequest, sent: Mapping[str, Any]) -> None:
    """Refuse entries from a page that stayed open while somebody else signed in, or that do not name their author."""
    if sent.get("by") != person_of(request):
        raise NotAllowed("another-author", _("Somebody else is signed in now. Sign in again to send your entries."))
