"""Copying a spell from a card at the table; its fields are sent as in the form."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.errors import Invalid
from judging.board import answers
from judging.board.recorder_state import recorder_state
from judging.services.recorder.copied import Copy, copy_spell
from judging.views.recorder.author import document_sent
from judging.views.recorder.recorder import answers_json

MOST_FIELDS = 40


@require_POST
@answers_json
def copy(request: HttpRequest, uuid: UUID) -> HttpResponse:
    return JsonResponse(recorder_state(copy_spell(uuid=uuid, who=request.user, copy=_copy(document_sent(request)))))


def _copy(sent: dict[str, Any]) -> Copy:
    """Parse `copied`: {unit, fields, corrects}."""
    said = sent.get("copied")
    fields = said.get("fields") if isinstance(said, dict) else None
    if not isinstance(said, dict) or not isinstance(fields, dict) or len(fields) > MOST_FIELDS:
        raise Invalid("wrong-shape", _("A copied spell consists of a figure and the fields of its card."))
    texts = {name: [value] for name, value in fields.items() if isinstance(value, str)}
    return Copy(
        id=answers.entry_id(sent),
        unit=str(said.get("unit", "")),
        fields=texts,
        corrects=str(said.get("corrects") or ""),
    )
