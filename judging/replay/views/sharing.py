"""A player's consent to public games of an event."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.pages.login_redirect import login_required
from judging.replay.services import agree_to_public_games
from tournaments.base.views.access import EventRequest, event_page
from tournaments.base.views.personal_link import personal_page
from tournaments.models import Event, Registration


@require_http_methods(["GET", "POST"])
@login_required
@event_page()
def public_games(request: EventRequest, event: Event) -> HttpResponse:
    player = Registration.objects.named().filter(event=event, user=request.user).first()
    if player is None:
        raise Http404
    return _answer(request, player)


@require_http_methods(["GET", "POST"])
@personal_page()
def personal_public_games(request: Any, player: Registration) -> HttpResponse:
    """Change the consent of a player without an account."""
    return _answer(request, player)


def _answer(request: Any, player: Registration) -> HttpResponse:
    if request.method == "POST":
        agrees = request.POST.get("agrees") == "yes"
        agree_to_public_games(registration_id=player.pk, who=request.user, agrees=agrees)
        return redirect(request.path)
    context = {"event": player.event, "player": player, "is_mine": player.belongs_to(request.user)}
    return render(request, "judging/public_games.html", context)
