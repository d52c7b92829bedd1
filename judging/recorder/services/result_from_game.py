"""Reporting the result of a game that was recorded to its end."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from judging.cases.comparison.result_differences import ENDINGS, OF_GLYPHS
from judging.cases.comparison.seat_matching import seating
from judging.logs.services.parsed_logs import log_of_recording
from judging.models import Recording
from judging.recorder.services import blast
from judging.recorder.services.recording import account_of, game_of
from judging.rights import plays_in
from rules.games import BLAST, QUEST, Account, Position, of
from tournaments.core.places import Finish, places
from tournaments.models import Ending, Match
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import has_reported, report_result
from tournaments.results.services.scores import Score


def score_from_game(recording: Recording, match: Match) -> Score | None:
    """Return the score by sides, to whom partners add their GG (9.3.2). None if the rules name no winner (time, or a
    judge decides): then the players report it themselves."""
    return SCORE_OF.get(of(recording.header).game, _score_of_figures)(recording, match)


def _score_of_figures(recording: Recording, match: Match) -> Score | None:
    game = account_of(recording) if recording.is_light else game_of(recording)
    if game.winner is None or game.won_by not in ENDINGS:
        return None
    side_of = {player: match.seat_of(seat) or 0 for player, seat in seating(recording.header, match).items()}
    sides = range(len(match.seats()))
    players = {side: [player for player, own in side_of.items() if own == side] for side in sides}
    came = [side for side in sides if players[side]]
    first = game.seats.on(game.winner) if isinstance(game, Position) else (game.winner,)
    finishes = [_finish(game, players[side], won=first[0] in players[side]) for side in came]
    ranks = dict(zip(came, places(finishes, came.index(side_of[first[0]])), strict=True))
    return Score(
        tuple(ranks.get(side, len(sides)) for side in sides),
        tuple(sum(game.glory[player] for player in players[side]) for side in sides),
        ENDINGS[game.won_by],
        tuple(side for side in sides if side not in came),
    )


def _score_of_ledger(recording: Recording, match: Match) -> Score | None:
    """Of a ledger of several players: who has won alone is first, and the places of the others follow their GG."""
    stated = of(recording.header).light_logs.result(account_of(recording))
    if stated is None:
        return None
    seat_of = {player: match.seat_of(seat) or 0 for player, seat in seating(recording.header, match).items()}
    came = sorted(seat_of, key=seat_of.__getitem__)
    alone = stated["winners"][0] if len(stated["winners"]) == 1 else None
    finishes = [Finish(stated["gg"][player]) for player in came]
    ranks = dict(zip(came, places(finishes, came.index(alone) if alone else None), strict=True))
    everyone = range(len(match.seats()))
    at = {seat: player for player, seat in seat_of.items()}
    return Score(
        tuple(ranks[at[seat]] if seat in at else len(everyone) for seat in everyone),
        tuple(stated["gg"][at[seat]] if seat in at else 0 for seat in everyone),
        stated["ending"],
        tuple(seat for seat in everyone if seat not in at),
    )


def _score_of_glyphs(recording: Recording, match: Match) -> Score | None:
    """Of a game whose tally are glyph cells. At time the one with more of them has won."""
    game = blast.position_of(log_of_recording(recording))
    ending = OF_GLYPHS.get(game.ending or "")
    player_at = {match.seat_of(seat) or 0: player for player, seat in seating(recording.header, match).items()}
    if ending is None or len(player_at) != len(match.seats()):
        return None
    tallies = tuple(game.held(player_at[seat]) for seat in sorted(player_at))
    more = max(tallies) if ending == Ending.TIME and len({*tallies}) > 1 else None
    won = [tally == more or player_at[seat] == game.winner for seat, tally in enumerate(tallies)]
    if match.is_in_the_cut and not any(won):
        return None
    return Score(tuple(1 if each or not any(won) else 2 for each in won), tallies, ending)


SCORE_OF = {BLAST.game: _score_of_glyphs, QUEST.game: _score_of_ledger}


def _finish(game: Position | Account, players: Sequence[str], *, won: bool) -> Finish:
    """How it ended for one side, which is out with its last player. An account tells neither levels nor who is out;
    both only matter between those who lost."""
    glory = sum(game.glory[player] for player in players)
    if not isinstance(game, Position):
        return Finish(glory)
    levels = sum(unit.level for player in players for unit in game.in_play(player) if unit.is_krosmaster)
    left = _left(game)
    return Finish(glory, levels, None if won or not left.keys() >= {*players} else max(left[each] for each in players))


def _left(game: Position) -> dict[str, int]:
    """Number the players who are out, those together alike, the first to go first."""
    together = groupby(game.out.items(), lambda left: left[1])
    return {player: number for number, (_at, group) in enumerate(together, start=1) for player, _when in group}


def report_result_from_game(*, recording: Recording, who: Any) -> bool:
    """Report the result for a player, or enter it for the staff. Raise Refused as those services do."""
    match = recording.match
    if match is None or match.is_done:
        return False
    score = score_from_game(recording, match)
    if score is None:
        return False
    if plays_in(match, who):
        if not has_reported(match, who, score):  # the log was submitted twice
            report_result(match_id=match.pk, who=who, score=score)
    else:
        enter_result(match_id=match.pk, who=who, score=score)
    return True
