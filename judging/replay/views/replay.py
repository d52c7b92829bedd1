"""The replay: its page, the data for its script, and the embedded version."""

import hashlib
from typing import Any
from uuid import UUID

from csp.constants import SELF
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET, require_POST

from core.errors import Refused
from core.pages.links import absolute
from core.pages.live import render_part
from core.pages.pictures import picture_response
from core.pages.requests import client_address
from judging.board.reach import reach_of_unit
from judging.logs.pages.entered import WhoseWord, recording_of, whose_word
from judging.models import Recording
from judging.recorder.services.practice import set_up_table
from judging.replay.board.games import shown
from judging.replay.board.picture import board_picture, position_at
from judging.replay.board.play_on import played_on
from judging.replay.services.live_games import ended_game
from judging.replay.services.public_games import is_public
from judging.replay.views.games import (
    CACHE_SECONDS,
    ENGINES,
    Game,
    compressed_replay_data,
    film_of,
    find,
    find_for_page,
    find_public,
    log_of,
)
from judging.replay.views.table import Besides, heading_of, table_of
from rules.games import Log, ruleset_of
from tournaments.base.views.access import with_refusal_pages
from tournaments.base.views.form_fields import whole_number


@require_GET
def replay(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Show the replay, whose frames are fetched by a script. Without JavaScript it lists the log as text, page by
    page. Who followed a game that judges now look at, or whose round is over, learns that it has ended."""
    try:
        game = find_for_page(request, uuid, request.user)
    except PermissionDenied:
        ended = ended_game(uuid)
        if ended is None or ended.match is None or ended.submission is None:
            raise
        log = ended.submission
        context = {
            "match": ended.match,
            "result": ended.match.results.current().first(),
            "replay": log.uuid if is_public(log) else None,
        }
        return render(request, "judging/game_over.html", context, status=404)
    return _page(request, game)


@require_GET
def replay_now(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Render the live fragment: which state of a game in progress there is to show. The script fetches its frames."""
    try:
        game = find(uuid, request.user)
    except PermissionDenied:
        context = {"is_closed_to_reader": True, "is_over": ended_game(uuid) is not None}
        return render_part(request, "judging/replay.html", context)
    return render_part(request, "judging/replay.html", {"game": game})


def _page(request: HttpRequest, game: Game) -> HttpResponse:
    heading = heading_of(game)
    may_see_verdict = game.submission is not None and not game.to_strangers
    share = share_of(request, game) if game.is_public else None
    besides = Besides(
        game.uuid,
        first=_first_line(request),
        verdict_url=game.submission.get_absolute_url() if game.submission and may_see_verdict else "",
        share=share,
        consent_url=_consent_url(game, request.user),
        may_be_played_on=game.may_be_played_on,
        goes_on=_goes_on(game),
    )
    context = {"game": game, "heading": heading, "share": share, "table": table_of(game, heading, besides)}
    context["whose"] = _whose_word(game, request.user)
    context["picture_now"] = _picture_now(request, share) if share else ""
    response = render(request, "judging/replay.html", context)
    response.xframe_options_exempt = True  # type: ignore[attr-defined]  # the desk embeds it beside a case
    response._csp_replace = {"frame-ancestors": [SELF]}  # type: ignore[attr-defined]
    return response


def _goes_on(game: Game) -> bool:
    return game.recording is not None and not game.recording.is_closed


def _whose_word(game: Game, user: Any) -> WhoseWord | None:
    """Return who entered the game, for those who may read its report, or record it."""
    return None if game.to_strangers else whose_word(game.recording or recording_of(game.submission), user)


@require_GET
@xframe_options_exempt
def embed(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Show the board on another site: only what a stranger may see, without header, form or cookie."""
    game = find_for_page(request, uuid, AnonymousUser())
    heading = heading_of(game)
    besides = Besides(game.uuid, first=_first_line(request), embed=True, goes_on=_goes_on(game))
    table = table_of(game, heading, besides)
    page = absolute(reverse("judging:replay", args=[uuid]), request)
    response = render(request, "judging/embed.html", {"game": game, "heading": heading, "table": table, "page": page})
    response._csp_replace = {"frame-ancestors": ["*"]}  # type: ignore[attr-defined]
    return response


@require_GET
def picture(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Return the preview picture: the board after ?action= actions, by default at the end; ?small= for our pages."""
    game = find_public(uuid)
    log = log_of(game)
    count, small = _count_of(request, log), "small" in request.GET

    def draw() -> bytes:
        heading, position = heading_of(game), position_at(film_of(game), count)
        about = f"{heading.arena_name} · {count}/{len(log.actions)}"
        return board_picture(heading.board, heading.near, position, heading.names, about, small=small)

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


def share_of(request: HttpRequest, game: Game) -> dict[str, str]:
    """Return the URLs of a public game, to which the script adds the current action. The title is readable by
    strangers."""
    page, frame, drawn = (
        absolute(reverse(f"judging:{name}", args=[game.uuid]), request)
        for name in ("replay", "embed", "replay_picture")
    )
    title = " – ".join(heading_of(game if game.to_strangers else find_public(game.uuid)).opponents)
    return {
        "link": page,
        "embed": frame,
        "picture": drawn,
        "title": title,
        "code": format_html(
            '<iframe src="{}" title="{}" width="100%" height="760" loading="lazy" frameborder="0"></iframe>',
            "{address}",
            title,
        ),
    }


def _picture_now(request: HttpRequest, share: dict[str, str]) -> str:
    count = whole_number(request.GET.get("action", ""))
    return share["picture"] if count is None else f"{share['picture']}?action={count}"


def _consent_url(game: Game, user: Any) -> str:
    """Return where a player of the game may agree that it is shown to everybody."""
    seats = game.match.players() if game.match else []
    own = next((seat for seat in seats if seat.belongs_to(user)), None)
    return reverse("judging:public_games", args=[own.event.slug]) if own and own.event.public_games else ""


def _first_line(request: HttpRequest) -> int:
    return whole_number(request.GET.get("from", "")) or 0


def _count_of(request: HttpRequest, log: Log) -> int:
    asked = request.GET.get("action", "")
    count = whole_number(asked) if asked else len(log.actions)
    if count is None or count > len(log.actions):
        raise Http404(_("The game has no such action."))
    return count


@require_POST
@with_refusal_pages
def play_on(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Set up a practice table at the position after ?action= actions, where the site rolls the dice."""
    game = find(uuid, request.user)
    if not game.may_be_played_on:
        raise Refused("still-played", _("This game is still being played. Play on from it when it is over."))
    log = _of_arena(log_of(game))
    count = whole_number(request.POST.get("action", ""))
    if count is None or count > len(log.actions):
        raise Http404(_("The game has no such action."))
    names = {side: _("Player %(letter)s") % {"letter": side} for side in log.players} if game.match else {}
    header, actions = played_on(game.content, log, count, names)
    who = request.user if request.user.is_authenticated else None
    dice, address = Recording.Dice.ROLLED, client_address(request)
    return redirect(set_up_table(header=header, dice=dice, who=who, address=address, actions=actions))


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
        reach = _reach(_of_arena(log_of(game)), after, name)
        cache.set(key, reach, CACHE_SECONDS)
    return JsonResponse(reach)


def _of_arena(log: Log) -> Log:
    """Raise Http404 for a game of which the site answers nothing of single positions yet."""
    if not shown(log).has_reach:
        raise Http404(_("There is no such page for games of this kind."))
    return log


def _reach(log: Log, after: str, name: str) -> dict[str, Any]:
    count = whole_number(after)
    if count is None or count > len(log.actions):
        raise Http404(_("The game has no such action."))
    position = ruleset_of(log).positions.before(log, count)
    if name not in position.units:
        raise Http404(_("There is no such figure at that moment."))
    return reach_of_unit(position, position.units[name])
