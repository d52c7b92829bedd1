"""Scores of matches and their validation."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.errors import Invalid
from tournaments.core.scores import places_of_duel
from tournaments.models import Ending, Match, Outcome, Stage
from tournaments.models.results import MOST_GLORY
from tournaments.services.results.table_scores import (
    NEEDS_A_WINNER,
    TableScore,
    describe_table,
    read_table_score,
    validated_cut_score,
    validated_table_score,
)

GIVEN_UP = frozenset({Ending.CONCESSION, Ending.WALKOVER, Ending.DROP, Ending.NO_SHOW})


@dataclasses.dataclass(frozen=True)
class Score:
    """The score of a duel; `a` and `b` are its two seats."""

    outcome: str
    glory_a: int = 0
    glory_b: int = 0
    ending: str = Ending.GLORY

    def fields(self) -> dict[str, Any]:
        """Return the score as it appears in the audit log, in API responses and in documents."""
        return dataclasses.asdict(self)

    def columns(self) -> dict[str, Any]:
        """Return the score as columns of a result row."""
        return {
            "places": places_of_duel(self.outcome),
            "tallies": [self.glory_a, self.glory_b],
            "ending": self.ending,
        }


AnyScore = Score | TableScore


def read_score(fields: Mapping[str, Any]) -> AnyScore:
    """Build a score from the output of its `fields` method."""
    return read_table_score(fields) if "places" in fields else Score(**fields)


def refuse_other_kind(score: AnyScore, match: Match) -> None:
    """Refuse places for a duel, or a winner for a larger table."""
    if isinstance(score, TableScore) == (len(match.seats()) <= 2):
        raise Invalid("unknown-outcome", _("There is no such result."))


def checked_score(score: AnyScore, match: Match) -> AnyScore:
    """Return the normalised score of this match; refuse it if no game can end like that."""
    refuse_other_kind(score, match)
    if isinstance(score, TableScore):
        return validated_cut_score(score, match) if match.is_in_the_cut else validated_table_score(score, match)
    return validated_score(score, match)


def validated_score(score: Score, match: Match | None = None) -> Score:
    """Return the score; refuse it if no duel can end like that. A bracket match must have a winner."""
    if match and match.round.stage == Stage.CUT and score.outcome not in {Outcome.A, Outcome.B}:
        raise Invalid("bracket-needs-a-winner", NEEDS_A_WINNER)
    if score.outcome not in Outcome.values or score.ending not in Ending.values:
        raise Invalid("unknown-outcome", _("There is no such result."))
    if not all(0 <= glory <= MOST_GLORY for glory in (score.glory_a, score.glory_b)):
        raise Invalid("glory-out-of-range", _("Enter GG from 0 to %(most)s.") % {"most": MOST_GLORY})
    if score.ending == Ending.INTENTIONAL_DRAW and (score.outcome != Outcome.DRAW or score.glory_a or score.glory_b):
        raise Invalid("intentional-draw-has-no-glory", _("An intentional draw is a draw without GG."))
    _check_forfeit(score)
    if score.ending == Ending.GLORY and not _won_by_glory(score):
        raise Invalid("glory-needs-a-loser-without", _no_win_by_glory(score))
    return score


def _check_forfeit(score: Score) -> None:
    if score.ending in GIVEN_UP and score.outcome == Outcome.DRAW:
        message = _("A player who concedes, drops or does not show up loses, so this is not a draw.")
        raise Invalid("given-up-is-no-draw", message, fields=["ending"])
    if score.ending == Ending.WALKOVER and (score.glory_a or score.glory_b):
        raise Invalid("walkover-has-no-glory", _("Without a game there are no GG: enter 0 : 0."), fields=["ending"])


def _no_win_by_glory(score: Score) -> Any:
    if score.outcome in {Outcome.A, Outcome.B}:
        return _("The winner by glory has GG left and the loser has none (1.4.1).")
    return _("Without a winner nobody won by glory: choose how it ended, for example by time or a no-show.")


def _won_by_glory(score: Score) -> bool:
    mine, theirs = (score.glory_a, score.glory_b) if score.outcome == Outcome.A else (score.glory_b, score.glory_a)
    return score.outcome in {Outcome.A, Outcome.B} and mine > 0 and theirs == 0


def outcome_label(outcome: str, a: object, b: object) -> str:
    """Name the winner; the outcome may be invalid."""
    winner = {Outcome.A.value: a, Outcome.B.value: b}.get(outcome)
    if winner is not None:
        return str(_("%(name)s wins") % {"name": winner})
    return str(dict(Outcome.choices).get(outcome, ""))


def winning_seats(fields: Mapping[str, Any]) -> list[int]:
    """Return the seats, from 0, in first place, given the output of a score's `fields`."""
    columns = read_score(fields).columns()
    return [seat for seat, place in enumerate(columns["places"]) if place == 1]


def describe_score(match: Match, score: Mapping[str, Any]) -> str:
    """Describe the score as text; the outcome may be invalid."""
    if "places" in score:
        return describe_table(match, score)
    a, b = match.a.shown_name, match.b.shown_name if match.b else ""
    return f"{a} {score['glory_a']} : {score['glory_b']} {b}, {outcome_label(score['outcome'], a, b)}"


def format_score(a: object, b: object) -> str:
    """Join two GG with non-breaking spaces."""
    return f"{a}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{b}"
