"""The open matches of somebody who has left."""

from accounts.models import User
from tournaments.models import Ending, Match, Outcome, Registration
from tournaments.services.results.entry import settle_by_rule


def forfeit_open_matches(registration: Registration, *, who: User, why: str) -> None:
    """The opponent wins; in a match whose opponent has left too, both lose."""
    for match in open_matches(registration):
        winner = Outcome.B if match.side_of(registration) == "a" else Outcome.A
        settle_by_rule(match, outcome=winner, ending=Ending.DROP, who=who, why=why)


def open_matches(registration: Registration) -> list[Match]:
    return list(Match.objects.of(registration).undecided().public().at_tables().named())
