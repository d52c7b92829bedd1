"""Forfeits: the open matches of players who have left."""

from accounts.models import User
from tournaments.core.scores import last_place
from tournaments.models import Ending, Match, MatchState, Registration, Result
from tournaments.results.services.entry import save_changed_match, settle
from tournaments.results.services.player_reports import counting_scores, reopened_state, state_from_reports
from tournaments.results.services.scores import Score, read_score


def forfeit_open_matches(registration: Registration, *, who: User, why: str) -> None:
    """Let a table continue if two or more are left, or else put the last side first: the opponent in a duel. Without
    any, both lose."""
    for match in open_matches(registration):
        gone, plays_on = match.seat_of(registration), match.format.plays_on
        left = [seat for seat, player in enumerate(match.seats()) if seat != gone and player.can_play]
        if not left and match.is_in_the_cut:
            left = [0]  # somebody must advance: the higher seed
        if len(left) < 2:
            seats = range(len(match.seats()))
            places = tuple(1 if seat in left else last_place(len(seats)) for seat in seats)
            absent = tuple(seat for seat in seats if seat not in left and plays_on)
            score = Score(places, (0,) * len(seats), Ending.DROP, absent)
            settle(match, score, source=Result.Source.SYSTEM, by=who, why=why)
        elif state_from_reports(match) == MatchState.DONE:
            agreed = next(iter(counting_scores(match).values()))
            settle(match, read_score(agreed), source=Result.Source.PLAYERS, by=who, why=why)
        else:
            _save_state(match)


def recount_reports(registration: Registration) -> None:
    """Update open matches after a player's return to a table, where their reports count again."""
    for match in open_matches(registration):
        _save_state(match)


def _save_state(match: Match) -> None:
    state = reopened_state(match)
    if state != match.state:
        match.state = state
        save_changed_match(match)


def open_matches(registration: Registration) -> list[Match]:
    return list(Match.objects.of(registration).undecided().public().at_tables().named())
