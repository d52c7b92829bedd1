"""The light recorder: one page and one form, each button of which makes an entry."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Invalid, Refused
from judging.models import Recording
from judging.services.recorder.light import enter_light
from judging.services.recorder.recording import undo
from judging.views.recorder.access import find, person_of
from judging.views.recorder.light_entries import light_data
from judging.views.recorder.light_table import light_context
from rules.common.strictjson import loads
from rules.common.verdicts import Malformed
from teams.wording import render_message
from tournaments.views.base.access import with_refusal_pages
from tournaments.views.base.form_fields import needed_version

MOST_BYTES = 2_000


@require_http_methods(["GET", "POST"])
@with_refusal_pages
def record_light(request: HttpRequest, uuid: UUID) -> HttpResponse:
    recording = find(uuid, request.user)
    if not recording.is_light:
        return redirect(recording)
    if request.method == "POST":
        try:
            _entered(request, recording)
        except Refused as refusal:
            messages.error(request, str(refusal.message))
        return redirect(recording)
    data = light_data(request, recording)
    response = render(request, "judging/record_light.html", light_context(recording) | {"data": data})
    if data["offline"]:
        response["X-Offline-Copy"] = person_of(request)
    return response


def _entered(request: HttpRequest, recording: Recording) -> None:
    version = needed_version(request)
    if request.POST.get("undo"):
        undo(uuid=recording.uuid, who=request.user, version=version)
        return
    enter_light(uuid=recording.uuid, who=request.user, version=version, action=_action(request))


def _action(request: HttpRequest) -> dict[str, Any]:
    try:
        action = loads(request.POST.get("entry", "").encode(), max_bytes=MOST_BYTES, max_depth=4)
    except Malformed as malformed:
        raise Invalid(malformed.code, render_message(malformed.said)) from malformed
    if not isinstance(action, dict):
        raise Invalid("wrong-shape", "entry")
    return action
