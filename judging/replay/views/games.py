"""The game that a page shows, from a submitted log or from an open recording."""

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.pages.live import take_versions
from core.pages.page_cache import code_version
from judging.logs.services.parsed_logs import facts_of_recording, facts_of_submission
from judging.models import Recording, Report, Submission
from judging.recorder.services.recording import may_record
from judging.replay.board.games import shown
from judging.replay.board.live_game import LiveGame, live_game
from judging.replay.services.live_games import live_recordings, topic_of
from judging.replay.services.public_games import DEMONSTRATION, demonstration_log, for_strangers, is_public
from judging.rights import may_see, why_closed
from rules.common.verdicts import Malformed
from rules.games import ON_SITE, Log, parse, ruleset_of
from teams.wording import render_message
from tournaments.models import Match, players_of

CACHE_SECONDS = 600

# frames computed by another engine version may differ
ENGINES = ",".join(ruleset.engine for ruleset in ON_SITE.values())


@dataclass(frozen=True)
class Game:
    """A game to show: the bytes of the log, and their source."""

    uuid: UUID
    content: bytes
    submission: Submission | None = None
    recording: Recording | None = None
    live: LiveGame | None = None  # followed by others while it is played
    is_public: bool = False  # shared, embeddable and with a preview picture
    to_strangers: bool = False  # shown without typed text

    @property
    def corrections(self) -> list[int]:
        """Return the judges' entries. The same bytes submitted by a player are a different game."""
        return self.submission.judge_entries if self.submission else []

    @cached_property
    def facts(self) -> bytes:
        """Return the card texts to use."""
        if self.submission is not None:
            return facts_of_submission(self.submission)
        return facts_of_recording(self.recording) if self.recording else b""

    @cached_property
    def digest(self) -> str:
        said = b"%b %b" % (str(self.corrections).encode(), self.content)
        return hashlib.sha256(said + b"\0" + self.facts).hexdigest()

    @property
    def may_be_played_on(self) -> bool:
        """Whether a practice table may go on from it: not while it is played at the table of a match."""
        return self.recording is None or self.match is None or self.recording.is_closed

    @property
    def topics(self) -> list[str]:
        """Return the topics of a game that is being recorded: its own, and whether others may follow it."""
        if self.recording is None:
            return []
        return [self.recording.topic, *([topic_of(self.match.round.event)] if self.match else [])]

    @property
    def match(self) -> Match | None:
        source = self.submission or self.recording
        return source.match if source else None


def find(uuid: UUID, user: Any) -> Game:
    if uuid == DEMONSTRATION:
        return Game(uuid, demonstration_log(), is_public=True, to_strangers=True)
    logs = Submission.objects.select_related("match__round__event").prefetch_related(players_of("match"))
    submission = logs.filter(uuid=uuid).first()
    if submission:
        return _of_log(submission, user)
    recording = get_object_or_404(Recording.objects.select_related("match__round__event"), replay_uuid=uuid)
    if may_record(recording, user):
        content = json.dumps(recording.document()).encode()
        return Game(uuid, content, recording=recording, is_public=recording.match_id is None)
    followed = live_recordings().filter(pk=recording.pk).first()
    if followed is None:
        raise PermissionDenied(_("You do not have access to this replay."))
    live = live_game(followed, timezone.now())
    return Game(uuid, live.content, recording=followed, live=live, to_strangers=True)


def find_for_page(request: HttpRequest, uuid: UUID, user: Any) -> Game:
    """The same for a page that keeps itself up to date: its game says which topics it follows, so it is read again
    after these."""
    game = find(uuid, user)
    if game.recording is None:
        return game
    take_versions(request, *game.topics)
    return find(uuid, user)


def find_public(uuid: UUID) -> Game:
    """Return the game as a stranger may see it, whoever asks, because it is shown on other sites."""
    return find(uuid, AnonymousUser())


def _of_log(submission: Submission, user: Any) -> Game:
    public = is_public(submission)
    if user.is_authenticated and may_see(submission, user):
        _check_verdict(submission)
        return Game(submission.uuid, bytes(submission.content), submission=submission, is_public=public)
    if not public or submission.match is None:
        raise PermissionDenied(why_closed(submission.match, user))
    try:
        content = for_strangers(bytes(submission.content), submission.match)
    except Malformed as malformed:
        raise Http404(render_message(malformed.message)) from malformed
    return Game(submission.uuid, content, submission=submission, is_public=True, to_strangers=True)


def _check_verdict(submission: Submission) -> None:
    """Refuse a log that the validator could not read."""
    verdict = submission.reports.filter(current=True).values_list("verdict", flat=True).first()
    if verdict not in Report.REPLAYED:
        raise Http404(_("This log has not been checked, so it cannot be replayed yet."))


def log_of(game: Game) -> Log:
    try:
        log = parse(game.content, game.facts, corrections=game.corrections)
    except Malformed as malformed:
        raise Http404(render_message(malformed.message)) from malformed
    if log.is_light or ruleset_of(log).frames is None:
        raise Http404(_("Only the score of this game was recorded: it has no replay."))
    return log


def compressed_replay_data(game: Game) -> bytes:
    """Return the compressed frames, cached by log, engine and language."""
    key = f"replay:{game.digest}:{ENGINES}:{code_version()}:{get_language()}"
    packed: bytes | None = cache.get(key)
    if packed is None:
        packed = gzip.compress(json.dumps(_data(log_of(game)), ensure_ascii=False).encode(), compresslevel=5)
        cache.set(key, packed, CACHE_SECONDS)
    return packed


def _data(log: Log) -> dict[str, Any]:
    return shown(log).data(log)


def film_of(game: Game) -> Any:
    return json.loads(gzip.decompress(compressed_replay_data(game)))
