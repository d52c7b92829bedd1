"""A judge's decision, and whether it makes sense in the case."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Invalid, Refused
from judging.models import Case, Ruling
from judging.rulings.services.amended_log import Correction
from tournaments.models import DuelOutcome, Ending, Match, PenaltyKind, Registration
from tournaments.results.services.scores import Score, refuse_other_kind
from tournaments.rounds.services.re_pairing import KEEP

Remedy = Ruling.Remedy
DECIDES_THE_MATCH = {Remedy.CORRECT_RESULT, Remedy.REPLAY_GAME}
COSTS_THE_MATCH = {PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS}


@dataclass(frozen=True)
class Decision:
    """The judge's input."""

    remedy: str
    reason: str
    message: str
    article: str = ""
    penalty: str = ""
    penalised: Registration | None = None
    score: Score | None = None
    correction: Correction | None = None
    then: str = KEEP
    log: int | None = None  # the log that the judge saw
    replaces: int | None = None  # the current ruling when the judge wrote this one
    counts: str = ""  # of two logs that differ, the one by which the judge rules


def score_of_loss(match: Match | None, penalty: str, loser: Registration | None) -> Score | None:
    """Return the win of the other player for a game or match loss in a duel. At larger tables the judge enters the
    places."""
    if penalty not in COSTS_THE_MATCH or match is None or match.is_bye or match.format.plays_on:
        return None
    if loser not in match.players():
        return None
    outcome = DuelOutcome.B if match.side_of(loser) == "a" else DuelOutcome.A
    return Score.duel(outcome=outcome, ending=Ending.RULING)


def check(case: Case, decision: Decision) -> None:
    if decision.remedy not in Ruling.CHOICES:
        raise Invalid("unknown-remedy", _("There is no such ruling."))
    if not decision.reason.strip() or not decision.message.strip():
        raise Invalid("reason-missing", _("A ruling needs a reason and a message to the players."))
    if decision.article and decision.article not in case.event.rules.articles("en"):
        raise Invalid("unknown-article", _("There is no article %(number)s.") % {"number": decision.article})
    _check_penalty(case, decision)
    _check_remedy(case, decision)


def _check_penalty(case: Case, decision: Decision) -> None:
    if not decision.penalty:
        return
    if decision.penalty not in PenaltyKind.values:
        raise Invalid("unknown-penalty", _("There is no such penalty."))
    if decision.remedy == Remedy.DISMISS:
        raise Invalid("dismissed-with-penalty", _("Without an infringement there is no penalty."))
    if decision.penalised not in case.people():
        raise Invalid("penalty-without-person", _("Choose which player of the case gets the penalty."))
    _check_game(case, decision)


def _check_game(case: Case, decision: Decision) -> None:
    """Refuse a penalty that decides the game unless it agrees with the chosen result."""
    lost = score_of_loss(case.match, decision.penalty, decision.penalised)
    if lost and decision.remedy != Remedy.CORRECT_RESULT:
        raise Invalid(
            "loss-without-result",
            _("A game or match loss gives the win to the other player: choose “result corrected”."),
        )
    if lost and isinstance(decision.score, Score) and decision.score.outcome != lost.outcome:
        raise Invalid(
            "loser-wins",
            _("With a game or match loss the other player wins: choose that player, or no winner."),
            fields=["outcome"],
        )
    if decision.penalty in COSTS_THE_MATCH and _is_first(case.match, decision):
        raise Invalid("loser-wins", _("With a game or match loss a player cannot be first: enter another place."))
    if decision.penalty == PenaltyKind.DISQUALIFICATION and decision.remedy == Remedy.REPLAY_GAME:
        raise Invalid("disqualified-plays-no-more", _("A disqualified player cannot replay a game."))


def _is_first(match: Match | None, decision: Decision) -> bool:
    """Whether the penalised player is first at a table of three or four."""
    if match is None or not isinstance(decision.score, Score) or decision.penalised not in match.seats():
        return False
    seat = match.seats().index(decision.penalised)
    return decision.score.places[seat : seat + 1] == (1,) and seat not in decision.score.absent


def _check_remedy(case: Case, decision: Decision) -> None:
    if decision.remedy in DECIDES_THE_MATCH and (case.match is None or case.match.is_bye):
        raise Invalid("no-match", _("This case has no match to correct."))
    if decision.remedy == Remedy.CORRECT_RESULT and case.match is not None:
        if decision.score is None:
            raise Invalid("score-missing", _("Enter the corrected result."))
        refuse_other_kind(decision.score, case.match)
    sets = decision.correction.changes if decision.correction else None
    if decision.remedy == Remedy.CORRECT_LOG and (case.submission is None or not sets):
        raise Invalid("correction-missing", _("Enter what to correct in the log."))
    if case.needs_a_result and decision.remedy not in DECIDES_THE_MATCH:
        raise Refused("still-disputed", _("A disputed match needs a result or a replay."))


Words = Mapping[str, Any] | Callable[[], Mapping[str, Any]]


def in_both_languages(text: str, facts: Words | None = None) -> str:
    """Return the text in both languages, the reader's first. `facts` may be a function that is called for each
    language."""
    own = translation.get_language() or settings.LANGUAGE_CODE
    codes = [own, *(code for code, _name in settings.LANGUAGES if code != own)]
    lines = []
    for code in codes:
        with translation.override(code):
            found = facts() if callable(facts) else facts or {}
            lines.append(gettext(text) % found)
    return "\n".join(dict.fromkeys(lines))
