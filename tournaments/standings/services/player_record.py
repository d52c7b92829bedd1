"""The games of one player, round by round."""

import dataclasses

from django.utils.translation import gettext

from tournaments.base.services.seats import own_outcome_at_table, seat_rows
from tournaments.models import Match, Outcome, Registration, Result

WON = {"a": Outcome.A, "b": Outcome.B}


@dataclasses.dataclass(frozen=True, slots=True)
class Game:
    """One game from its player's point of view. At larger tables it has `others`, places and a tally instead of an
    opponent."""

    round: int
    round_name: str
    stage: str
    match: int
    table: int | None
    opponent: Registration | None
    outcome: str
    glory: int | None
    glory_against: int | None
    ending: str
    others: tuple[Registration, ...] = ()
    place: int | None = None


def games_of(player: Registration) -> list[Game]:
    matches = Match.objects.named().of(player).public().order_by("round__number")
    results = {result.match_id: result for result in Result.objects.current().filter(match__in=matches)}
    return [_game(match, player, results.get(match.pk)) for match in matches]


def _game(match: Match, player: Registration, result: Result | None) -> Game:
    if match.is_in_the_cut:
        match.round.event = player.event  # needed for the round's name
    if not match.is_duel:
        return _game_at_table(match, player, result)
    side = match.side_of(player)
    glory = (result.glory_a, result.glory_b) if result else (None, None)
    mine, theirs = glory if side == "a" else glory[::-1]
    return Game(
        round=match.round.number,
        round_name=match.round_name,
        stage=match.round.stage,
        match=match.pk,
        table=match.table,
        opponent=match.opponent_of(player),
        outcome="bye" if match.is_bye else _outcome(result, side),
        glory=mine,
        glory_against=theirs,
        ending=result.get_ending_display() if result else "",
    )


AT_TABLE = {"won": "win", "drew": "draw", "lost": "loss", "placed": "placed"}


def _game_at_table(match: Match, player: Registration, result: Result | None) -> Game:
    mine = next(row for row in seat_rows(match, result) if row.player_id == player.pk)
    return Game(
        round=match.round.number,
        round_name=match.round_name,
        stage=match.round.stage,
        match=match.pk,
        table=match.table,
        opponent=None,
        outcome="bye" if match.is_bye else AT_TABLE[own_outcome_at_table(match, player, result)] if result else "",
        glory=mine.tally,
        glory_against=None,
        ending=gettext("did not come") if mine.absent else result.get_ending_display() if result else "",
        others=tuple(match.opponents_of(player)),
        place=mine.place,
    )


def _outcome(result: Result | None, side: str) -> str:
    if result is None:
        return ""
    if result.outcome in {Outcome.DRAW, Outcome.BOTH_LOSE}:
        return "draw" if result.outcome == Outcome.DRAW else "loss"
    return "win" if result.outcome == WON[side] else "loss"
