"""Scores of matches and their validation: of duels, and of tables of three or four, where each player plays alone."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from core.errors import Invalid
from tournaments.core.places import are_places, is_draw
from tournaments.core.scores import outcome_of_duel, places_of_duel, tallies_of_duel
from tournaments.results.models import MOST_GLORY, Ending, Outcome
from tournaments.rounds.models.matches import Match
from tournaments.rounds.models.rounds import Stage

ENDINGS = (Ending.GLORY, Ending.KROSMASTERS, Ending.TIME, Ending.CONCESSION, Ending.NO_SHOW, Ending.DROP, Ending.RULING)
BY_PLAYERS = (Ending.GLORY, Ending.KROSMASTERS, Ending.TIME, Ending.CONCESSION)
NEEDS_A_WINNER = _("In the top cut every match has a winner.")
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


@dataclasses.dataclass(frozen=True)
class TableScore:
    """The score of a larger table in the order of its seats. `absent` are seats, from 0, whose players did not come."""

    places: tuple[int, ...]
    tallies: tuple[int, ...]
    ending: str = Ending.GLORY
    absent: tuple[int, ...] = ()

    def fields(self) -> dict[str, Any]:
        return {
            "places": list(self.places),
            "tallies": list(self.tallies),
            "ending": str(self.ending),
            "absent": list(self.absent),
        }

    def columns(self) -> dict[str, Any]:
        return self.fields()


AnyScore = Score | TableScore


def read_score(fields: Mapping[str, Any]) -> AnyScore:
    """Build a score from the output of its `fields` method."""
    if "places" not in fields:
        return Score(**fields)
    return TableScore(
        tuple(fields["places"]), tuple(fields["tallies"]), fields["ending"], tuple(fields.get("absent", ()))
    )


def score_of_columns(places: Sequence[int], tallies: Sequence[int], ending: str, absent: Sequence[int]) -> AnyScore:
    """Build a score from the columns of a result row."""
    if len(places) > 2:
        return TableScore(tuple(places), tuple(tallies), ending, tuple(absent))
    return Score(outcome_of_duel(places), *tallies_of_duel(tallies), ending)


def refuse_other_kind(score: AnyScore, match: Match) -> None:
    """Refuse places for a duel, or a winner for a larger table."""
    if isinstance(score, TableScore) == match.is_duel:
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
        return _(
            "The winner by glory has GG left and the loser has none: correct the GG, or how the game ended (1.4.1)."
        )
    return _("Without a winner nobody won by glory: choose how it ended, for example by time or a no-show.")


def _won_by_glory(score: Score) -> bool:
    mine, theirs = (score.glory_a, score.glory_b) if score.outcome == Outcome.A else (score.glory_b, score.glory_a)
    return score.outcome in {Outcome.A, Outcome.B} and mine > 0 and theirs == 0


def validated_table_score(score: TableScore, match: Match) -> TableScore:
    """Return the score with no-shows in last place; refuse it if no table can end like that."""
    seats = range(len(match.seats()))
    if not len(score.places) == len(score.tallies) == len(seats) or not set(score.absent) <= set(seats):
        raise Invalid("unknown-outcome", _("There is no such result."))
    if score.ending not in ENDINGS:
        raise Invalid("unknown-outcome", _("There is no such result."), fields=["ending"])
    if not all(0 <= glory <= MOST_GLORY for glory in score.tallies):
        raise Invalid("glory-out-of-range", _("Enter GG from 0 to %(most)s.") % {"most": MOST_GLORY})
    came = [seat for seat in seats if seat not in score.absent]
    _refuse_impossible_places([score.places[seat] for seat in came])
    places = tuple(score.places[seat] if seat in came else len(seats) for seat in seats)
    tallies = tuple(score.tallies[seat] if seat in came else 0 for seat in seats)
    if len(came) < 2:
        return TableScore(places, tallies, _ending_without_a_game(score), score.absent)
    _refuse_impossible_ending(score.ending, [(places[seat], tallies[seat]) for seat in came])
    return TableScore(places, tallies, score.ending, score.absent)


def validated_cut_score(score: TableScore, match: Match) -> TableScore:
    """Refuse a shared first place in the cut, and explain who wins: by GG, then levels in play, then seed."""
    checked = validated_table_score(score, match)
    first = [seat for seat, place in enumerate(checked.places) if place == 1]
    if not first:
        raise Invalid("bracket-needs-a-winner", NEEDS_A_WINNER)
    if len(first) > 1:
        raise Invalid("shared-first-place-in-the-cut", _explain_winner(checked, match, first))
    return checked


def _explain_winner(score: TableScore, match: Match, first: Sequence[int]) -> str:
    """Explain which of the players in first place advances."""
    players, seeds = match.seats(), match.round.event.cut_seeds
    most = max(score.tallies[seat] for seat in first)
    equal = [seat for seat in first if score.tallies[seat] == most]
    winner = min((players[seat] for seat in equal), key=lambda player: seeds.index(player.pk))
    facts = {"name": winner.shown_name, "glory": most, "seed": seeds.index(winner.pk) + 1}
    if len(equal) == 1:
        return gettext("In the cut one player wins: %(name)s, with most GG (%(glory)s).") % facts
    text = gettext(
        "In the cut one player wins. With equal GG it is who has more levels in play; if these are equal too, "
        "%(name)s, with the higher seed (%(seed)s)."
    )
    return text % facts


def _ending_without_a_game(score: TableScore) -> str:
    """Return the ending of a table with one player or none, who cannot have played."""
    return score.ending if score.ending in {Ending.DROP, Ending.RULING} else Ending.NO_SHOW


def _refuse_impossible_places(places: Sequence[int]) -> None:
    if not are_places(places):
        text = _(
            "No table ends with these places. Who shares a place has the same one, and the next is left out: 1-2-2-4."
        )
        raise Invalid("impossible-places", text)


def _refuse_impossible_ending(ending: str, came: Sequence[tuple[int, int]]) -> None:
    """Refuse an ending that contradicts place and GG of the players who came."""
    if ending == Ending.NO_SHOW:
        text = _("Two or more players were there: choose how their game ended.")
        raise Invalid("no-show-with-a-game", text, fields=["ending"])
    if is_draw([place for place, _glory in came]) and ending not in {Ending.TIME, Ending.RULING}:
        text = _("Only at time first place can be shared: choose “time”, or one winner.")
        raise Invalid("shared-first-place", text, fields=["ending"])
    if ending == Ending.GLORY and not fits_glory(came):
        text = _(
            "The winner by glory has GG left and nobody else has any: correct the GG, or how the game ended (1.4.1)."
        )
        raise Invalid("glory-needs-losers-without", text, fields=["ending"])


def fits_glory(came: Sequence[tuple[int, int]]) -> bool:
    """Whether a game with these places and GG can have ended by glory: who is first has GG left, and nobody else."""
    return all((place == 1) == (glory > 0) for place, glory in came)


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


def describe_table(names: Sequence[str], fields: Mapping[str, Any]) -> str:
    """Describe a score: "1. Ana (6 GG), 2. Bob (0 GG), 3. Cid (0 GG); Dan did not come"."""
    rows = list(zip(names, fields["places"], fields["tallies"], strict=True))
    absent = set(fields.get("absent", ()))
    came = [row for seat, row in enumerate(rows) if seat not in absent]
    there = [
        gettext("%(place)s. %(name)s (%(glory)s GG)") % {"place": place, "name": name, "glory": glory}
        for name, place, glory in sorted(came, key=lambda row: row[1])
    ]
    gone = [gettext("%(name)s did not come") % {"name": names[seat]} for seat in sorted(absent)]
    return ", ".join([*there, *gone])


def describe_score(match: Match, score: Mapping[str, Any]) -> str:
    """Describe the score as text; the outcome may be invalid."""
    if "places" in score:
        return describe_table([player.shown_name for player in match.seats()], score)
    a, b = match.a.shown_name, match.b.shown_name if match.b else ""
    winner = {Outcome.A.value: a, Outcome.B.value: b}.get(score["outcome"])
    words = pgettext("after a score", "%(name)s wins") % {"name": winner} if winner is not None else ""
    return f"{a} {score['glory_a']} : {score['glory_b']} {b}, {words or outcome_label(score['outcome'], a, b)}"


def format_score(a: object, b: object) -> str:
    """Join two GG with non-breaking spaces."""
    return f"{a}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{b}"
