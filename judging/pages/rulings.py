"""The rulings of a case as cards, the current one first, and what making or replacing one changes."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from judging.models import Case, Ruling
from judging.pages.readable import result_words
from tournaments.models import Match, Result, Status
from tournaments.services.corrections.preview import EventDiff
from tournaments.services.corrections.void import MatchSnapshot, is_reinstatable
from tournaments.services.results.scores import read_score


@dataclass(frozen=True)
class RulingRow:
    ruling: Ruling
    result: str  # the result set by the ruling, as text; empty if none


def ruling_rows(case: Case, *, in_full: bool) -> list[RulingRow]:
    """Return the rulings, the latest first. Staff see full names."""
    people = ("judge", "penalised__user", "corrected_log", "supersedes", "superseded_by")
    return [
        RulingRow(ruling, _result(case, ruling, in_full=in_full))
        for ruling in case.rulings.select_related(*people).order_by("-pk")
    ]


def _result(case: Case, ruling: Ruling, *, in_full: bool) -> str:
    score = ruling.details.get("score")
    return result_words(case.match, read_score(score), in_full=in_full) if score and case.match else ""


@dataclass(frozen=True)
class ResultRow:
    match: Match
    before: str
    after: str


def result_rows(moved: EventDiff) -> list[ResultRow]:
    return [ResultRow(match, result_words(match, was), result_words(match, now)) for match, was, now in moved.scores]


def reverted_changes(ruling: Ruling | None) -> list[str]:
    return [*_player(ruling), *_matches(ruling), *_rest(ruling)] if ruling else []


def _player(ruling: Ruling) -> Iterator[str]:
    was, player = ruling.moved.get("player"), ruling.penalised
    if was and player and player.status == Status.DISQUALIFIED:
        facts = _("%(player)s is no longer disqualified: %(status)s. Rounds missed in the meantime stay lost.")
        yield facts % {"player": player.full_name, "status": Status(was["status"]).label}


def _matches(ruling: Ruling) -> Iterator[str]:
    changed = [stood for stood in ruling.moved.get("matches", []) if is_reinstatable(stood)]
    yield from map(_match, changed)
    if any(stood["result"] != stood["then"] for stood in changed):
        yield _("Published pairings stay as they are.")


def _match(stood: MatchSnapshot) -> str:
    match = Match.objects.named().get(pk=stood["match"])
    facts = {"match": match, "round": match.round_name_in_sentence}
    if stood["result"] is not None:
        result = Result.objects.get(pk=stood["result"])
        facts["result"] = result_words(match, read_score(result.score()))
        return _("%(match)s, %(round)s: %(result)s counts again.") % facts
    if stood["then"] is not None:
        return _("%(match)s, %(round)s: back to no result.") % facts
    return _("%(match)s, %(round)s: the players' reports count again.") % facts


def _rest(ruling: Ruling) -> Iterator[str]:
    if ruling.penalty_kind and ruling.penalised:
        facts = {"penalty": ruling.get_penalty_kind_display(), "player": ruling.penalised.full_name}
        yield _("Penalty revoked: %(penalty)s (%(player)s).") % facts
    if ruling.corrected_log:
        yield _("The corrected log no longer counts.")
