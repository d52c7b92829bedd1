"""The games of one player, round by round."""

import dataclasses

from django.utils.translation import gettext

from tournaments.base.services.seats import own_outcome
from tournaments.models import Match, Registration, Result

OUTCOMES = {"won": "win", "drew": "draw", "lost": "loss", "placed": "placed"}


@dataclasses.dataclass(frozen=True, slots=True)
class Game:
    """One game from its player's point of view. At larger tables it has a place instead of the opponent's GG."""

    round: int
    round_name: str
    stage: str
    match: int
    table: int | None
    others: tuple[Registration, ...]
    demon: str  # of a heat, in which nobody else plays
    outcome: str
    glory: int | None
    glory_against: int | None
    ending: str
    place: int | None


def games_of(player: Registration) -> list[Game]:
    matches = Match.objects.named().of(player).public().order_by("round__number")
    results = {result.match_id: result for result in Result.objects.current().filter(match__in=matches)}
    return [_game(match, player, results.get(match.pk)) for match in matches]


def _game(match: Match, player: Registration, result: Result | None) -> Game:
    match.round.event = player.event  # needed for the round's name
    seat, has_outcome = match.seat_of(player) or 0, bool(result and result.outcome)
    is_absent = result is not None and seat in result.absent
    place, glory = (result.places[seat], result.tallies[seat]) if result and not is_absent else (None, None)
    return Game(
        round=match.round.number,
        round_name=match.round_name,
        stage=match.round.stage,
        match=match.pk,
        table=match.table,
        others=tuple(match.others(player)),
        demon=match.demon_name or "–",
        outcome="bye" if match.is_bye else OUTCOMES[own_outcome(match, player, result)] if result else "",
        glory=glory,
        glory_against=result.tallies[1 - seat] if result and has_outcome and not match.is_bye else None,
        ending=gettext("did not come") if is_absent else result.get_ending_display() if result else "",
        place=None if has_outcome else place,
    )
