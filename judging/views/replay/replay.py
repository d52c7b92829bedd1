"""The replay: its page, the data for its script, and the embedded version."""

import hashlib
from typing import Any
from uuid import UUID

from csp.constants import SELF
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from core.links import absolute
from core.pictures import picture_response
from judging.board.board_state import board_data
from judging.board.picture import board_picture, position_at
from judging.board.reach import reach_of_unit
from judging.board.script_texts import REPLAY_TEXTS
from judging.pages.proof import view_of
from judging.views.replay.games import (
    CACHE_SECONDS,
    ENGINES,
    Game,
    compressed_replay_data,
    film_of,
    find,
    find_public,
    log_of,
)
from rules.arena.public import facts_of
from rules.games import Log, ruleset_of
from tournaments.models import Registration
from tournaments.views.base.form_fields import whole_number

LINES_A_PAGE = 200


@require_GET
def replay(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Show the replay, whose frames are fetched by a script. Without JavaScript it lists the log as text, page by
    page."""
    game = find(uuid, request.user)
    context = _shown(game, log_of(game)) | lines(request, game)
    context["share"] = share_of(request, game) if game.is_public else None
    context["my_seat"] = _own_seat(game, request.user)
    context["may_see_verdict"] = game.submission is not None and not game.to_strangers
    response = render(request, "judging/replay.html", context)
    response.xframe_options_exempt = True  # type: ignore[attr-defined]  # the desk embeds it beside a case
    response._csp_replace = {"frame-ancestors": [SELF]}  # type: ignore[attr-defined]
    return response


@require_GET
@xframe_options_exempt
def embed(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Show the board on another site: only what a stranger may see, without header, form or cookie."""
    game = find_public(uuid)
    context = _shown(game, log_of(game)) | lines(request, game)
    context |= {"embed": True, "page": absolute(reverse("judging:replay", args=[uuid]), request)}
    response = render(request, "judging/embed.html", context)
    response._csp_replace = {"frame-ancestors": ["*"]}  # type: ignore[attr-defined]
    return response


@require_GET
def picture(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return the preview picture: the board after ?action= actions, by default at the end; ?small= for our pages."""
    game = find_public(uuid)
    log = log_of(game)
    count, small = _count_of(request, log), "small" in request.GET

    def draw() -> bytes:
        shown, film = _shown(game, log), film_of(game)
        data, position = shown["data"], position_at(film, count)
        about = f"{shown['arena'].name} · {count}/{len(log.actions)}"
        return board_picture(data["board"], data["near"], position, shown["names"], about, small=small)

    key = f"game {game.digest} {ENGINES} {get_language()} {count}{' small' if small else ''}"
    return picture_response(request, key, draw)


@require_GET
def download(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return the log as a file; strangers get it without typed text."""
    game = find(uuid, request.user)
    response = HttpResponse(game.content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="krosmaster-log-{game.uuid}.json"'
    patch_cache_control(response, private=True, max_age=0)
    return response


def _shown(game: Game, log: Log) -> dict[str, Any]:
    arena = facts_of(log).board(log.arena)
    if arena is None:
        raise Http404(_("This log names an arena that does not exist."))
    names = _names(log)
    data = {
        "board": board_data(arena),
        "words": REPLAY_TEXTS,
        "names": names,
        "near": log.sides["A"],
        "order": order_of_panels(log),
        "icons": static("img/icons.svg"),
        "film": reverse("judging:film", args=[game.uuid]),
        "reach": reverse("judging:reach", args=[game.uuid]),
    }
    return {"game": game, "names": names, "arena": arena, "data": data, "embed": False} | _sides(log, names)


def _sides(log: Log, names: dict[str, str]) -> dict[str, Any]:
    return {
        "sides": [(side, names[side]) for side in order_of_panels(log)],
        "opponents": _opponents(log, names),
        "is_duel": log.is_duel,
    }


def _opponents(log: Log, names: dict[str, str]) -> list[str]:
    """Return the names of the sides, with partners together."""
    together = dict.fromkeys(log.seats.side_of[player] for player in order_of_panels(log))
    return [" & ".join(names[player] for player in log.seats.on(side)) for side in together]


def order_of_panels(log: Log) -> list[str]:
    """Return the players in turn order; in a duel by their letters."""
    return list(log.seats.players if log.is_duel else log.seats.order)


def _names(log: Log) -> dict[str, str]:
    return {side: player.name or side for side, player in log.players.items()}


def share_of(request: HttpRequest, game: Game) -> dict[str, str]:
    """Return the URLs of a public game, to which the script adds the current action. The title is readable by
    strangers."""
    log = log_of(find_public(game.uuid))
    page, frame, drawn = (
        absolute(reverse(f"judging:{name}", args=[game.uuid]), request)
        for name in ("replay", "embed", "replay_picture")
    )
    count = whole_number(request.GET.get("action", ""))
    title = " – ".join(_opponents(log, _names(log)))
    return {
        "link": page,
        "embed": frame,
        "picture": drawn,
        "picture_now": drawn if count is None else f"{drawn}?action={count}",
        "title": title,
        "code": format_html(
            '<iframe src="{}" title="{}" width="100%" height="760" loading="lazy" frameborder="0"></iframe>',
            "{address}",
            title,
        ),
    }


def _own_seat(game: Game, user: Any) -> Registration | None:
    seats = game.match.players() if game.match else []
    return next((seat for seat in seats if seat.belongs_to(user)), None)


def _count_of(request: HttpRequest, log: Log) -> int:
    asked = request.GET.get("action", "")
    count = whole_number(asked) if asked else len(log.actions)
    if count is None or count > len(log.actions):
        raise Http404(_("The game has no such action."))
    return count


def lines(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return the log as text, beginning at ?from=."""
    film = film_of(game)
    steps = film["steps"]
    first = min(whole_number(request.GET.get("from", "")) or 0, max(0, len(steps) - 1))
    numbered = [{"number": number, "words": step["words"], "proof": step["proof"]} for number, step in enumerate(steps)]
    return {
        "lines": numbered[first:][:LINES_A_PAGE],
        "result": film.get("result", ""),
        "proof": view_of(film["proof"], film["actions"]),
        "earlier": max(0, first - LINES_A_PAGE) if first else None,
        "later": first + LINES_A_PAGE if first + LINES_A_PAGE < len(steps) else None,
    }


@require_GET
def film(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return the frames as compressed JSON, in one piece even for 5,000 actions."""
    game = find(uuid, request.user)
    response = HttpResponse(
        compressed_replay_data(game), content_type="application/json", headers={"Content-Encoding": "gzip"}
    )
    patch_cache_control(response, private=True, max_age=0)
    return response


@require_GET
def reach(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return the reach of each spell of ?unit= after ?after= actions."""
    game = find(uuid, request.user)
    after, name = request.GET.get("after", ""), request.GET.get("unit", "")
    key = f"reach:{game.digest}:{ENGINES}:{get_language()}:{hashlib.sha256(f'{after} {name}'.encode()).hexdigest()}"
    reach = cache.get(key)
    if reach is None:
        reach = _reach(log_of(game), after, name)
        cache.set(key, reach, CACHE_SECONDS)
    return JsonResponse(reach)


def _reach(log: Log, after: str, name: str) -> dict[str, Any]:
    count = whole_number(after)
    if count is None or count > len(log.actions):
        raise Http404(_("The game has no such action."))
    position = ruleset_of(log).before(log, count)
    if name not in position.units:
        raise Http404(_("There is no such figure at that moment."))
    return reach_of_unit(position, position.units[name])
