"""The table of a replay, all of its page but title and frame: rendered once for a log, a language and what it shows
besides."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.pages.page_cache import code_version
from judging.logs.pages.proof import view_of
from judging.replay.board.games import shown
from judging.replay.views.games import CACHE_SECONDS, ENGINES, Game, film_of, log_of
from rules.games import Log
from teams.wording import colon

LINES_A_PAGE = 200


@dataclass(frozen=True)
class Heading:
    """What a page says of a log without playing it."""

    names: dict[str, str]
    sides: list[tuple[str, str]]
    opponents: list[str]
    near: str
    arena_name: str
    board: dict[str, Any]
    words: Mapping[str, Any]
    has_reach: bool

    @property
    def title(self) -> str:
        return f"{colon(_('Replay'))} {' – '.join(self.opponents)}"


@dataclass(frozen=True)
class Besides:
    """What a table shows besides the log: nothing else may be in it, because readers with the same share it."""

    uuid: UUID
    first: int = 0
    embed: bool = False
    verdict_url: str = ""
    share: dict[str, str] | None = None
    consent_url: str = ""
    may_be_played_on: bool = False
    goes_on: bool = False  # still played: what is counted of it now would be wrong a turn later


def heading_of(game: Game) -> Heading:
    key = f"replay-heading:{game.digest}:{ENGINES}:{code_version()}"
    heading: Heading | None = cache.get(key)
    if heading is None:
        heading = _heading(log_of(game))
        cache.set(key, heading, CACHE_SECONDS)
    return heading


def table_of(game: Game, heading: Heading, besides: Besides) -> SafeString:
    if besides.first or settings.DEBUG:  # only browsers without scripts turn the page
        return _rendered(game, heading, besides)
    shown = sha256(f"{game.digest} {ENGINES} {code_version()} {besides}".encode()).hexdigest()
    key = f"replay-table:{shown}:{get_language()}"
    table: SafeString | None = cache.get(key)
    if table is None:
        table = _rendered(game, heading, besides)
        cache.set(key, table, CACHE_SECONDS)
    return table


def _rendered(game: Game, heading: Heading, besides: Besides) -> SafeString:
    values = {"data": data_of(besides.uuid, heading), "heading": heading, "besides": besides}
    return render_to_string("judging/parts/replay_table.html", values | _lines(game, besides.first))


def data_of(uuid: UUID, heading: Heading) -> dict[str, Any]:
    """Return the data of the script but for the frames, which it fetches."""
    return {
        "board": heading.board,
        "words": heading.words,
        "names": heading.names,
        "near": heading.near,
        "order": [side for side, _name in heading.sides],
        "icons": static("img/icons.svg"),
        "film": reverse("judging:film", args=[uuid]),
        "reach": reverse("judging:reach", args=[uuid]),
    }


def _heading(log: Log) -> Heading:
    names = {side: player.name or side for side, player in log.players.items()}
    how, seats = shown(log), getattr(log, "seats", None)
    board, order = how.board(log), list(log.shown_order) if seats else sorted(names)
    return Heading(
        names,
        [(side, names[side]) for side in order],
        _opponents(log, names) if seats else [names[side] for side in order],
        log.sides["A"],
        board["name"],
        board,
        words=how.words,
        has_reach=how.has_reach,
    )


def _opponents(log: Log, names: dict[str, str]) -> list[str]:
    """Return the names of the sides, with partners together."""
    together = dict.fromkeys(log.seats.side_of[player] for player in log.shown_order)
    return [" & ".join(names[player] for player in log.seats.on(side)) for side in together]


def _lines(game: Game, asked: int) -> dict[str, Any]:
    """Return the log as text from this line on."""
    film = film_of(game)
    lines = film["lines"]
    first = min(asked, max(0, len(lines) - 1))
    return {
        "lines": lines[first:][:LINES_A_PAGE],
        "result": film.get("result", ""),
        "note": film["start"].get("note", ""),  # the script writes there: what it takes is kept from the first answer
        "actions": film["actions"],
        "proof": view_of(film["proof"], film["actions"]),
        "earlier": max(0, first - LINES_A_PAGE) if first else None,
        "later": first + LINES_A_PAGE if first + LINES_A_PAGE < len(lines) else None,
    }
