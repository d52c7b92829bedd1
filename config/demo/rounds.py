"""Rounds of the demonstration: paired, played, confirmed or still open."""

from django.utils.translation import gettext as _

from config.demo.games import Played, play
from config.demo.people import Hosts, user_of
from tools.selfplay.rng import Rng
from tournaments.models import Event, Match, Outcome, Round
from tournaments.services.results.entry import enter_result
from tournaments.services.results.reporting import confirm_result, dispute_result, report_result
from tournaments.services.results.scores import Score
from tournaments.services.rounds.pairing import pair_round
from tournaments.services.rounds.publishing import publish_round
from tournaments.services.rounds.timer import start_timer


def next_round(event: Event, hosts: Hosts) -> list[Match]:
    return publish(hosts, pair_round(event_id=event.pk, who=hosts.organiser))


def publish(hosts: Hosts, drafted: Round) -> list[Match]:
    publish_round(round_id=drafted.pk, who=hosts.organiser)
    drafted.refresh_from_db()
    start_timer(played=drafted, who=hosts.organiser)
    return [match for match in drafted.matches.named().by_table() if not match.is_bye]


def play_out(hosts: Hosts, matches: list[Match]) -> None:
    """Enter results only, without logs."""
    for match in matches:
        rng = Rng(match.pk)
        glory = rng.one_of((6, 7, 9, 10, 13))
        score = Score(Outcome.A, glory, 0) if rng.happens(0.5) else Score(Outcome.B, 0, glory)
        enter_result(match_id=match.pk, who=hosts.organiser, score=score)


def report_and_confirm(game: Played) -> None:
    match = report_result(match_id=game.match.pk, who=user_of(game.match.a), score=game.score)
    assert match.b is not None
    confirm_result(match_id=match.pk, who=user_of(match.b), seen_version=match.version)


def play_half_the_round(matches: list[Match]) -> None:
    """Some results are confirmed, one is disputed, two are reported by one player, the other tables are playing."""
    for game in map(play, matches[1:3]):
        report_and_confirm(game)
    disputed, *half = map(play, matches[3:6])
    match = report_result(match_id=disputed.match.pk, who=user_of(disputed.match.a), score=disputed.score)
    assert match.b is not None
    dispute_result(
        match_id=match.pk, who=user_of(match.b), seen_version=match.version, note=_("My Queen was not knocked out.")
    )
    for game in half:
        report_result(match_id=game.match.pk, who=user_of(game.match.a), score=game.score)
