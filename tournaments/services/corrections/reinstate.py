"""What stands at a match, kept while a judge rules, so that it can be put back when his ruling is replaced."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from tournaments.models import Event, EventState, Match, Result, ResultReport
from tournaments.services.corrections.correction import refuse_another_winner
from tournaments.services.corrections.void import put_back
from tournaments.services.results.player_reports import last_words
from tournaments.services.rounds.repairing import discard_stale_draft


class Stood(TypedDict):
    """As a document: the result that counted, if any, what the players had said, and the result that came then."""

    match: int
    result: int | None
    words: list[int]
    then: int | None


def as_it_stands(matches: Iterable[Match]) -> list[Stood]:
    return [
        Stood(match=match.pk, result=_standing(match.pk), words=[said.pk for said in last_words(match)], then=None)
        for match in matches
    ]


def what_changed(before: Sequence[Stood]) -> list[Stood]:
    now = as_it_stands(Match.objects.get(pk=stood["match"]) for stood in before)
    return [
        Stood(match=was["match"], result=was["result"], words=was["words"], then=is_["result"])
        for was, is_ in zip(before, now, strict=True)
        if was != is_
    ]


def restorable(stood: Stood) -> bool:
    """Not where something newer has decided the match."""
    return _standing(stood["match"]) == stood["then"]


def restore(event: Event, changed: Iterable[Stood], *, who: User, why: str) -> None:
    """Call under the event's lock. Published pairings stay; a draft that was drawn from the results does not."""
    back = [stood for stood in changed if restorable(stood)]
    if back and event.state == EventState.ARCHIVED:
        raise Refused("event-is-over", _("This event is over."))
    for stood in back:
        match = Match.objects.named().get(pk=stood["match"])
        match.round.event = event
        result = Result.objects.filter(pk=stood["result"] or 0).first()
        words = ResultReport.objects.filter(pk__in=stood["words"])
        put_back(match, result=result, words=words, who=who, why=why)
        discard_stale_draft(match, who=who)


def refuse_loose_ends(before: Iterable[Stood]) -> None:
    """A finished round may not be left without a result, nor a bracket that went on with another winner."""
    for stood in before:
        match = Match.objects.named().get(pk=stood["match"])
        if not match.is_done and not match.round.is_open:
            text = _("Round %(round)s is over, and %(match)s had no result before that ruling: enter one first.")
            raise Refused("result-needed", text % {"round": match.round.number, "match": match})
        if stood["result"] and _winner(stood["result"]) != _winner(_standing(match.pk)):
            refuse_another_winner(match)


def _winner(result: int | None) -> str | None:
    return Result.objects.filter(pk=result or 0).values_list("outcome", flat=True).first()


def _standing(match: int) -> int | None:
    return Result.objects.standing().filter(match=match).values_list("pk", flat=True).first()
