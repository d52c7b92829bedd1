"""Scores of matches and their validation: places and Gallons of Glory of any number of seats."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from core.errors import Invalid
from tournaments.core.places import are_places, is_draw
from tournaments.core.scores import fields_of, outcome_of_duel, places_of_duel
from tournaments.results.models import MOST_GLORY, DuelOutcome, Ending
from tournaments.rounds.models.matches import Match

ENDINGS = (Ending.GLORY, Ending.KROSMASTERS, Ending.TIME, Ending.CONCESSION, Ending.NO_SHOW, Ending.DROP, Ending.RULING)
BY_PLAYERS = (Ending.GLORY, Ending.KROSMASTERS, Ending.TIME, Ending.CONCESSION)
NEEDS_A_WINNER = _("In the top cut every match has a winner.")
GIVEN_UP = frozenset({Ending.CONCESSION, Ending.WALKOVER, Ending.DROP, Ending.NO_SHOW})


@dataclasses.dataclass(frozen=True)
class Score:
    """Places and Gallons of Glory in the order of the seats. `absent` are seats, from 0, whose players did not come to
    a larger table."""

    places: tuple[int, ...]
    tallies: tuple[int, ...]
    ending: str = Ending.GLORY
    absent: tuple[int, ...] = ()

    @classmethod
    def duel(cls, outcome: str, glory_a: int = 0, glory_b: int = 0, ending: str = Ending.GLORY) -> "Score":
        return cls(tuple(places_of_duel(outcome)), (glory_a, glory_b), ending)

    @property
    def outcome(self) -> DuelOutcome:
        """Who won a duel."""
        return DuelOutcome(outcome_of_duel(self.places))

    @property
    def first(self) -> list[int]:
        """The seats, from 0, in first place."""
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def fields(self) -> dict[str, Any]:
        """Return the score as it appears in the audit log, in API responses and in documents."""
        return fields_of(self.places, self.tallies, self.ending, self.absent)

    def columns(self) -> dict[str, Any]:
        """Return the score as columns of a result row."""
        lists = {"places": list(self.places), "tallies": list(self.tallies), "absent": list(self.absent)}
        return lists | {"ending": str(self.ending)}


def read_score(fields: Mapping[str, Any]) -> Score:
    """Build a score from the output of its `fields` method."""
    if "places" not in fields:
        return Score.duel(**fields)
    return score_of_columns(fields["places"], fields["tallies"], fields["ending"], fields.get("absent", ()))


def score_of_columns(places: Sequence[int], tallies: Sequence[int], ending: str, absent: Sequence[int]) -> Score:
    """Build a score from the columns of a result row."""
    return Score(tuple(places), tuple(tallies), ending, tuple(absent))


def refuse_other_kind(score: Score, match: Match) -> None:
    """Refuse a score of more or fewer seats."""
    if not len(score.places) == len(score.tallies) == len(match.seats()):
        raise Invalid("unknown-outcome", _("There is no such result."))


def checked_score(score: Score, match: Match) -> Score:
    """Return the normalised score of this match; refuse it if no game can end like that."""
    refuse_other_kind(score, match)
    checked = _checked_duel(score, match) if match.is_duel else _checked_table(score)
    if match.is_in_the_cut:
        _refuse_without_winner(checked, match)
    return checked


def _checked_duel(score: Score, match: Match) -> Score:
    if match.is_in_the_cut and len(score.first) != 1:
        raise Invalid("bracket-needs-a-winner", NEEDS_A_WINNER)
    _refuse_ending_or_glory(score, Ending.values)
    if score.ending == Ending.INTENTIONAL_DRAW and (score.outcome != DuelOutcome.DRAW or any(score.tallies)):
        raise Invalid("intentional-draw-has-no-glory", _("An intentional draw is a draw without GG."))
    _check_forfeit(score)
    came = list(zip(score.places, score.tallies, strict=True))
    if score.ending == Ending.GLORY and (len(score.first) != 1 or not fits_glory(came)):
        raise Invalid("glory-needs-a-loser-without", _no_win_by_glory(score))
    return score


def _refuse_ending_or_glory(score: Score, endings: Sequence[str]) -> None:
    if score.ending not in endings:
        raise Invalid("unknown-outcome", _("There is no such result."), fields=["ending"])
    if not all(0 <= glory <= MOST_GLORY for glory in score.tallies):
        raise Invalid("glory-out-of-range", _("Enter GG from 0 to %(most)s.") % {"most": MOST_GLORY})


def _check_forfeit(score: Score) -> None:
    if score.ending in GIVEN_UP and score.outcome == DuelOutcome.DRAW:
        message = _("A player who concedes, drops or does not show up loses, so this is not a draw.")
        raise Invalid("given-up-is-no-draw", message, fields=["ending"])
    if score.ending == Ending.WALKOVER and any(score.tallies):
        raise Invalid("walkover-has-no-glory", _("Without a game there are no GG: enter 0 : 0."), fields=["ending"])


def _no_win_by_glory(score: Score) -> Any:
    if len(score.first) == 1:
        return _(
            "The winner by glory has GG left and the loser has none: correct the GG, or how the game ended (1.4.1)."
        )
    return _("Without a winner nobody won by glory: choose how it ended, for example by time or a no-show.")


def _checked_table(score: Score) -> Score:
    """Return the score with no-shows in last place; refuse it if no table can end like that."""
    seats = range(len(score.places))
    if not set(score.absent) <= set(seats):
        raise Invalid("unknown-outcome", _("There is no such result."))
    _refuse_ending_or_glory(score, ENDINGS)
    came = [seat for seat in seats if seat not in score.absent]
    _refuse_impossible_places([score.places[seat] for seat in came])
    places = tuple(score.places[seat] if seat in came else len(seats) for seat in seats)
    tallies = tuple(score.tallies[seat] if seat in came else 0 for seat in seats)
    if len(came) < 2:
        return Score(places, tallies, _ending_without_a_game(score), score.absent)
    _refuse_impossible_ending(score.ending, [(places[seat], tallies[seat]) for seat in came])
    return Score(places, tallies, score.ending, score.absent)


def _refuse_without_winner(score: Score, match: Match) -> None:
    """Refuse a shared first place in the cut, and explain who wins: by GG, then levels in play, then seed."""
    if not score.first:
        raise Invalid("bracket-needs-a-winner", NEEDS_A_WINNER)
    if len(score.first) > 1:
        raise Invalid("shared-first-place-in-the-cut", _explain_winner(score, match, score.first))


def _explain_winner(score: Score, match: Match, first: Sequence[int]) -> str:
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


def _ending_without_a_game(score: Score) -> str:
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
    """Name the winner."""
    winner = {DuelOutcome.A.value: a, DuelOutcome.B.value: b}.get(outcome)
    if winner is not None:
        return str(_("%(name)s wins") % {"name": winner})
    return str(dict(DuelOutcome.choices).get(outcome, ""))


def describe_table(names: Sequence[str], score: Score) -> str:
    """Describe a score: "1. Ana (6 GG), 2. Bob (0 GG), 3. Cid (0 GG); Dan did not come"."""
    rows = list(zip(names, score.places, score.tallies, strict=True))
    came = [row for seat, row in enumerate(rows) if seat not in score.absent]
    there = [
        gettext("%(place)s. %(name)s (%(glory)s GG)") % {"place": place, "name": name, "glory": glory}
        for name, place, glory in sorted(came, key=lambda row: row[1])
    ]
    gone = [gettext("%(name)s did not come") % {"name": names[seat]} for seat in sorted(score.absent)]
    return ", ".join([*there, *gone])


def describe_score(match: Match, fields: Mapping[str, Any]) -> str:
    """Describe the score as text."""
    score, names = read_score(fields), [player.shown_name for player in match.seats()]
    if len(names) != 2:
        return describe_table(names, score)
    a, b = names
    glory_a, glory_b = score.tallies
    winner = {DuelOutcome.A: a, DuelOutcome.B: b}.get(score.outcome)
    words = pgettext("after a score", "%(name)s wins") % {"name": winner} if winner is not None else ""
    return f"{a} {glory_a} : {glory_b} {b}, {words or outcome_label(score.outcome, a, b)}"


def format_score(a: object, b: object) -> str:
    """Join two GG with non-breaking spaces."""
    return f"{a}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{b}"
