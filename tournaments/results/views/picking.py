"""A result by tapping: first the winner's name, then the GG. The same for players and staff."""

import dataclasses
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import DuelOutcome, Ending, Match

CHIPS = {DuelOutcome.A: "a:{n}:0:glory", DuelOutcome.B: "b:0:{n}:glory"}
OTHERWISE = (Ending.KROSMASTERS, Ending.TIME, Ending.CONCESSION)


@dataclasses.dataclass(frozen=True)
class Pick:
    """A winner or a draw, with the chips that can be tapped next."""

    side: str
    name: str
    chips: tuple[tuple[int, str], ...]
    without_a_game: str
    endings: tuple[Ending, ...]
    absent: tuple[tuple[str, str], ...] = ()  # for the staff: who did not come, and the score that follows


def _picks(match: Match, names: list[str], *, for_staff: bool) -> list[Pick]:
    draw = Pick("draw", _("Draw"), (), f"draw:0:0:{Ending.INTENTIONAL_DRAW}", (Ending.TIME,))
    usual = match.game_record.tally.usual
    winners = [_pick(DuelOutcome.A, names[0], usual), _pick(DuelOutcome.B, names[1], usual)]
    picks = winners if match.is_in_the_cut else [*winners, draw]
    return [_with_absences(one, names, match) for one in picks] if for_staff else picks


def _pick(side: DuelOutcome, name: str, usual: int) -> Pick:
    chips = tuple((n, CHIPS[side].format(n=n)) for n in range(1, usual + 1))
    return Pick(side.value, name, chips, f"{side.value}:0:0:{Ending.WALKOVER}", OTHERWISE)


def _with_absences(pick: Pick, names: list[str], match: Match) -> Pick:
    loser = {DuelOutcome.A.value: names[1], DuelOutcome.B.value: names[0]}.get(pick.side)
    one = [(_("%(name)s is absent") % {"name": loser}, f"{pick.side}:0:0:{Ending.NO_SHOW}")] if loser else []
    both = [] if match.is_in_the_cut else [(_("Both absent"), f"{DuelOutcome.BOTH_LOSE}:0:0:{Ending.NO_SHOW}")]
    return dataclasses.replace(pick, absent=(*one, *both))


def picker_context(match: Match, action: str, *, for_staff: bool) -> dict[str, Any]:
    """Return the chips of a duel, which report for its players and enter for staff."""
    if match.is_bye or not match.format.outcomes:
        return {}
    names = [player.full_name if for_staff else player.shown_name for player in match.seats()]
    picks = _picks(match, names, for_staff=for_staff)
    any_glory = range(match.game_record.tally.usual + 1)
    return {"picks": picks, "action": action, "any_glory": any_glory, "names": names, "for_staff": for_staff}
