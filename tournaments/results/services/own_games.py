"""A player's view of their events: what they have to do in each, and their games so far."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from tournaments.base.services.seats import AnyScore, absent_seats, company, joined_names, own_outcome, summary
from tournaments.events.models.settings import OVER
from tournaments.lists.models import SubmittedList
from tournaments.models import Event, Match, MatchState, Registration, Result, ResultReport
from tournaments.results.services.scores import Score, describe_score

MOST_EVENTS = 100
CLAIMS = frozenset({ResultReport.Kind.RESULT, ResultReport.Kind.AGREES})

YOURS = {"won": _("you won"), "drew": _("draw"), "lost": _("you lost")}
OUTCOMES = {"won": _("won"), "drew": _("drew"), "lost": _("lost")}


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A finished game as its player sees it: their own Gallons of Glory come first."""

    match: Match
    others: list[Registration]  # everyone else at the table
    outcome: str = ""  # "won", "lost" or "drew", at larger tables "placed"; "" for a bye
    score: str = ""
    how: str | Promise = ""

    @property
    def line(self) -> str:
        """The result and where it was: "won 6 : 0, round 3 against Bo"."""
        form, names = self.match.format, joined_names(self.others)
        result = form.own_result(str(OUTCOMES.get(self.outcome, "")), self.score)
        where = {"round": self.match.round_name_in_sentence, "name": names, "names": names}
        return f"{result}, {str(form.words.own_round) % where}"


@dataclass
class OwnEvent:
    me: Registration
    current: Match | None = None
    company: str = ""  # who else sits at the table
    to_confirm: str = ""  # what others have reported, with the player's own GG first
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
        own.current, own.company = match, company(match, own.me)


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
            scores = {"own": _own_report(own.current, own.me, report), "all": summary(own.current, report)}
            own.to_confirm = str(own.event.format.words.to_confirm) % scores
    for own in playing.values():
        if own.has_reported:
            own.to_confirm = ""


def _own_report(match: Match, me: Registration, report: ResultReport) -> str:
    """Return the GG, and who conceded, dropped or did not come: "6 : 6" alone would read as a draw."""
    said = own_score(match, me, report)
    return f"{said} · {own_ending(match, me, report)}" if report.ending in match.format.words.own_endings else said


def to_confirm(match: Match, me: Registration, score: Score) -> str:
    """Return a report in full, as the page of the match shows it: "0 : 6 · you lost", or all places."""
    if not score.outcome:
        return describe_score(match, score.fields())
    return f"{own_score(match, me, score)} · {YOURS[own_outcome(match, me, score)]}"


def own_game(match: Match, me: Registration, result: Result | None) -> OwnGame:
    others = match.others(me)
    if result is None:
        return OwnGame(match, others)
    outcome = own_outcome(match, me, result)
    return OwnGame(match, others, outcome, own_score(match, me, result), own_ending(match, me, result))


def own_score(match: Match, me: Registration, score: AnyScore) -> str:
    """Return the GG of a duel with the player's own first, or "place 2 of 4, 3 GG"."""
    seat = match.seat_of(me) or 0
    if seat in absent_seats(score):
        return gettext("did not come")
    return match.format.own_score(seat, score)


def own_ending(match: Match, me: Registration, result: Result | ResultReport) -> str | Promise:
    """Return the ending as worded for this player."""
    own_endings = match.format.words.own_endings
    if result.places.count(1) == 1 and result.ending in own_endings:
        winner, loser = own_endings[result.ending]
        return winner if own_outcome(match, me, result) == "won" else loser
    return result.get_ending_display()
