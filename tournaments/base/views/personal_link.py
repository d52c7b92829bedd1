"""Pages that a player opens with their personal link, with or without an account."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone

from core.pages.login_redirect import View
from tournaments.base.views.access import EventRequest, forget_hidden_texts, link_versions, with_refusal_pages
from tournaments.models import Guest, Match, Registration, rights_of


def personal_page(*, for_guests: bool = True) -> Callable[[View], View]:
    """Pass the player of the link to the view.

    Actions are for players without an account: others sign in. Staff who open the page act as staff, never as the
    player. The URL is a secret, so it is not sent as a referrer, and the page is not stored.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        @with_refusal_pages
        def wrapped(request: EventRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
            request.versions = dict(link_versions.all(token))
            players = Registration.objects.named().select_related("event", "pool")
            player = get_object_or_404(players, link_token=token)
            if for_guests and player.user_id is not None:
                raise Http404
            held = rights_of(player.event, request.user)
            forget_hidden_texts(player.event, held)
            if player.user_id is None and not held:
                request.user = Guest(player)
            request.rights = frozenset()
            with timezone.override(player.event.zone_for(request.user)):
                response = view(request, player, *args, **kwargs)
            response["Referrer-Policy"] = "same-origin"
            response["Cache-Control"] = "private, no-store"
            response["X-Robots-Tag"] = "noindex"
            return response

        return wrapped

    return decorate


def latest_match(player: Registration) -> Match | None:
    """Return the player's match of the latest published round."""
    matches = Match.objects.of(player).public().named().select_related("round__event")
    return matches.order_by("-round__number").first()
