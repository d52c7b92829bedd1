"""The replay: of a log that was handed in, or of a game that is still being written down."""

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from csp.constants import SELF
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from judging.board.board_state import board_data
from judging.board.reach import reach_of_unit
from judging.board.replay_data import replay_data
from judging.board.script_texts import REPLAY_TEXTS
from judging.models import Recording, Report, Submission
from judging.pages.proof import view_of
from judging.services.logs.held_against import facts_of_recording, facts_of_submission
from judging.services.recorder.recording import may_record
from judging.services.rights import may_see
from rules.arena.public import facts_of
from rules.common.verdicts import Malformed
from rules.games import RULESETS, Log, parse, ruleset_of
from teams.wording import render_message
from tournaments.models import Match
from tournaments.views.base.form_fields import whole_number

CACHE_SECONDS = 600
LINES_A_PAGE = 200
CAN_BE_SHOWN = {Report.Verdict.VALID, Report.Verdict.UNVERIFIED, Report.Verdict.INVALID}

ENGINES = ",".join(ruleset.engine for ruleset in RULESETS.values())  # a film of another engine may differ


@dataclass(frozen=True, slots=True)
class Game:
    """What there is to show: the bytes of the log, and where it came from."""

    uuid: UUID
    content: bytes
    submission: Submission | None = None
    recording: Recording | None = None

    @property
    def corrections(self) -> list[int]:
        """What judges put in. The same bytes, handed in by a player, are another game."""
        return self.submission.judge_entries if self.submission else []

    @property
    def facts(self) -> bytes:
        """The card texts that it is held against."""
        if self.submission is not None:
            return facts_of_submission(self.submission)
        return facts_of_recording(self.recording) if self.recording else b""

    @property
    def digest(self) -> str:
        said = b"%b %b" % (str(self.corrections).encode(), self.content)
        return hashlib.sha256(said + b"\0" + self.facts).hexdigest()

    @property
    def match(self) -> Match | None:
        source = self.submission or self.recording
        return source.match if source else None

    @property
    def is_open_to_all(self) -> bool:
        """Games of the practice table may be shown anywhere; those of an event only to whom they concern."""
        return self.recording is not None and self.recording.match_id is None


def find(uuid: UUID, user: Any) -> Game:
    submission = Submission.objects.select_related("match__round__event").filter(uuid=uuid).first()
    if submission:
        if not user.is_authenticated or not may_see(submission, user):
            raise PermissionDenied(_("You do not have access to this replay."))
        _check_verdict(submission)
        return Game(uuid, bytes(submission.content), submission=submission)
    recording = get_object_or_404(Recording.objects.select_related("match__round__event"), replay_uuid=uuid)
    if not may_record(recording, user):
        raise PermissionDenied(_("You do not have access to this replay."))
    return Game(uuid, json.dumps(recording.document()).encode(), recording=recording)


def _check_verdict(submission: Submission) -> None:
    """What the validator could not read is not read here either."""
    verdict = submission.reports.filter(current=True).values_list("verdict", flat=True).first()
    if verdict not in CAN_BE_SHOWN:
        raise Http404(_("This log has not been validated, so it cannot be replayed yet."))


def log_of(game: Game) -> Log:
    try:
        return parse(game.content, game.facts, corrections=game.corrections)
    except Malformed as malformed:
        raise Http404(render_message(malformed.said)) from malformed


@require_GET
def replay(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """The page; a script fetches the frames. Without JavaScript it lists the log as text, page by page."""
    game = find(uuid, request.user)
    log = log_of(game)
    arena = facts_of(log).board(log.arena)
    if arena is None:
        raise Http404(_("This log names an arena that does not exist."))
    names = {side: player.name or side for side, player in log.players.items()}
    data = {
        "board": board_data(arena),
        "words": REPLAY_TEXTS,
        "names": names,
        "near": log.sides["A"],
        "icons": static("img/icons.svg"),
        "film": reverse("judging:film", args=[uuid]),
        "reach": reverse("judging:reach", args=[uuid]),
    }
    context = {
        "game": game,
        "names": names,
        "arena": arena,
        "data": data,
        "embed": False,
        "may_see_verdict": game.submission is not None,
    }
    response = render(request, "judging/replay.html", context | lines(request, game))
    return may_be_framed(response, anywhere=game.is_open_to_all)


def may_be_framed(response: HttpResponse, *, anywhere: bool) -> HttpResponse:
    """On a club's own page, or for a game of an event on the pages of this site only."""
    response.xframe_options_exempt = True  # type: ignore[attr-defined]
    response._csp_replace = {"frame-ancestors": ["*" if anywhere else SELF]}  # type: ignore[attr-defined]
    return response


def lines(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The log in words from ?from= on."""
    film = json.loads(gzip.decompress(compressed_replay_data(game)))
    steps = film["steps"]
    first = min(whole_number(request.GET.get("from", "")) or 0, max(0, len(steps) - 1))
    numbered = [{"number": number, "words": step["words"], "proof": step["proof"]} for number, step in enumerate(steps)]
    return {
        "lines": numbered[first:][:LINES_A_PAGE],
        "proof": view_of(film["proof"], film["actions"]),
        "earlier": max(0, first - LINES_A_PAGE) if first else None,
        "later": first + LINES_A_PAGE if first + LINES_A_PAGE < len(steps) else None,
    }


@require_GET
def replay_data_of(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """The frames as compressed JSON: a game of 5,000 actions is sent in one piece."""
    game = find(uuid, request.user)
    response = HttpResponse(
        compressed_replay_data(game), content_type="application/json", headers={"Content-Encoding": "gzip"}
    )
    patch_cache_control(response, private=True, max_age=0)
    return response


def compressed_replay_data(game: Game) -> bytes:
    """The compressed frames, cached by log, engine and language."""
    key = f"replay:{game.digest}:{ENGINES}:{get_language()}"
    packed: bytes | None = cache.get(key)
    if packed is None:
        packed = gzip.compress(json.dumps(replay_data(log_of(game)), ensure_ascii=False).encode(), compresslevel=5)
        cache.set(key, packed, CACHE_SECONDS)
    return packed


@require_GET
def reach(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """How far ?unit= could aim each of its spells ?after= so many actions."""
    game = find(uuid, request.user)
    after, name = request.GET.get("after", ""), request.GET.get("unit", "")
    key = f"reach:{game.digest}:{ENGINES}:{get_language()}:{hashlib.sha256(f'{after} {name}'.encode()).hexdigest()}"
    told = cache.get(key)
    if told is None:
        told = _reach(log_of(game), after, name)
        cache.set(key, told, CACHE_SECONDS)
    return JsonResponse(told)


def _reach(log: Log, after: str, name: str) -> dict[str, Any]:
    count = whole_number(after)
    if count is None or count > len(log.actions):
        raise Http404(_("The game has no such action."))
    position = ruleset_of(log).before(log, count)
    if name not in position.units:
        raise Http404(_("There is no such figure at that moment."))
    return reach_of_unit(position, position.units[name])
