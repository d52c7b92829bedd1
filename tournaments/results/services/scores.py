"""Scores of matches and their validation: places and tallies of any number of seats."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from core.errors import Invalid
from tournaments.core.places import is_draw
from tournaments.core.scores import MOST_OF_A_HEAT, OUTCOME_OF_PLACES, fields_of, last_place, places_of_duel
from tournaments.events.models.formats import Format, Tally
from tournaments.results.models import DuelOutcome, Ending
from tournaments.rounds.models.matches import Match

WINS = _("%(name)s wins")
NEEDS_A_WINNER = _("In the top cut every match has a winner.")


@dataclasses.dataclass(frozen=True)
class Score:
    """Places and tallies in the order of the seats. `absent` are seats, from 0, whose players did not come to
    a larger table."""

    places: tuple[int, ...]
    tallies: tuple[int, ...]
    ending: str = Ending.GLORY
    absent: tuple[int, ...] = ()
    heat: tuple[int, ...] = ()  # of a heat: Demon turns taken and KOs

    @classmethod
    def duel(cls, outcome: str, glory_a: int = 0, glory_b: int = 0, ending: str = Ending.GLORY) -> "Score":
        return cls(tuple(places_of_duel(outcome)), (glory_a, glory_b), ending)

    @property
    def outcome(self) -> str:
        """Who won a duel; "" for other tables."""
        return OUTCOME_OF_PLACES.get(self.places, "")

    @property
    def first(self) -> list[int]:
        """The seats, from 0, in first place."""
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def fields(self) -> dict[str, Any]:
        """Return the score as it appears in the audit log, in API responses and in documents."""
        return fields_of(self.places, self.tallies, self.ending, self.absent, self.heat)

    def columns(self) -> dict[str, Any]:
        """Return the score as columns of a result row."""
        lists = {"places": list(self.places), "tallies": list(self.tallies), "absent": list(self.absent)}
        return lists | {"ending": str(self.ending), "heat": list(self.heat)}


def read_score(fields: Mapping[str, Any]) -> Score:
    """Build a score from the output of its `fields` method."""
    if "places" not in fields:
        return Score.duel(**fields)
    return score_of_columns(
        fields["places"], fields["tallies"], fields["ending"], fields.get("absent", ()), fields.get("heat", ())
    )


def score_of_columns(
    places: Sequence[int], tallies: Sequence[int], ending: str, absent: Sequence[int], heat: Sequence[int] = ()
) -> Score:
    """Build a score from the columns of a result row."""
    return Score(tuple(places), tuple(tallies), ending, tuple(absent), tuple(heat))


def refuse_other_kind(score: Score, match: Match) -> None:
    """Refuse a score of more or fewer seats."""
    if not len(score.places) == len(score.tallies) == len(match.seats()):
        raise Invalid("unknown-outcome", _("There is no such result."))


def checked_score(score: Score, match: Match) -> Score:
    """Return the score of this match, with who did not come in last place; refuse it if no game can end like that."""
    refuse_other_kind(score, match)
    _refuse_ending_or_glory(score, match.format, match.game_record.tally)
    came = [seat for seat in range(len(score.places)) if seat not in score.absent]
    _refuse_impossible_places([score.places[seat] for seat in came], match.format)
    _refuse_game_of_absent(score, match)
    _refuse_other_heat(score, match.format, came)
    checked = _with_absent_last(score, came, match.format)
    if match.is_in_the_cut:
        _refuse_without_winner(checked, match)
    if len(came) >= match.format.least_in_a_game:
        _refuse_impossible_ending(checked, came, match)
    return checked


def _refuse_ending_or_glory(score: Score, format_: Format, tally: Tally) -> None:
    if score.ending not in format_.endings:
        text = _("Games of this event do not end like that. Choose one of these: %(endings)s.")
        endings = ", ".join(str(Ending(each).label) for each in format_.endings)
        raise Invalid("unknown-outcome", text % {"endings": endings}, fields=["ending"], choices=[*format_.endings])
    if score.absent and not (format_.plays_on and set(score.absent) <= set(range(len(score.places)))):
        raise Invalid("unknown-outcome", _("There is no such result."))
    if not all(0 <= glory <= tally.most for glory in score.tallies):
        raise Invalid("glory-out-of-range", str(tally.out_of_range) % {"most": tally.most})
    if tally.most_together is not None and sum(score.tallies) > tally.most_together:
        raise Invalid("glory-out-of-range", str(tally.too_many) % {"most": tally.most_together})


def _refuse_impossible_places(places: Sequence[int], format_: Format) -> None:
    if not format_.are_places(places):
        text = _(
            "No table ends with these places. Who shares a place has the same one, and the next is left out: 1-2-2-4."
        )
        raise Invalid("impossible-places", text)


def _with_absent_last(score: Score, came: Sequence[int], format_: Format) -> Score:
    """A table with one player or none, who cannot have played, ends by no-show, unless players dropped or a judge has
    ruled."""
    seats = range(len(score.places))
    places = tuple(score.places[seat] if seat in came else last_place(len(seats)) for seat in seats)
    tallies = tuple(score.tallies[seat] if seat in came else 0 for seat in seats)
    without_a_game = len(came) < format_.least_in_a_game and score.ending not in {Ending.DROP, Ending.RULING}
    return Score(places, tallies, Ending.NO_SHOW if without_a_game else score.ending, score.absent, score.heat)


def _refuse_game_of_absent(score: Score, match: Match) -> None:
    """Refuse a tally, or what is counted of a heat, of players who did not come: one of the two is wrong."""
    played = [seat for seat in score.absent if score.tallies[seat] or any(score.heat)]
    if played:
        text = _("%(name)s did not come, and yet numbers of a game are entered: correct one of the two.")
        name = match.seats()[played[0]].shown_name
        raise Invalid("absent-and-played", text % {"name": name}, seats=[seat + 1 for seat in played])


def _refuse_other_heat(score: Score, format_: Format, came: Sequence[int]) -> None:
    """Refuse a heat without Demon turns and KOs, and these numbers elsewhere."""
    numbers = len(format_.also_counted) if came else 0
    if len(score.heat) != numbers or not all(0 <= number <= MOST_OF_A_HEAT for number in score.heat):
        text = _("Enter the Demon turns and the KOs, from 0 to %(most)s.") if numbers else _("There is no such result.")
        raise Invalid("heat-incomplete", text % {"most": MOST_OF_A_HEAT} if numbers else text)


def _refuse_impossible_ending(score: Score, came: Sequence[int], match: Match) -> None:
    """Refuse an ending that contradicts place and tally of the players who came."""
    format_, tally = match.format, match.game_record.tally
    has_glory, is_shared = any(score.tallies), is_draw(score.places)
    if score.ending == Ending.NO_SHOW and format_.words.no_show_with_game:
        raise Invalid("no-show-with-a-game", format_.words.no_show_with_game, fields=["ending"])
    if score.ending == Ending.INTENTIONAL_DRAW and (has_glory or not is_shared):
        raise Invalid("intentional-draw-has-no-glory", tally.none_in_a_draw)
    if score.ending in format_.endings_with_winner and is_shared:
        raise Invalid(format_.no_draw, format_.words.no_draw, fields=["ending"])
    if score.ending == Ending.WALKOVER and has_glory:
        raise Invalid("walkover-has-no-glory", tally.none_without_game, fields=["ending"])
    check = format_.checks.get(score.ending)
    if check is None or check.fits([(score.places[seat], score.tallies[seat]) for seat in came], match.is_in_the_cut):
        return
    if check.without_winner and len(score.first) != 1:
        raise Invalid(check.code, check.without_winner)
    victory = {"article": match.round.event.rules.cites("1.4.1", "")}
    raise Invalid(check.code, str(check.text) % victory, fields=["ending"])


def _refuse_without_winner(score: Score, match: Match) -> None:
    """Refuse a shared first place in the cut; explain which player wins where ties are broken."""
    if len(score.first) > 1 and match.format.words.cut_tie:
        raise Invalid("shared-first-place-in-the-cut", _explain_winner(score, match, score.first))
    if len(score.first) != 1:
        raise Invalid("bracket-needs-a-winner", NEEDS_A_WINNER)


def _explain_winner(score: Score, match: Match, first: Sequence[int]) -> str:
    """Explain which of the players in first place advances."""
    players, seeds = match.seats(), match.round.event.cut_seeds
    most = max(score.tallies[seat] for seat in first)
    equal = [seat for seat in first if score.tallies[seat] == most]
    winner = min((players[seat] for seat in equal), key=lambda player: seeds.index(player.pk))
    facts = {"name": winner.shown_name, "glory": most, "seed": seeds.index(winner.pk) + 1}
    if len(equal) == 1:
        return gettext("In the cut one player wins: %(name)s, with most GG (%(glory)s).") % facts
    return str(match.format.words.cut_tie) % facts


def outcome_label(outcome: str, names: Sequence[object], wins: Any = WINS) -> str:
    """Name the winner of a duel; "" for other tables."""
    winner = dict(zip((DuelOutcome.A.value, DuelOutcome.B.value), names, strict=False)).get(outcome)
    if winner is not None:
        return str(wins) % {"name": winner}
    return str(dict(DuelOutcome.choices).get(outcome, ""))


def describe_score(match: Match, fields: Mapping[str, Any]) -> str:
    """Describe the score as text: "Ana 6 : 0 Bo, Ana wins", or all places."""
    score, names = read_score(fields), [player.shown_name for player in match.seats()]
    outcome = outcome_label(score.outcome, names, pgettext("after a score", "%(name)s wins"))
    return ", ".join(filter(None, (match.format.score(names, score), outcome)))
