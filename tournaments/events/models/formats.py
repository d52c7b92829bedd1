"""What differs between the formats of an event, one record each: code elsewhere reads its fields."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core import round_advice
from tournaments.core.fours import advice as advice_at_tables
from tournaments.core.scoring import PointsByPlace, Scoring, WinDrawLoss
from tournaments.events.models.settings import Mode

Text = str | Promise


def _by_outcome(event: Any) -> Scoring:
    return WinDrawLoss(event.points_win, event.points_draw, event.points_loss, event.glory_cap)


def _by_place(event: Any) -> Scoring:
    first, second, third, last = event.points_by_place
    return PointsByPlace((first, second, third, last), event.bye_points, event.glory_cap)


@dataclass(frozen=True, slots=True)
class Format:
    """How many sit at a table, and what follows from it."""

    seats: int  # of players, or of crews, at a full table
    may_be_short: bool  # of one, where the event allows it
    scoring: Callable[[Any], Scoring]  # of an event
    tie_breaks: tuple[str, ...]  # in this order; none: the event has its own
    advised_rounds: Callable[[int], int]
    advised_cut: Callable[[int], int]
    rounds_without_rematch: Callable[[int], int]
    can_clinch: bool  # whether it can be published who has qualified for the cut
    left_the_cut: str  # code of what follows where a player of the cut has left
    pairings: str  # template of a round
    one_line: bool  # whether a table is shown on one line, with its score as 6 : 0
    names_sides: bool  # whether documents call the players a and b
    nobody_won: Text
    opponents: Text  # title of the column with who else sits at the table
    record: Text  # title of the column that counts results
    how: Mapping[str, Text]  # values were computed, where it has words of its own
    why: Mapping[str, Text]  # a game was counted or not, where it has words of its own


DUEL = Format(
    seats=2,
    may_be_short=False,
    scoring=_by_outcome,
    tie_breaks=(),
    advised_rounds=round_advice.advised_rounds,
    advised_cut=round_advice.advised_cut,
    rounds_without_rematch=lambda players: max(players - 1, 0),
    can_clinch=True,
    left_the_cut="opponent-goes-on",
    pairings="tournaments/rounds/parts/pairings.html",
    one_line=True,
    names_sides=True,
    nobody_won=_("both lose"),
    opponents=_("Opponent"),
    record=_("W-D-L"),
    how={},
    why={},
)
CREWS = replace(DUEL)
TABLES_OF_FOUR = Format(
    seats=4,
    may_be_short=True,
    scoring=_by_place,
    tie_breaks=("points", "first-places", "opponents-share", "gg-scored", "random"),
    advised_rounds=advice_at_tables.advised_rounds,
    advised_cut=lambda _players: 0,
    rounds_without_rematch=advice_at_tables.rounds_without_rematch,
    can_clinch=False,
    left_the_cut="others-play-on",
    pairings="tournaments/rounds/parts/pairings_of_tables.html",
    one_line=False,
    names_sides=False,
    nobody_won=_("no winner"),
    opponents=_("Opponents"),
    record=_("Places"),
    how={
        "mean": _("mean of their shares: points over the most that their tables could give, each at least %(floor)s"),
        "floor": _("nobody met yet: %(floor)s"),
    },
    why={"no-show": _("did not come")},
)
FORMATS: dict[str, Format] = {Mode.DUEL: DUEL, Mode.TWO_V_TWO: CREWS, Mode.FREE_FOR_ALL: TABLES_OF_FOUR}
