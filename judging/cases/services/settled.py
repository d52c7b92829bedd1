"""A settled match: its result is confirmed, and every side has sealed its valid log. A dispute opens it again."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from judging.models import Submission
from judging.rights import plays_in
from tournaments.models import Match

SETTLED = _(
    "This match is settled: its result is confirmed, and both sides have sealed its log. If something is wrong with "
    "it, call a judge."
)


def sealed_log(match: Match) -> Submission | None:
    """Return the log with which the match is settled. While a case about the match is open, further logs are heard."""
    games = match.recordings.exclude(submission=None).select_related("submission").defer("actions")
    return next((game.submission for game in games if game.settles_match), None) if match.is_done else None


def comes_after_seal(log: Submission) -> bool:
    """Whether the log came when its match was settled. It stays with the match and opens no case."""
    sealed = sealed_log(log.match) if log.match else None
    return sealed is not None and log.pk > sealed.pk


def require_unsettled(match: Match | None, who: Any) -> None:
    """Refuse players who would record a settled match again."""
    if match is not None and sealed_log(match) and plays_in(match, who):
        raise Refused("settled", SETTLED)
