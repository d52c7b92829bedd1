"""Logs of a player without an account, by their personal link."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.requests import address_of
from judging.models import Submission
from judging.services.logs.submission import receive
from judging.tasks import worker_notifier
from judging.views.logs.logs import log_rows, sent_log
from tournaments.models import Match, Registration
from tournaments.services.base.introductions import organiser_of
from tournaments.views.base.personal_link import personal_page


@require_http_methods(["GET", "POST"])
@personal_page()
def personal_logs(request: Any, player: Registration, match_id: int) -> HttpResponse:
    """Render the part of the personal page about judging: submitted logs, and the form."""
    matches = Match.objects.of(player).public().named().select_related("round__event")
    match = get_object_or_404(matches, pk=match_id, bye=False)
    if request.method == "POST":
        _receive(request, player, match)
        return redirect("tournaments:personal", player.link_token)
    logs = log_rows(Submission.objects.filter(match=match, guest=player))
    context = {"match": match, "event": player.event, "player": player, "logs": logs}
    return render(request, "judging/parts/personal_logs.html", context)


def _receive(request: Any, player: Registration, match: Match) -> None:
    """Store the log as the player's, on the account of the organiser, who is responsible for it."""
    organiser = organiser_of(player.event)
    if organiser is None:
        raise Http404
    receive(
        content=sent_log(request),
        submitter=organiser,
        guest=player,
        match=match,
        source=Submission.Source.PAGE,
        address=address_of(request) or None,
    )
    worker_notifier.notify()
