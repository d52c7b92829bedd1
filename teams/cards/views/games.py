"""What the pages of facts share: of which game they are, and where that game's facts are listed."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from core.errors import Invalid
from core.pages.error_responses import error_response
from rules.games import DEFAULT, RULESETS, title_of_game
from teams.cards.models import facts_url
from teams.cards.services.facts import game_named


def game_asked(request: HttpRequest) -> str:
    return game_named(request.GET.get("game", ""))


def page_of_game(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer an address that names no game of this site with those there are."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            game_named(request.GET.get("game", "") or kwargs.get("game", ""))
        except Invalid as invalid:
            return error_response(request, invalid.status, invalid.code, reason=str(invalid.message))
        return view(request, *args, **kwargs)

    return wrapped


def title_of_facts(game: str) -> str:
    """Return what the facts of a game are called together."""
    if game == DEFAULT.game:
        return _("Card texts")
    return _("Facts of %(game)s") % {"game": title_of_game(game)}


def crumbs_of(game: str) -> list[tuple[str, str]]:
    cards = [(reverse("teams:cards"), _("Cards"))]
    return [*cards, (facts_url(game), title_of_facts(game))]


def games() -> list[tuple[str, str, str]]:
    """Return slug, title and list of each game."""
    return [(game, title_of_game(game), facts_url(game)) for game in dict.fromkeys(r.game for r in RULESETS.values())]
