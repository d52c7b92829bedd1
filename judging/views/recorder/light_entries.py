"""The light recorder's script API: entries wait on the device while there is no connection."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Invalid, NotAllowed, Refused, Stale, as_document
from judging.board import answers
from judging.board.script_texts import LIGHT_TEXTS
from judging.models import Recording
from judging.pages.ledger import entry_in_words
from judging.services.recorder.light import enter_light
from judging.services.recorder.recording import undo
from judging.views.recorder.access import author_of, document_sent, find
from judging.views.recorder.light_table import light_context
from judging.views.recorder.offline import offline_plan_address

ENTRIES_SHOWN = 40


def light_data(request: HttpRequest, recording: Recording) -> dict[str, Any]:
    """Return the initial data of static/js/light.js."""
    return {
        "key": f"recording-{recording.uuid}",
        "address": reverse("judging:light_entries", args=[recording.uuid]),
        "person": author_of(request),
        "names": recording.names,
        "words": LIGHT_TEXTS,
        "state": _state(recording),
        "offline": offline_plan_address(request),
    }


@require_http_methods(["GET", "POST"])
def light_entries(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return the state. A posted `action` is entered; without one the last entry is undone."""
    try:
        recording = _find(request, uuid)
        if request.method == "POST":
            recording = _written(request, uuid)
    except Stale as stale:
        state = _state_with_page(request, _find(request, uuid))
        return JsonResponse(as_document(stale) | {"state": state, "why": None}, status=stale.status)
    except (Refused, NotAllowed) as refused:
        return JsonResponse(answers.refusal(refused), status=refused.status)
    return JsonResponse(_state_with_page(request, recording))


def _find(request: HttpRequest, uuid: UUID) -> Recording:
    try:
        recording = find(uuid, request.user)
    except Http404:
        raise Refused("no-such-recording", _("This table no longer exists.")) from None
    if not recording.is_light:
        raise Refused("not-score-only", _("The whole game is recorded at this table."))
    return recording


def _written(request: HttpRequest, uuid: UUID) -> Recording:
    sent = document_sent(request)
    version, action = answers.version_of(sent), sent.get("action")
    if "action" not in sent:
        return undo(uuid=uuid, who=request.user, version=version)
    if not isinstance(action, dict):
        raise Invalid("wrong-shape", _("This is not an action."))
    entry_id, waited = answers.entry_id(sent), answers.waited_in(sent)
    return enter_light(uuid=uuid, who=request.user, version=version, action=action, entry_id=entry_id, waited=waited)


def _state(recording: Recording) -> dict[str, Any]:
    shown = list(enumerate(recording.actions))[-ENTRIES_SHOWN:]
    return {
        "version": recording.version,
        "closed": recording.is_closed,
        "actions": len(recording.actions),
        "entries": [{"index": index, "words": entry_in_words(action, recording.header)} for index, action in shown],
        "findings": [],
    }


def _state_with_page(request: HttpRequest, recording: Recording) -> dict[str, Any]:
    page = render_to_string("judging/parts/light_table.html", light_context(recording), request)
    return _state(recording) | {"page": page}
