"""The open matches of somebody who has left."""

from accounts.models import User
from tournaments.models import Ending, Match, MatchState, Outcome, Registration, Result
from tournaments.services.results.entry import save_changed_match, settle, settle_by_rule
from tournaments.services.results.player_reports import counting_scores, reopened_state, state_from_reports
from tournaments.services.results.scores import read_score
from tournaments.services.results.table_scores import TableScore


def forfeit_open_matches(registration: Registration, *, who: User, why: str) -> None:
    """The opponent wins; in a match whose opponent has left too, both lose. Larger tables play on without them."""
    for match in open_matches(registration):
        if len(match.seats()) > 2:
            play_on_without(match, who=who, why=why)
            continue
        winner = Outcome.B if match.side_of(registration) == "a" else Outcome.A
        settle_by_rule(match, outcome=winner, ending=Ending.DROP, who=who, why=why)


def play_on_without(match: Match, *, who: User, why: str) -> None:
    """The table plays on while two or more are left; one alone is first. Who has left need not agree to a result."""
    left = [seat for seat, player in enumerate(match.seats()) if player.can_play]
    if not left and match.is_in_the_cut:
        left = [0]  # somebody goes on: the higher seed
    if len(left) < 2:
        size = len(match.seats())
        places = tuple(1 if seat in left else size for seat in range(size))
        absent = tuple(seat for seat in range(size) if seat not in left)
        score = TableScore(places, (0,) * size, Ending.DROP, absent)
        settle(match, score, source=Result.Source.SYSTEM, by=who, why=why)
    elif state_from_reports(match) == MatchState.DONE:
        agreed = next(iter(counting_scores(match).values()))
        settle(match, read_score(agreed), source=Result.Source.PLAYERS, by=who, why=why)
    else:
        _save_state(match)


def recount_reports(registration: Registration) -> None:
    """Somebody is back at a table of three or four: what they say counts again."""
    for match in open_matches(registration):
        if not match.is_duel:
            _save_state(match)


def _save_state(match: Match) -> None:
    state = reopened_state(match)
    if state != match.state:
        match.state = state
        save_changed_match(match)


def open_matches(registration: Registration) -> list[Match]:
    return list(Match.objects.of(registration).undecided().public().at_tables().named())
