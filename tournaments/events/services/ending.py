"""The end of an event: the final on the hall's screen, then the winners with their teams."""

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import ngettext

from teams.wording import figures_with_counts
from tournaments.cut.services.bracket import bracket_of, is_unfinished
from tournaments.cut.services.prizes import final_report, with_what_was_played
from tournaments.cut.services.seeding import final_ranks
from tournaments.lists.services.event_facts import own_figures_of
from tournaments.lists.services.visibility import may_see_list, visible_list
from tournaments.models import Event, EventState, Match, Registration, Stage, Status, SubmittedList
from tournaments.players.models.crews import members

FIRST = 4
RANKED = 16  # on the front page; the report has all
FINALS = ("reset", "final")


class HasPlace(Protocol):
    @property
    def rank(self) -> int: ...

    @property
    def player(self) -> Registration: ...


class RankedRow(NamedTuple):
    """A place of the final ranking, with what was done for it in all rounds, those of the cut included."""

    rank: int
    player: Registration
    team: str  # empty unless the list is public
    prizes: list[str]
    record: str
    tally: int


@dataclasses.dataclass(frozen=True, slots=True)
class Placed:
    rank: int
    player: Registration
    team: str  # empty unless the list is public


@dataclasses.dataclass(frozen=True, slots=True)
class FinalMatch:
    match: Match
    sides: list[tuple[Registration, str]]  # players with their teams


def podium(event: Event) -> list[Placed]:
    """Return the first places once all is decided. Disqualified players keep their place but are not shown."""
    if not is_decided(event):
        return []
    ranked = [(rank, player) for rank, player in final_ranks(event) if player.status != Status.DISQUALIFIED]
    return [Placed(rank, player, team_for_everybody(player)) for rank, player in ranked[:FIRST]]


def final_table(event: Event) -> list[RankedRow]:
    """Return the first places of the final ranking; disqualified players keep theirs."""
    ranked = with_what_was_played(event, final_report(event)[:RANKED])
    teams = _teams_for_everybody(event, [row.player for row in ranked])
    return [
        RankedRow(row.rank, row.player, teams.get(row.player.pk, ""), row.prizes, row.record, row.tally)
        for row in ranked
    ]


def _teams_for_everybody(event: Event, players: Sequence[Registration]) -> dict[int, str]:
    """Return the figures of the lists that people who are not signed in may see."""
    lists = SubmittedList.objects.current().filter(registration__in=players).defer("verdict")
    people = {player.pk: player for player in players}
    for player in players:
        player.event = event
    shown = [one for one in lists if may_see_list(people[one.registration_id], one, AnonymousUser())]
    known = own_figures_of(event) if shown else None
    return {one.registration_id: figures_with_counts(one.figures, known) for one in shown}


def is_decided(event: Event) -> bool:
    """Whether the event is finished or its bracket is complete: the hall need not wait for the organiser's button."""
    if event.state != EventState.CUT:
        return event.has_final_ranking
    bracket = bracket_of(event)
    return bracket is not None and not is_unfinished(bracket)


def winners(placed: Sequence[HasPlace]) -> list[Registration]:
    """Return all players who share the first place."""
    return [row.player for row in placed if row.rank == 1]


def has_won(me: Registration) -> bool:
    return me.event.has_final_ranking and any(me in members(one) for one in winners(podium(me.event)))


def final_place(player: Registration) -> tuple[int, int] | None:
    """Return the final rank of a player, and how many are ranked; None before the end, and for who has none."""
    if not player.event.has_final_ranking or player.status == Status.DISQUALIFIED:
        return None
    ranked = final_ranks(player.event)
    own = next((rank for rank, one in ranked if player in members(one)), None)
    return None if own is None else (own, len(ranked))


def final_match(event: Event) -> FinalMatch | None:
    """Return the final, or the second final, while it is being played."""
    if event.state != EventState.CUT:
        return None
    finals = Match.objects.filter(round__event=event, round__stage=Stage.CUT, bracket_slot__in=FINALS, bye=False)
    match = finals.undecided().public().named().first()
    if match is None:
        return None
    players = match.seats()
    for player in players:
        player.event = event
    return FinalMatch(match, [(player, team_for_everybody(player)) for player in players])


def team_for_everybody(player: Registration) -> str:
    """Return the figures of a player's list if people who are not signed in may see it."""
    submitted = visible_list(player, AnonymousUser())
    return figures_with_counts(submitted.figures, own_figures_of(player.event)) if submitted else ""


def in_a_preview(event: Event, placed: Sequence[HasPlace], sentence: str) -> str:
    """Return the text that chats and other sites show below a link to the event."""
    names = ", ".join(player.shown_name for player in winners(placed)) if event.has_final_ranking else ""
    if not names:
        return sentence
    players = event.registrations.taking_part().count()
    text = ngettext("%(names)s won, of %(number)s player.", "%(names)s won, of %(number)s players.", players)
    return text % {"names": names, "number": players}
