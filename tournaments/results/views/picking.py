"""A result by tapping: first the winner's name, then the tally. The same for players and staff."""

import dataclasses
from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.models.formats import Format
from tournaments.events.models.words import Text
from tournaments.models import DuelOutcome, Ending, Match

CHIPS = {DuelOutcome.A: "a:{n}:0:{ending}", DuelOutcome.B: "b:0:{n}:{ending}"}


@dataclasses.dataclass(frozen=True)
class Chip:
    number: int
    score: str
    label: str


@dataclasses.dataclass(frozen=True)
class Pick:
    """A winner or a draw, with the chips that can be tapped next."""

    side: str
    name: str
    without_a_game: str
    endings: tuple[tuple[str, Text], ...]
    otherwise: Text  # title of what is asked below the chips, or in their place
    chips: tuple[Chip, ...] = ()
    chips_label: str = ""
    absent: tuple[tuple[str, str], ...] = ()  # for the staff: who did not come, and the score that follows


def _picks(match: Match, names: list[str], *, for_staff: bool) -> list[Pick]:
    form = match.format
    winners = [_pick(match, side, name) for side, name in zip((DuelOutcome.A, DuelOutcome.B), names, strict=True)]
    draw = Pick(
        "draw",
        _("Draw"),
        f"draw:0:0:{Ending.INTENTIONAL_DRAW}",
        _labelled(form, form.endings_of_draw),
        form.words.draw_by,
    )
    picks = winners if match.is_in_the_cut else [*winners, draw]
    return [_with_absences(one, names, match) for one in picks] if for_staff else picks


def _pick(match: Match, side: DuelOutcome, name: str) -> Pick:
    """Offer a tally for each ending by which the loser has none; all other endings are asked with both tallies."""
    form, by_tally = match.format, match.format.won_by_tally
    not_here = {by_tally, Ending.WALKOVER, Ending.INTENTIONAL_DRAW, Ending.NO_WINNER}
    others = [ending for ending in form.endings_by_players if ending not in not_here]
    chips = _chips(match, side, name) if by_tally else ()
    return Pick(
        side.value,
        name,
        f"{side.value}:0:0:{Ending.WALKOVER}",
        _labelled(form, others),
        _("The game ended otherwise") if chips else _("%(name)s wins") % {"name": name},
        chips,
        str(form.words.wins_with) % {"name": name} if chips else "",
    )


def _chips(match: Match, side: DuelOutcome, name: str) -> tuple[Chip, ...]:
    form = match.format
    return tuple(
        Chip(
            number,
            CHIPS[side].format(n=number, ending=form.won_by_tally),
            str(form.words.win_with) % {"name": name, "number": number},
        )
        for number in range(1, match.game_record.tally.usual + 1)
    )


def _labelled(form: Format, endings: Any) -> tuple[tuple[str, Text], ...]:
    return tuple((ending, form.words.endings.get(ending, Ending(ending).label)) for ending in endings)


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
    tally = match.game_record.tally
    tallies = [(seat, str(tally.of_player) % {"name": name}) for seat, name in zip("ab", names, strict=True)]
    any_tally = range(tally.usual + 1)
    return {"picks": picks, "action": action, "any_tally": any_tally, "tallies": tallies, "for_staff": for_staff}
