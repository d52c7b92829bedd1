"""The gallery of public games: a searchable list, the game on the start page, and a player's consent to
public games of an event."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from core.pages.row_templates import macro_of
from judging.board.unit_names import printed_title
from judging.cases.comparison.seat_matching import seating
from judging.models import Report, Submission
from judging.replay.services.live_games import agree_to_live_games, live_recordings
from judging.replay.services.public_games import (
    DEMONSTRATION,
    Wanted,
    agree_to_public_games,
    game_of_the_day,
    games_of,
    numbers_of,
)
from judging.rights import plays_in
from tournaments.base.views.access import EventRequest, back_to, event_page, match_page
from tournaments.base.views.personal_link import personal_page
from tournaments.events.models.settings import LiveGames
from tournaments.models import Event, Match, Registration

GAMES_A_PAGE = 24
LONGEST_SEARCH = 80


@require_GET
def gallery(request: HttpRequest) -> HttpResponse:
    wanted = Wanted(
        figure=_word(request.GET.get("figure", "")),
        event=_word(request.GET.get("event", "")),
        player=_word(request.GET.get("player", "")),
    )
    page = Paginator(numbers_of(wanted), GAMES_A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "wanted": wanted,
        "page": page,
        "live": live_recordings()[:GAMES_A_PAGE],
        "games": rows(games_of([*page.object_list])),
        "query": query.urlencode(),
    }
    return render(request, "judging/gallery.html", context | {"demonstration": DEMONSTRATION})


@require_GET
def featured(request: HttpRequest) -> HttpResponse:
    """Render the fragment of the start page; what stands above it already is not shown again."""
    of_today = game_of_the_day(timezone.localdate())
    context = {"game": rows([of_today])[0] if of_today else None, "demonstration": DEMONSTRATION}
    return render(request, "judging/parts/featured.html", context | {"is_shown": request.GET.get("example") == "shown"})


def _word(text: str) -> str:
    return " ".join(text.replace("\0", "").split())[:LONGEST_SEARCH]


def rows(logs: Any) -> list[dict[str, Any]]:
    """Return the games as rows: who played with which figures, and how it ended."""
    found: list[Submission] = list(logs)
    current = Report.objects.filter(submission__in=found, current=True) if found else ()
    reports = {each.submission_id: each for each in current}
    return [_row(log, reports[log.pk]) for log in found if log.pk in reports]


def _row(log: Submission, report: Report) -> dict[str, Any]:
    assert log.match is not None
    glory = (report.header.get("result") or {}).get("glory") or {}
    players = {
        side: {
            "name": seat.shown_name,
            "glory": glory.get(side),
            "team": [printed_title(slug) for slug in report.header["players"][side]["team"].values()],
        }
        for side, seat in seating(report.header, log.match).items()
    }
    return {
        "log": log,
        "match": log.match,
        "event": log.match.round.event,
        "report": report,
        "players": list(players.values()),
        "sides": [
            _side([players[each] for each in side]) for side in report.header.get("crews") or zip(players, strict=True)
        ],
    }


def _side(players: list[dict[str, Any]]) -> dict[str, Any]:
    """Combine a player, or two partners, whose GG are added (9.3.2)."""
    glory = [each["glory"] for each in players]
    return {
        "name": " & ".join(each["name"] for each in players),
        "glory": None if None in glory else sum(glory),
    }


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
        _decide(request, player)
        return back_to(request, request.path)
    context = {
        "event": player.event,
        "player": player,
        "is_mine": player.belongs_to(request.user),
        "delays": LiveGames.choices,
    }
    return render(request, "judging/public_games.html", context)


def _decide(request: Any, player: Registration) -> None:
    if "live" in request.POST:
        agree_to_live_games(registration_id=player.pk, who=request.user, delay=request.POST["live"])
    else:
        agrees = request.POST.get("agrees") == "yes"
        agree_to_public_games(registration_id=player.pk, who=request.user, agrees=agrees)


@require_GET
@event_page()
def hall_live(request: EventRequest, event: Event) -> HttpResponse:
    """Render the fragment of the hall view, the first table whose game can be followed; or only the link to it."""
    game = live_recordings().filter(match__round__event=event).first()
    is_link = "link" in request.GET
    return HttpResponse(macro_of("judging/rows.jinja#hall_live")(game, is_link) if game else "")


@require_GET
@match_page
def match_live(request: EventRequest, match: Match) -> HttpResponse:
    """Render the fragment of a match page: the link to follow its game. Its players have buttons of their own."""
    plays = plays_in(match, request.user)
    game = None if plays else live_recordings().filter(match=match).first()
    return render(request, "judging/parts/match_live.html", {"game": game})
