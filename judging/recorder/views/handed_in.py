"""A submitted game at its recorder: what its sides have reported, and what its reader has yet to say."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from core.pages.live import render_part
from judging.models import Recording
from judging.recorder.services.word import may_seal
from judging.recorder.views.access import find, led_to_sign_in
from tournaments.results.services.entry import current_score, seat_of
from tournaments.results.services.scores import describe_score
from tournaments.results.views.match import agreement_context


@require_GET
@led_to_sign_in
def result(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Render the live fragment of the recorders."""
    recording = find(uuid, request.user)
    context = {"recording": recording, **handed_in(recording, request.user)}
    return render_part(request, "judging/record.html", context)


def handed_in(recording: Recording, user: Any) -> dict[str, Any]:
    """Return what this part of a page shows; nothing while the game is played, and at a practice table."""
    match = recording.match
    if match is None or not recording.is_closed:
        return {}
    agreement = agreement_context(match, seat_of(match, user))
    unanswered = not any(agreement.get(said) for said in ("mine", "theirs", "called_by"))
    return {
        **agreement,
        "settled": describe_score(match, score) if match.is_done and (score := current_score(match)) else "",
        "may_seal": may_seal(recording, user),
        "may_report": bool(agreement) and unanswered and match.round.is_open and not match.is_done,
    }
