"""A player's view of their events: what they have to do in each, and their games so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from tournaments.base.services.seats import (
    by_side,
    company,
    joined_names,
    own_outcome_at_table,
    seat_rows,
    summary,
)
from tournaments.events.models.settings import OVER
from tournaments.lists.models import SubmittedList
from tournaments.models import Ending, Event, Match, MatchState, Outcome, Registration, Result, ResultReport
from tournaments.results.services.scores import format_score

MOST_EVENTS = 100
CLAIMS = frozenset({ResultReport.Kind.RESULT, ResultReport.Kind.AGREES})

# endings that read differently for the winner and the loser
ENDED = {
    Ending.CONCESSION: (_("your opponent conceded"), _("you conceded")),
    Ending.WALKOVER: (_("your opponent conceded without a game"), _("you conceded without a game")),
    Ending.NO_SHOW: (_("your opponent did not come"), _("you did not come")),
    Ending.DROP: (_("your opponent dropped"), _("you dropped")),
}


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A finished game as its player sees it: their own Gallons of Glory come first."""

    match: Match
    opponent: Registration | None
    outcome: str = ""  # "won", "lost" or "drew", at larger tables also "placed"; "" for a bye
    score: str = ""
    how: str | Promise = ""
    others: str = ""  # at larger tables: everyone else there


@dataclass
class OwnEvent:
    me: Registration
    current: Match | None = None
    opponent: Registration | None = None
    company: str = ""  # at larger tables: the opponents
    to_confirm: str = ""  # the score that the opponent reported, with the player's own GG first
    has_reported: bool = False
    team_list: SubmittedList | None = None
    games: list[OwnGame] = field(default_factory=list)  # the latest first

    @property
    def event(self) -> Event:
        return self.me.event

    @property
    def may_check_in(self) -> bool:
        return self.me.can_play and not self.me.is_checked_in and self.event.is_check_in_open

    @property
    def needs_a_list(self) -> bool:
        return self.event.lists_required and self.me.can_play and not self.event.is_over

    def is_from_own_side(self, by: int) -> bool:
        """Whether a report is from this player or their partner, either of whom speaks for both."""
        partners = self.current.partners_of(self.me) if self.current else []
        return by in {self.me.pk, *(partner.pk for partner in partners)}


def events_played_by(user: User) -> list[OwnEvent]:
    """Return the events of the user, the latest first."""
    mine = Registration.objects.filter(user=user).exclude(event__awaits_moderator=True, event__state__in=OVER)
    return own_events(mine.select_related("event", "user").order_by("-event__starts_at")[:MOST_EVENTS])


def own_events(players: Iterable[Registration]) -> list[OwnEvent]:
    """Return the events in the given order, in a constant number of queries."""
    events = {me.pk: OwnEvent(me) for me in players}
    matches = Match.objects.of_any(events).public().named().select_related("round__event").order_by("-round__number")
    results = {result.match_id: result for result in Result.objects.current().filter(match__in=[*matches])}
    for match in matches:
        for seat in match.seated():
            if seat.registration_id in events:
                _add_match(events[seat.registration_id], match, results.get(match.pk))
    for submitted in SubmittedList.objects.current().filter(registration__in=events).defer("verdict"):
        events[submitted.registration_id].team_list = submitted
    _add_reports(events.values())
    return list(events.values())


def score_to_confirm(me: Registration, match: Match | None) -> str:
    """Return the score that others have reported and this player has to confirm, as in `OwnEvent.to_confirm`."""
    if match is None or match.state != MatchState.REPORTED:
        return ""
    (own,) = own_events([me])
    return own.to_confirm if own.current == match else ""


def _add_match(own: OwnEvent, match: Match, result: Result | None) -> None:
    if result is not None or match.is_bye:
        own.games.append(own_game(match, own.me, result))
    elif match.round.is_open and own.current is None:
        own.current = match
        if match.is_duel:
            own.opponent = match.opponent_of(own.me)
        else:
            own.company = company(match, own.me)


def _add_reports(events: Iterable[OwnEvent]) -> None:
    playing = {own.current.pk: own for own in events if own.current}
    reports = ResultReport.objects.current().filter(match__in=playing)
    last = {(report.match_id, report.by_id): report for report in reports}
    for (match, by), report in last.items():
        own = playing[match]
        if report.says not in CLAIMS:
            continue
        if own.is_from_own_side(by):
            own.has_reported = True
        elif own.current and own.current.state == MatchState.REPORTED:
            own.to_confirm = _reported(own, report, own.current)
    for own in playing.values():
        if own.has_reported:
            own.to_confirm = ""


def _reported(own: OwnEvent, report: ResultReport, match: Match) -> str:
    return own_score(report, match.side_of(own.me)) if match.is_duel else summary(match, report)


def own_game(match: Match, me: Registration, result: Result | None) -> OwnGame:
    if not match.is_duel:
        return _game_at_table(match, me, result)
    opponent, side = match.opponent_of(me), match.side_of(me)
    if result is None:
        return OwnGame(match, opponent)
    return OwnGame(match, opponent, own_outcome(result, side), own_score(result, side), own_ending(result, side))


def _game_at_table(match: Match, me: Registration, result: Result | None) -> OwnGame:
    if result is None:
        return OwnGame(match, None)
    of_two_sides = len({seat.side for seat in match.seated()}) == 2
    outcome = own_outcome_at_table(match, me, result) if of_two_sides else "placed"
    score = own_score_at_table(match, me, result)
    others = joined_names([*match.partners_of(me), *match.opponents_of(me)])
    return OwnGame(match, None, outcome, score, result.get_ending_display(), others)


def own_score_at_table(match: Match, me: Registration, score: Result | ResultReport) -> str:
    """Return "place 2 of 4, 3 GG", or the tallies of two sides, with the player's own first."""
    rows = seat_rows(match, score)
    mine = next(row for row in rows if row.player_id == me.pk)
    if mine.absent:
        return gettext("did not come")
    sides = by_side(rows)
    if len(sides) == 2:
        ours, theirs = sorted(sides, key=lambda side: side[0].side != mine.side)
        return format_score(sum(row.tally or 0 for row in ours), sum(row.tally or 0 for row in theirs))
    values = {"place": mine.place, "seats": len(rows), "glory": mine.tally}
    return gettext("place %(place)s of %(seats)s, %(glory)s GG") % values


def own_outcome(result: Result, side: str) -> str:
    if result.outcome == Outcome.DRAW:
        return "drew"
    return "won" if result.outcome == side else "lost"


def own_score(result: Result | ResultReport, side: str) -> str:
    mine, theirs = result.glory_a, result.glory_b
    return format_score(mine, theirs) if side == "a" else format_score(theirs, mine)


def own_ending(result: Result, side: str) -> str | Promise:
    """Return the ending as worded for the player on this side."""
    if result.outcome in {Outcome.A, Outcome.B} and result.ending in ENDED:
        winner, loser = ENDED[Ending(result.ending)]
        return winner if result.outcome == side else loser
    return result.get_ending_display()
