"""Scores of tables of three or four, where each player plays alone: a place and Gallons of Glory for each seat."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Invalid
from tournaments.core.fours.places import are_places, is_draw
from tournaments.models import Ending, Match
from tournaments.models.results import MOST_GLORY

ENDINGS = (Ending.GLORY, Ending.KROSMASTERS, Ending.TIME, Ending.CONCESSION, Ending.NO_SHOW, Ending.DROP, Ending.RULING)
NEEDS_A_WINNER = _("In the top cut every match has a winner.")
BY_PLAYERS = (Ending.GLORY, Ending.KROSMASTERS, Ending.TIME, Ending.CONCESSION)


@dataclasses.dataclass(frozen=True)
class TableScore:
    """A score with its values in the order of the seats. `absent` are the seats, from 0, whose players did not come."""

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


def read_table_score(fields: Mapping[str, Any]) -> TableScore:
    return TableScore(
        tuple(fields["places"]), tuple(fields["tallies"]), fields["ending"], tuple(fields.get("absent", ()))
    )


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
    if ending == Ending.GLORY and any((place == 1) != (glory > 0) for place, glory in came):
        text = _("The winner by glory has GG left and nobody else has any (1.4.1).")
        raise Invalid("glory-needs-losers-without", text, fields=["ending"])


def describe_table(match: Match, fields: Mapping[str, Any]) -> str:
    """Describe a score: "1. Ana (6 GG), 2. Bob (0 GG), 3. Cid (0 GG); Dan did not come"."""
    rows = list(zip(match.seats(), fields["places"], fields["tallies"], strict=True))
    absent = set(fields.get("absent", ()))
    came = [row for seat, row in enumerate(rows) if seat not in absent]
    there = [
        gettext("%(place)s. %(name)s (%(glory)s GG)") % {"place": place, "name": player.shown_name, "glory": glory}
        for player, place, glory in sorted(came, key=lambda row: row[1])
    ]
    gone = [gettext("%(name)s did not come") % {"name": rows[seat][0].shown_name} for seat in sorted(absent)]
    return ", ".join([*there, *gone])
