"""A game at its recorder: what its reader is asked, and once it was submitted what its sides have reported."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from core.pages.live import render_part
from judging.models import Recording
from judging.recorder.services.word import may_seal
from judging.recorder.views.access import find, led_to_sign_in
from tournaments.models import Guest, Match
from tournaments.results.services.asking import asked_of
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
    """Return what this part of a page shows: questions while the game is played; nothing at a practice table."""
    match = recording.match
    if match is None:
        return {}
    asked = _asked(match, user)
    if not recording.is_closed:
        return asked
    agreement = agreement_context(match, seat_of(match, user))
    unanswered = not any(agreement.get(said) for said in ("mine", "theirs", "called_by"))
    return {
        **asked,
        **agreement,
        "settled": describe_score(match, score) if match.is_done and (score := current_score(match)) else "",
        "may_seal": may_seal(recording, user),
        "may_report": bool(agreement) and unanswered and match.round.is_open and not match.is_done,
    }


def _asked(match: Match, user: Any) -> dict[str, Any]:
    """Return what the reader is asked about their games, and where they answer."""
    asked = asked_of(match, user)
    if asked is None:
        return {}
    token = asked.player.link_token if isinstance(user, Guest) else None
    own = reverse("judging:personal_public_games", args=[token]) if token else None
    return {"asked": asked, "answer_url": own or reverse("judging:public_games", args=[match.round.event.slug])}
